// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringMatcher>

namespace ui {

// A part of a line's text.
struct LogSpan
{
    qsizetype begin = 0;
    qsizetype length = 0;

    bool operator==(const LogSpan &) const = default;
};

// What is searched for.
struct LogQuery
{
    QString text;
    bool isCaseSensitive = false;
    bool isExpression = false;

    bool operator==(const LogQuery &) const = default;
};

// A query made ready to be looked for in many lines.
class LogPattern final
{
public:
    LogPattern() = default; // found nowhere
    explicit LogPattern(const LogQuery &query);

    // What is wrong with the expression; empty where nothing is.
    const QString &trouble() const { return m_trouble; }
    bool isEmpty() const { return m_query.text.isEmpty() || !m_trouble.isEmpty(); }
    const LogQuery &query() const { return m_query; }

    // Where it is found, from left to right. An expression that matches nothing at all finds nothing, and one
    // that would try for ever gives up.
    QList<LogSpan> spans(const QString &text) const;

private:
    LogQuery m_query;
    QStringMatcher m_words;
    QRegularExpression m_expression;
    QString m_trouble;
};

} // namespace ui
