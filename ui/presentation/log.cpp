// SPDX-License-Identifier: MIT
#include "ui/presentation/log.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Log)
};

QString number(qint64 count)
{
    return QLocale().toString(count);
}

} // namespace

QString logTitle(const QString &title, core::ServerLog::Source source)
{
    switch (source) {
    case core::ServerLog::Source::Attached:
        return title;
    case core::ServerLog::Source::Followed:
        return Text::tr("%1, as docker logs it").arg(title);
    case core::ServerLog::Source::LastRun:
        return Text::tr("%1, its last run").arg(title);
    }
    Q_UNREACHABLE();
}

QString skippedLines(qint64 skipped, qint64 kept)
{
    if (skipped == 0)
        return {};
    const QString what = skipped == 1 ? Text::tr("1 line was skipped")
                                      : Text::tr("%1 lines were skipped").arg(number(skipped));
    const QString why = kept < core::OutputRing::mostLines
        ? Text::tr("the log keeps the last %1 MB").arg(number(core::OutputRing::mostBytes / (1024 * 1024)))
        : Text::tr("the log keeps the last %1 lines").arg(number(core::OutputRing::mostLines));
    return Text::tr("%1: %2.").arg(what, why);
}

QString logEnded(const QString &reason)
{
    return joinedSentences({Text::tr("The log has ended."), sentence(reason)});
}

QString logAbsence(LogAbsence absence)
{
    switch (absence) {
    case LogAbsence::NothingYet:
        return Text::tr("Nothing was printed yet.");
    case LogAbsence::NothingAtAll:
        return Text::tr("Nothing was printed.");
    case LogAbsence::Cleared:
        return Text::tr("Cleared. What comes from now on is shown here.");
    case LogAbsence::FellOut:
        return Text::tr("The lines that stood here are gone. Resume to see the newest.");
    }
    Q_UNREACHABLE();
}

QString moreCharacters(qint64 count)
{
    return count == 1 ? Text::tr(" … 1 more character")
                      : Text::tr(" … %1 more characters").arg(number(count));
}

QString resumeLabel(qint64 newLines)
{
    if (newLines == 0)
        return Text::tr("Resume");
    return Text::tr("Resume (%1 new)").arg(number(newLines));
}

QString matchCount(qint64 ordinal, qint64 count, bool isComplete)
{
    if (count == 0)
        return isComplete ? Text::tr("No match") : Text::tr("Searching…");
    const QString all = isComplete ? number(count) : Text::tr("%1…").arg(number(count));
    if (ordinal > 0)
        return Text::tr("%1 of %2").arg(number(ordinal), all);
    return count == 1 ? Text::tr("1 match") : Text::tr("%1 matches").arg(all);
}

QString patternTrouble(const QString &reason)
{
    return Text::tr("This expression cannot be searched for: %1.").arg(core::excerpt(reason, 120));
}

QString logSaved(const QString &file)
{
    return Text::tr("Saved to %1.").arg(core::excerpt(QDir::toNativeSeparators(file), 200));
}

QString logNotSaved(const QString &file, const QString &reason)
{
    return Text::tr("The log was not saved to %1: %2. Choose another place.")
        .arg(core::excerpt(QDir::toNativeSeparators(file), 200), core::excerpt(reason, 120));
}

} // namespace ui
