// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QRgb>
#include <QString>

namespace ui {

// A colour as a program asks for it.
struct LogColor
{
    enum class Kind { Default, Table, Exact };

    Kind kind = Kind::Default;
    quint8 index = 0; // in the terminal's table of 256
    QRgb rgb = 0;

    bool operator==(const LogColor &) const = default;
};

struct LogStyle
{
    LogColor foreground;
    LogColor background;
    bool isBold = false;
    bool isFaint = false;
    bool isItalic = false;
    bool isUnderlined = false;
    bool isStruckOut = false;
    bool isInverse = false;
    bool isNote = false; // Berth's own words, not the program's

    bool operator==(const LogStyle &) const = default;
};

struct LogRun
{
    qsizetype begin = 0;
    qsizetype length = 0;
    LogStyle style;

    bool operator==(const LogRun &) const = default;
};

// A line as it is shown. What no run covers is plain.
struct LogLine
{
    QString text;
    QList<LogRun> runs;

    bool operator==(const LogLine &) const = default;
};

// More of a line is not shown, but counted.
inline constexpr qsizetype mostLogCharacters = 4000;

// Reads one line of a program's output as a terminal would, as far as one line goes: colours and attributes
// are taken, which begin anew with each line; what stands behind the last carriage return or an erased line
// wins; every other escape sequence is dropped, links and titles among them. Malformed UTF-8 and control
// characters become U+FFFD, and what would reorder text is left out.
LogLine decodeLogLine(QByteArrayView bytes);

// A line of Berth's own.
LogLine logNote(const QString &text);

} // namespace ui
