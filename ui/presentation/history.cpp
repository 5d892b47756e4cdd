// SPDX-License-Identifier: MIT
#include "ui/presentation/history.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/steps.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace core;
using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("History", text);
}

// "4300 · webshop"; its name where neither is known.
QString titleOf(const ServerEndEntry &entry)
{
    const QString project = entry.project.section(u'/', -1, -1, QString::SectionSkipEmpty);
    if (entry.port == 0)
        return project.isEmpty() ? tr("A dev server") : project;
    return project.isEmpty() ? excerpt(entry.name) : joinedLine({QString::number(entry.port), project});
}

QString what(const VerdictEntry &entry)
{
    switch (entry.result) {
    case VerdictEntry::Result::Unusable:
        return tr("Docker could not run containers");
    case VerdictEntry::Result::Unknown:
        return tr("Docker could not be checked");
    case VerdictEntry::Result::Usable:
        break;
    }
    if (entry.egress == Egress::Status::Blocked)
        return tr("Docker ran containers, without a way out");
    if (entry.hardening == Hardening::Status::Partial)
        return tr("Docker ran containers, without all limits");
    return tr("Docker ran containers");
}

QString what(const ServerEndEntry &entry)
{
    const QString title = titleOf(entry);
    switch (entry.ending) {
    case ServerEnd::Ending::TakenDown:
        return tr("%1 was taken down").arg(title);
    case ServerEnd::Ending::Failed:
        return entry.ran ? tr("%1 failed").arg(title) : tr("%1 did not start").arg(title);
    case ServerEnd::Ending::Exited:
        return entry.exitCode ? tr("%1 ended with exit code %2").arg(title, QString::number(*entry.exitCode))
                              : tr("%1 ended").arg(title);
    case ServerEnd::Ending::Removed:
        return tr("%1 was removed").arg(title);
    }
    Q_UNREACHABLE();
}

Mood moodOf(const ServerEndEntry &entry)
{
    switch (entry.ending) {
    case ServerEnd::Ending::TakenDown:
        return Mood::Fine;
    case ServerEnd::Ending::Failed:
        return Mood::Trouble;
    case ServerEnd::Ending::Exited:
        return entry.exitCode.value_or(0) == 0 ? Mood::Unknown : Mood::Trouble;
    case ServerEnd::Ending::Removed:
        return Mood::Unknown;
    }
    Q_UNREACHABLE();
}

QString clock(const QDateTime &at)
{
    return QLocale().toString(at.toLocalTime().time(), QLocale::ShortFormat);
}

QString lastingText(std::chrono::milliseconds lasting)
{
    const auto minutes = std::chrono::round<std::chrono::minutes>(lasting).count();
    if (minutes < 60)
        return tr("%1 min").arg(std::max<qint64>(minutes, 1));
    return minutes % 60 == 0 ? tr("%1 h").arg(minutes / 60)
                             : tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString moodText(Mood mood, const QString &lasting)
{
    switch (mood) {
    case Mood::Fine:
        return tr("all well for %1").arg(lasting);
    case Mood::Attention:
        return tr("with restrictions for %1").arg(lasting);
    case Mood::Trouble:
        return tr("no containers for %1").arg(lasting);
    case Mood::Measuring:
    case Mood::Unknown:
        return tr("undetermined for %1").arg(lasting);
    }
    Q_UNREACHABLE();
}

} // namespace

Mood historyMood(const VerdictEntry &entry)
{
    switch (entry.result) {
    case VerdictEntry::Result::Unusable:
        return Mood::Trouble;
    case VerdictEntry::Result::Unknown:
        return Mood::Unknown;
    case VerdictEntry::Result::Usable:
        break;
    }
    const bool isRestricted = entry.egress == Egress::Status::Blocked
        || entry.egress == Egress::Status::Undetermined || entry.hardening == Hardening::Status::Partial;
    return isRestricted ? Mood::Attention : Mood::Fine;
}

