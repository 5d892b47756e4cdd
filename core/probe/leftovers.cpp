// SPDX-License-Identifier: MIT
#include "core/probe/leftovers.h"

#include "core/base/logging.h"
#include "core/base/processidentity.h"
#include "core/docker/parsers.h"
#include "core/probe/classify.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr auto commandTimeout = 5s;
constexpr qint64 longestCheckSeconds = 10 * 60;
constexpr qint64 removalGraceSeconds = 60; // who ended a sandbox run in time still has to remove it

QMap<QString, QString> labelsOf(const QJsonObject &inspected)
{
    QMap<QString, QString> labels;
    const QJsonObject values = inspected.value("Config"_L1)["Labels"_L1].toObject();
    for (auto value = values.begin(); value != values.end(); ++value)
        labels.insert(value.key(), value.value().toString());
    return labels;
}

qint64 ageSeconds(const QString &isoDate)
{
    const auto date = QDateTime::fromString(isoDate, Qt::ISODateWithMs);
    return date.isValid() ? date.secsTo(QDateTime::currentDateTimeUtc()) : 0;
}

// The image's own date is the epoch, so that equal checks give equal archives; the engine knows when it came.
qint64 ageOf(const QJsonObject &inspected)
{
    const QString tagged = inspected.value("Metadata"_L1)["LastTagTime"_L1].toString();
    return ageSeconds(tagged.isEmpty() ? inspected.value("Created"_L1).toString() : tagged);
}

// Labels are inherited: what somebody made out of a container or an image of ours carries them too, under a
// name of his own.
bool bearsOurName(const QJsonObject &inspected)
{
    static const QRegularExpression ours(u"^/?berth-(probe|run)-"_s);
    const QString container = inspected.value("Name"_L1).toString();
    if (!container.isEmpty())
        return ours.match(container).hasMatch();
    const QJsonArray tags = inspected.value("RepoTags"_L1).toArray();
    return std::all_of(tags.begin(), tags.end(), [](const QJsonValue &tag) {
        return tag.toString().section(u'/', -1).startsWith("berth-probe:"_L1);
    });
}

// How long a thing with these labels can be in use.
qint64 lifetimeSeconds(const QMap<QString, QString> &labels)
{
    bool isNumber = false;
    const qint64 seconds = labels.value(CheckIdentity::lifetimeLabel).toUInt(&isNumber);
    return isNumber ? seconds + removalGraceSeconds : longestCheckSeconds;
}

// One kind of thing: how to list those with the label, to inspect and to remove them.
struct Kind
{
    QStringList list;
    QStringList inspect;
    QStringList remove;
};

bool sweep(const CommandRunner &docker, const Kind &kind, const CheckIdentity &self,
           const std::stop_token &stop)
{
    const auto listed = docker(kind.list, {.timeout = commandTimeout});
    if (!succeeded(listed))
        return false;
    QStringList ids = outText(listed).split(u'\n', Qt::SkipEmptyParts);
    ids.removeDuplicates();
    if (ids.isEmpty())
        return true;
    const auto inspected = docker(kind.inspect + ids, {.timeout = commandTimeout});
    QStringList abandoned;
    const QList<QJsonObject> rows =
        parseRows(std::holds_alternative<Ran>(inspected) ? std::get<Ran>(inspected).out : QByteArray());
    for (const QJsonObject &row : rows) {
        if (bearsOurName(row) && judgeLeftover(labelsOf(row), ageOf(row), self) == Leftover::Abandoned)
            abandoned.append(row.value("Id"_L1).toString());
    }
    if (abandoned.isEmpty())
        return true;
    // Asked last: what was listed before a stop cannot belong to a check that began after it.
    if (stop.stop_requested())
        return false;
    qCInfo(lcProbe) << "removing what an earlier check left behind:" << abandoned;
    const auto removed = docker(kind.remove + abandoned, {.timeout = commandTimeout});
    if (!succeeded(removed))
        qCWarning(lcProbe).noquote() << "could not remove it:" << failureReason(removed);
    return succeeded(removed);
}

} // namespace

Leftover judgeLeftover(const QMap<QString, QString> &labels, qint64 ageSeconds, const CheckIdentity &self)
{
    const QString process = labels.value(CheckIdentity::processLabel);
    const bool isOutOfTime = ageSeconds > lifetimeSeconds(labels);
    if (process == self.process) {
        if (labels.value(CheckIdentity::checkLabel) == self.check)
            return Leftover::Own;
        // A process lets go of a check before it starts another one, but not of a sandbox run.
        const bool isSandbox = labels.contains(CheckIdentity::lifetimeLabel);
        return isSandbox && !isOutOfTime ? Leftover::InUse : Leftover::Abandoned;
    }
    const auto maker = ProcessIdentity::fromLabel(process);
    const auto state = maker ? maker->state() : ProcessIdentity::State::Elsewhere;
    switch (state) {
    case ProcessIdentity::State::Alive:
        return Leftover::InUse;
    case ProcessIdentity::State::Gone:
        return Leftover::Abandoned;
    case ProcessIdentity::State::BeforeBoot: // the engine may be one that a clone of this machine uses too
    case ProcessIdentity::State::Elsewhere:
        return isOutOfTime ? Leftover::Abandoned : Leftover::InUse;
    }
    Q_UNREACHABLE();
}

bool removeContainers(const CommandRunner &docker, const CheckIdentity &self)
{
    const auto listed = docker({u"ps"_s, u"--all"_s, u"--quiet"_s, u"--no-trunc"_s, u"--filter"_s,
                                u"label=%1=%2"_s.arg(CheckIdentity::checkLabel, self.check)},
                               {.timeout = commandTimeout});
    const QStringList ids = outText(listed).split(u'\n', Qt::SkipEmptyParts);
    if (succeeded(listed) && ids.isEmpty())
        return false;
    if (succeeded(listed))
        docker(QStringList{u"rm"_s, u"--force"_s, u"--volumes"_s} + ids, {.timeout = commandTimeout});
    return true;
}

void sweepLeftovers(const CommandRunner &docker, const CheckIdentity &self, const std::stop_token &stop)
{
    const QString filter = u"label="_s + CheckIdentity::processLabel;
    const Kind containers{.list = {u"ps"_s, u"--all"_s, u"--quiet"_s, u"--no-trunc"_s, u"--filter"_s, filter},
                          .inspect = {u"inspect"_s, u"--type"_s, u"container"_s},
                          .remove = {u"rm"_s, u"--force"_s, u"--volumes"_s}};
    const Kind images{.list = {u"image"_s, u"ls"_s, u"--quiet"_s, u"--no-trunc"_s, u"--filter"_s, filter},
                      .inspect = {u"image"_s, u"inspect"_s},
                      .remove = {u"image"_s, u"rm"_s, u"--force"_s}};
    if (sweep(docker, containers, self, stop))
        sweep(docker, images, self, stop);
}

} // namespace core
