// SPDX-License-Identifier: MIT
#include "ui/logpattern.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// PCRE's own bound of ten million steps is a second for each line.
const QString &stepLimit()
{
    static const QString limit = u"(*LIMIT_MATCH=10000)"_s;
    return limit;
}

} // namespace

LogPattern::LogPattern(const LogQuery &query)
    : m_query(query)
{
    if (!query.isExpression) {
        m_words = QStringMatcher(query.text, query.isCaseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive);
        return;
    }
    m_expression.setPattern(stepLimit() + query.text);
    m_expression.setPatternOptions(query.isCaseSensitive ? QRegularExpression::NoPatternOption
                                                         : QRegularExpression::CaseInsensitiveOption);
    if (!m_expression.isValid())
        m_trouble = m_expression.errorString();
    else
        m_expression.optimize();
}

QList<LogSpan> LogPattern::spans(const QString &text) const
{
    QList<LogSpan> found;
    if (isEmpty())
        return found;
    if (m_query.isExpression) {
        auto matches = m_expression.globalMatch(text);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            if (match.capturedLength() > 0)
                found.append({.begin = match.capturedStart(), .length = match.capturedLength()});
        }
        return found;
    }
    const qsizetype length = m_query.text.size();
    for (qsizetype at = m_words.indexIn(text); at >= 0; at = m_words.indexIn(text, at + length))
        found.append({.begin = at, .length = length});
    return found;
}

} // namespace ui