Mood historyMood(const HistoryEntry &entry)
{
    const auto *verdict = std::get_if<VerdictEntry>(&entry);
    return verdict == nullptr ? moodOf(std::get<ServerEndEntry>(entry)) : historyMood(*verdict);
}

QString historyWhat(const HistoryEntry &entry)
{
    return std::visit([](const auto &each) { return what(each); }, entry);
}

QString historyDuration(const HistoryEntry &entry)
{
    if (const auto *verdict = std::get_if<VerdictEntry>(&entry))
        return durationText(verdict->elapsed);
    const auto &ran = std::get<ServerEndEntry>(entry).ran;
    if (!ran)
        return {};
    return *ran < std::chrono::minutes(1) ? durationText(*ran) : lastingText(*ran);
}

QString historyWhy(const HistoryEntry &entry)
{
    return std::visit([](const auto &each) { return excerpt(each.reason); }, entry);
}

QString historyWhere(const HistoryEntry &entry)
{
    if (const auto *verdict = std::get_if<VerdictEntry>(&entry))
        return excerpt(verdict->context.isEmpty() ? verdict->endpoint : verdict->context);
    return excerpt(std::get<ServerEndEntry>(entry).project);
}

QString historyWhen(const QDateTime &at, const QDateTime &now)
{
    const QDate day = at.toLocalTime().date();
    const QDate today = now.toLocalTime().date();
    if (day == today)
        return tr("Today %1").arg(clock(at));
    if (day == today.addDays(-1))
        return tr("Yesterday %1").arg(clock(at));
    return u"%1 %2"_s.arg(QLocale().toString(day, QLocale::ShortFormat), clock(at));
}

QString segmentText(const TimelineSegment &segment, const QDateTime &now)
{
    const QString headline = what(segment.verdict);
    QString line;
    if (segment.from == segment.to)
        line = tr("%1: %2").arg(clock(segment.from), headline);
    else if (segment.to >= now)
        line = tr("Since %1: %2").arg(clock(segment.from), headline);
    else
        line = tr("%1 to %2: %3").arg(clock(segment.from), clock(segment.to), headline);
    const QString why = sentence(segment.verdict.reason);
    return why.isEmpty() ? line : QString(line + u'\n' + why);
}

QString timelineText(const QList<TimelineSegment> &segments)
{
    if (segments.isEmpty())
        return tr("Nothing is known about the last 24 hours.");
    QStringList parts;
    for (const Mood mood : {Mood::Fine, Mood::Attention, Mood::Trouble, Mood::Unknown}) {
        std::chrono::milliseconds lasting{0};
        bool isThere = false;
        for (const TimelineSegment &segment : segments) {
            if (historyMood(segment.verdict) != mood)
                continue;
            isThere = true;
            lasting += std::chrono::milliseconds(segment.from.msecsTo(segment.to));
        }
        if (isThere)
            parts.append(moodText(mood, lastingText(lasting)));
    }
    return capitalised(parts.join(u", "_s)) + u'.';
}

QString historyTroubleSentence(const HistoryTrouble &trouble)
{
    switch (trouble.kind) {
    case HistoryTrouble::Kind::Locked:
        return tr("Another program holds the history. What happens meanwhile is written once it lets go: end "
                  "that program if it does not.");
    case HistoryTrouble::Kind::Damaged:
        return tr(
            "The history is damaged. Open Berth's window or run “berth check”: that sets the file aside and "
            "begins a new one.");
    case HistoryTrouble::Kind::Newer:
        return tr("A newer Berth wrote the history, and this one leaves it alone: update Berth to have it "
                  "continued.");
    case HistoryTrouble::Kind::Unusable:
        return tr("The history cannot be used (%1). Berth goes on without it: make its folder, "
                  "~/.local/state/berth, one that you can write to.")
            .arg(excerpt(trouble.detail));
    }
    Q_UNREACHABLE();
}

QString historySetAsideSentence(const QString &path)
{
    return tr("The history was damaged, and a new one is begun. The old one is kept as %1: delete it if you "
              "do not need it.")
        .arg(excerpt(path));
}

} // namespace ui
