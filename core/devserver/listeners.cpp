// SPDX-License-Identifier: MIT
#include "core/devserver/listeners.h"

#include "core/base/checkidentity.h"
#include "core/base/logging.h"
#include "core/base/redaction.h"
#include "core/probe/image.h"
#include "core/sandbox/shapes.h"

#include <QHostAddress>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr std::chrono::milliseconds loadBudget = 10s;
constexpr std::chrono::milliseconds runBudget = 10s;
constexpr std::chrono::milliseconds cleanupBudget = 5s;
constexpr int lifetimeSeconds = 60; // more than all of it takes

struct Listener
{
    QString address;
    QString port;
};

std::optional<Listener> readLine(const QString &line)
{
    const QStringList fields = line.simplified().split(u' ');
    if (!fields.first().startsWith("tcp"_L1))
        return std::nullopt;
    if (fields.size() == 3)
        return Listener{.address = fields.at(1), .port = fields.at(2)};
    constexpr qsizetype local = 3; // protocol, two queues, the local address, the foreign one, the state
    if (fields.size() != 6 || fields.last() != "LISTEN"_L1)
        return std::nullopt;
    const QString &both = fields.at(local);
    const qsizetype colon = both.lastIndexOf(u':');
    return Listener{.address = both.left(colon), .port = both.mid(colon + 1)};
}

QStringList listenersArguments(const Payload &payload)
{
    switch (payload.kind) {
    case Payload::Kind::Agent:
        return {payload.program, u"listeners"_s};
    case Payload::Kind::Busybox:
        return {payload.program, u"netstat"_s, u"-ltn"_s};
    }
    Q_UNREACHABLE();
}

} // namespace

ListensOn parseListeners(const QByteArray &out, quint16 port)
{
    ListensOn found = ListensOn::Nowhere;
    const QStringList lines = QString::fromUtf8(out).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const auto listener = readLine(line);
        if (!listener || listener->port != QString::number(port))
            continue;
        if (!QHostAddress(listener->address).isLoopback())
            return ListensOn::Everywhere;
        found = ListensOn::Loopback;
    }
    return found;
}

ListensOn askListeners(const CommandRunner &docker, Payloads &payloads, const QString &architecture,
                       const QString &container, quint16 port, const std::stop_token &stop)
{
    const CheckIdentity identity = CheckIdentity::fresh();
    const QString tag = u"berth-probe:"_s + identity.check;
    const QString name = u"berth-probe-"_s + identity.check;
    // With a lifetime: a check of this process that is under way would take it for one of its own past.
    QMap<QString, QString> labels = identity.labels();
    labels.insert(CheckIdentity::lifetimeLabel, QString::number(lifetimeSeconds));

    const auto payload = payloads.forArchitecture(architecture);
    const auto archive =
        payload ? imageArchive(**payload, tag, labels) : Result<QByteArray>(tl::unexpected(payload.error()));
    if (!archive) {
        qCInfo(lcDevServer).noquote() << excerpt(reasonText(archive.error()));
        return ListensOn::NotKnown;
    }
    const auto loaded =
        docker({u"load"_s, u"--quiet"_s}, {.timeout = loadBudget, .input = *archive, .stop = stop});
    ListensOn answer = ListensOn::NotKnown;
    if (succeeded(loaded)) {
        QStringList run{u"run"_s, u"--rm"_s, u"--pull"_s, u"never"_s, u"--name"_s, name};
        run << labelArguments(labels) << u"--network"_s << u"container:"_s + container << u"--cap-drop=ALL"_s
            << u"--security-opt=no-new-privileges"_s << tag;
        const auto ran = docker(run + listenersArguments(**payload), {.timeout = runBudget, .stop = stop});
        if (succeeded(ran))
            answer = parseListeners(std::get<Ran>(ran).out, port);
        else
            docker({u"rm"_s, u"--force"_s, u"--volumes"_s, name}, {.timeout = cleanupBudget});
    }
    docker({u"image"_s, u"rm"_s, u"--force"_s, tag}, {.timeout = cleanupBudget});
    return answer;
}

} // namespace core
