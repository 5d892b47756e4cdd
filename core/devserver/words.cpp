// SPDX-License-Identifier: MIT
#include "core/devserver/words.h"

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr QLatin1StringView escapedInDoubleQuotes{"\\\"$`\n"};

bool isBlank(QChar character)
{
    return character == u' ' || character == u'\t' || character == u'\n' || character == u'\r';
}

// Takes a line apart from left to right.
class Splitter final
{
public:
    explicit Splitter(const QString &text)
        : m_text(text)
    {}

    Result<QStringList> split()
    {
        while (m_at < m_text.size()) {
            const QChar character = m_text.at(m_at++);
            if (isBlank(character)) {
                endWord();
                continue;
            }
            if (const auto missing = take(character))
                return failure(u"read the command "_s + m_text, *missing);
        }
        endWord();
        return m_words;
    }

private:
    // What is missing at the end of the text, where something is.
    std::optional<QString> take(QChar character)
    {
        if (character == u'\\')
            return escaped();
        m_isInWord = true; // an empty word is one, too, where it is quoted
        if (character == u'\'')
            return singleQuoted();
        if (character == u'"')
            return doubleQuoted();
        m_word += character;
        return std::nullopt;
    }

    std::optional<QString> escaped()
    {
        if (m_at == m_text.size())
            return u"it ends in a backslash"_s;
        const QChar character = m_text.at(m_at++);
        if (character == u'\n') // the line goes on
            return std::nullopt;
        m_isInWord = true;
        m_word += character;
        return std::nullopt;
    }

    std::optional<QString> singleQuoted()
    {
        const qsizetype end = m_text.indexOf(u'\'', m_at);
        if (end < 0)
            return u"a single quote is not closed"_s;
        m_word += QStringView(m_text).sliced(m_at, end - m_at);
        m_at = end + 1;
        return std::nullopt;
    }

    std::optional<QString> doubleQuoted()
    {
        while (m_at < m_text.size()) {
            const QChar character = m_text.at(m_at++);
            if (character == u'"')
                return std::nullopt;
            const bool isEscape =
                character == u'\\' && m_at < m_text.size() && escapedInDoubleQuotes.contains(m_text.at(m_at));
            if (!isEscape)
                m_word += character;
            else if (const QChar next = m_text.at(m_at++); next != u'\n')
                m_word += next;
        }
        return u"a double quote is not closed"_s;
    }

    void endWord()
    {
        if (m_isInWord)
            m_words.append(m_word);
        m_word.clear();
        m_isInWord = false;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    QStringList m_words;
    QString m_word;
    bool m_isInWord = false;
};

} // namespace

Result<QStringList> splitCommand(const QString &text)
{
    return Splitter(text).split();
}

} // namespace core
