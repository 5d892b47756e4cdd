// SPDX-License-Identifier: MIT
#include "core/probe/payload.h"

#include "core/base/redaction.h"
#include "core/probe/elf.h"
#include "core/probe/image.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr qint64 largestProgram = qint64(64) * 1024 * 1024; // a static busybox has two

Result<Payload> payloadOf(Payload::Kind kind, const QString &architecture, const QString &source,
                          const QByteArray &program)
{
    const QString path = kind == Payload::Kind::Agent ? u"/berth-agent"_s : u"/busybox"_s;
    auto layer = imageLayer(program, path);
    if (!layer)
        return tl::make_unexpected(layer.error());
    const QByteArray digest = QCryptographicHash::hash(*layer, QCryptographicHash::Sha256).toHex();
    return Payload{.kind = kind,
                   .architecture = architecture,
                   .source = source,
                   .program = path,
                   .layer = *std::move(layer),
                   .layerDigest = digest};
}

// Why the program `path` cannot run in an image of its own on such an engine, as a sentence; empty where it
// can.
QString refusal(const QString &path, const QString &architecture)
{
    const auto facts = readElf(path);
    if (!facts)
        return path + u' ' + facts.error().detail;
    if (facts->architecture.isEmpty())
        return u"%1 is built for a machine that docker does not know (ELF machine %2)"_s.arg(
            path, QString::number(facts->machine));
    if (facts->architecture != architecture)
        return u"%1 is built for %2, the engine needs %3"_s.arg(path, facts->architecture, architecture);
    if (!facts->isStatic)
        return u"%1 is dynamically linked; it cannot run in an image of its own"_s.arg(path);
    if (QFileInfo(path).size() > largestProgram)
        return u"%1 is larger than 64 MiB"_s.arg(path);
    return {};
}

Result<Payload> busyboxOf(const QString &path, const QString &architecture)
{
    const QString tried = u"read the payload %1"_s.arg(path);
    const QString reason = refusal(path, architecture);
    if (!reason.isEmpty())
        return failure(tried, reason);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(tried, u"%1 cannot be read: %2"_s.arg(path, file.errorString()));
    const QByteArray program = file.read(largestProgram);
    return payloadOf(Payload::Kind::Busybox, architecture, path, program);
}

} // namespace

PayloadSources PayloadSources::standard(const QString &configured)
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return {.configured = configured,
            .systemFiles = {u"/usr/bin/busybox"_s, u"/bin/busybox"_s, u"/usr/bin/busybox.static"_s,
                            u"/bin/busybox.static"_s, u"/usr/local/bin/busybox"_s},
            .dataFolder = data + u"/berth/payloads"_s};
}

Payloads::Payloads(PayloadSources sources)
    : m_sources(std::move(sources))
{}

Result<std::shared_ptr<const Payload>> Payloads::forArchitecture(const QString &architecture)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto made = m_made.constFind(architecture); made != m_made.cend())
        return *made;
    auto payload = make(architecture);
    if (!payload)
        return tl::make_unexpected(payload.error());
    return *m_made.insert(architecture, std::make_shared<const Payload>(*std::move(payload)));
}

Result<Payload> Payloads::make(const QString &architecture) const
{
    static const QRegularExpression word(QRegularExpression::anchoredPattern(u"[a-z0-9_]+"_s));
    const QString tried = u"choose a payload"_s;
    if (!word.match(architecture).hasMatch())
        return failure(tried,
                       u"the engine's architecture is no plain word: %1"_s.arg(excerpt(architecture, 60)));

    if (!m_sources.configured.isEmpty())
        return busyboxOf(m_sources.configured, architecture);

    if (QFile agent(u":/berth/agents/"_s + architecture);
        m_sources.builtIn && agent.open(QIODevice::ReadOnly))
        return payloadOf(Payload::Kind::Agent, architecture, u"built in"_s, agent.readAll());

    QStringList refused{u"no agent for it is built in"_s};
    QStringList seen; // /bin is mostly a link to /usr/bin
    for (const QString &path : m_sources.systemFiles) {
        const QString file = QFileInfo(path).canonicalFilePath();
        if (file.isEmpty() || seen.contains(file))
            continue;
        seen.append(file);
        auto payload = busyboxOf(path, architecture);
        if (payload)
            return payload;
        refused.append(payload.error().detail);
    }
    auto payload = busyboxOf(u"%1/%2/busybox"_s.arg(m_sources.dataFolder, architecture), architecture);
    if (payload)
        return payload;
    refused.append(payload.error().detail);
    return failure(tried,
                   u"no payload for %1 on this machine: %2"_s.arg(architecture, refused.join(u"; "_s)));
}

} // namespace core
