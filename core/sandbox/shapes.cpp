// SPDX-License-Identifier: MIT
#include "core/sandbox/shapes.h"

#include "core/base/redaction.h"

#include <QRegularExpression>
#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// `own` is all that tells one shape from the other.
QStringList hardenedRun(const ContainerSpec &spec, const QStringList &own)
{
    Q_ASSERT(!spec.name.isEmpty() && !spec.command.isEmpty());
    QStringList arguments{u"run"_s};
    if (spec.removal == ContainerSpec::Removal::ByEngine)
        arguments.append(u"--rm"_s);
    arguments << u"--name"_s << spec.name;
    arguments << own << hardeningArguments(spec.limits) << mountArguments(spec.project);
    for (const Mount &mount : spec.mounts)
        arguments << mountArguments(mount);
    arguments << u"--workdir"_s << projectTarget;
    arguments << labelArguments(spec.labels);
    arguments << u"--entrypoint"_s << spec.command.first() << spec.image << spec.command.mid(1);
    return arguments;
}

bool knowsQuietRun(const QString &clientVersion)
{
    return QVersionNumber::fromString(clientVersion) >= QVersionNumber(23, 0);
}

} // namespace

Result<QString> parseImage(const QString &name)
{
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(u"[A-Za-z0-9\\[][A-Za-z0-9._:/@\\[\\]-]{0,511}"_s));
    if (form.match(name).hasMatch())
        return name;
    constexpr qsizetype shownCharacters = 60;
    return failure(u"choose an image"_s,
                   u"\"%1\" is no name of an image"_s.arg(excerpt(name, shownCharacters)));
}

QStringList labelArguments(const QMap<QString, QString> &labels)
{
    QStringList arguments;
    for (auto label = labels.begin(); label != labels.end(); ++label)
        arguments << u"--label"_s << u"%1=%2"_s.arg(label.key(), label.value());
    return arguments;
}

QStringList sandboxRunArgs(const ContainerSpec &spec)
{
    return hardenedRun(spec, {u"--network=none"_s});
}

QStringList devServerArgs(const ContainerSpec &spec, quint16 port, const QString &clientVersion)
{
    QStringList own{u"--publish"_s, u"127.0.0.1:%1:%1"_s.arg(port)};
    if (knowsQuietRun(clientVersion))
        own.append(u"--quiet"_s);
    return hardenedRun(spec, own);
}

} // namespace core
