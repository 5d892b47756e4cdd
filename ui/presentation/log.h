// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverlog.h"

#include <QString>

namespace ui {

// Of what a log is, and where it comes from unless that is the server as it runs under us.
QString logTitle(const QString &title, core::ServerLog::Source source);

// Lines that were never shown and are gone; `kept` are those that are there. Empty where there are none.
QString skippedLines(qint64 skipped, qint64 kept);

// The last line of a log that is over, with why.
QString logEnded(const QString &reason);

enum class LogAbsence { NothingYet, NothingAtAll, Cleared, FellOut };
// In place of lines.
QString logAbsence(LogAbsence absence);

// At the end of a line that is too long to be shown.
QString moreCharacters(qint64 count);

// What the button says that shows the newest lines again.
QString resumeLabel(qint64 newLines);

// "3 of 120"; `ordinal` counts from 1, 0 where no match is the current one.
QString matchCount(qint64 ordinal, qint64 count, bool isComplete);

QString patternTrouble(const QString &reason);

QString logSaved(const QString &file);
QString logNotSaved(const QString &file, const QString &reason);

} // namespace ui
