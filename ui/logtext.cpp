// SPDX-License-Identifier: MIT
#include "ui/logtext.h"

#include "ui/presentation/log.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr char escape = '\x1b';
constexpr char bell = '\a';
constexpr char shiftOut = '\x0e';
constexpr char shiftIn = '\x0f';
constexpr qsizetype tabWidth = 8;
constexpr int noParameter = -1;
constexpr qsizetype mostParameterBytes = 256;

bool isWithin(char byte, char first, char last)
{
    return byte >= first && byte <= last; // what is not ASCII is negative or above, and never within
}

bool isPrintable(char byte)
{
    return quint8(byte) >= 0x20 && byte != '\x7f';
}

bool isContinuation(char byte)
{
    return (quint8(byte) & 0xc0) == 0x80;
}

bool reordersText(QChar c)
{
    const char16_t u = c.unicode();
    return u == 0x061c || u == 0x200e || u == 0x200f || (u >= 0x202a && u <= 0x202e)
        || (u >= 0x2066 && u <= 0x2069);
}

// The parameters of a control sequence; those of one group are joined by colons.
using Parameters = QList<QList<int>>;

Parameters parametersOf(QByteArrayView text)
{
    Parameters groups{{noParameter}};
    for (const char c : text.first(std::min(text.size(), mostParameterBytes))) {
        int &last = groups.last().last();
        if (c >= '0' && c <= '9')
            last = std::min(std::max(last, 0) * 10 + (c - '0'), 65535);
        else if (c == ':')
            groups.last().append(noParameter);
        else
            groups.append(QList<int>{noParameter});
    }
    return groups;
}

quint8 channel(int value)
{
    return quint8(std::clamp(value, 0, 255));
}

// 5;n or 2;r;g;b, as what follows 38 and 48.
LogColor colorOf(const QList<int> &values)
{
    if (values.value(0) == 5 && values.size() >= 2)
        return {.kind = LogColor::Kind::Table, .index = channel(values.at(1))};
    if (values.value(0) == 2 && values.size() >= 4)
        return {.kind = LogColor::Kind::Exact,
                .rgb = qRgb(channel(values.at(1)), channel(values.at(2)), channel(values.at(3)))};
    return {};
}

// The colour behind parameter `at`, which is moved to the last one that belongs to it.
LogColor extendedColor(const Parameters &groups, qsizetype &at)
{
    QList<int> values = groups.at(at).sliced(1);
    if (!values.isEmpty()) {
        if (values.at(0) == 2 && values.size() >= 5)
            values.removeAt(1); // the colour space, which may stand there only between colons
        return colorOf(values);
    }
    const qsizetype count = groups.value(at + 1).value(0) == 5 ? 2 : 4;
    while (values.size() < count && at + 1 < groups.size())
        values.append(groups.at(++at).at(0));
    return colorOf(values);
}

LogColor tableColor(int index)
{
    return {.kind = LogColor::Kind::Table, .index = quint8(index)};
}

void applyParameter(LogStyle &style, const Parameters &groups, qsizetype &at)
{
    const int code = std::max(groups.at(at).at(0), 0);
    if (code >= 30 && code <= 37)
        style.foreground = tableColor(code - 30);
    else if (code >= 90 && code <= 97)
        style.foreground = tableColor(code - 90 + 8);
    else if (code >= 40 && code <= 47)
        style.background = tableColor(code - 40);
    else if (code >= 100 && code <= 107)
        style.background = tableColor(code - 100 + 8);
    switch (code) {
    case 0:
        style = {};
        break;
    case 1:
        style.isBold = true;
        break;
    case 2:
        style.isFaint = true;
        break;
    case 3:
        style.isItalic = true;
        break;
    case 4:
        style.isUnderlined = groups.at(at).value(1, 1) != 0;
        break;
    case 7:
        style.isInverse = true;
        break;
    case 9:
        style.isStruckOut = true;
        break;
    case 21: // a double underline
        style.isUnderlined = true;
        break;
    case 22:
        style.isBold = style.isFaint = false;
        break;
    case 23:
        style.isItalic = false;
        break;
    case 24:
        style.isUnderlined = false;
        break;
    case 27:
        style.isInverse = false;
        break;
    case 29:
        style.isStruckOut = false;
        break;
    case 38:
        style.foreground = extendedColor(groups, at);
        break;
    case 39:
        style.foreground = {};
        break;
    case 48:
        style.background = extendedColor(groups, at);
        break;
    case 49:
        style.background = {};
        break;
    case 58: // the colour of the underline: read, so that its figures are not taken for attributes
        extendedColor(groups, at);
        break;
    default:
        break;
    }
}

class Decoder final
{
public:
    explicit Decoder(QByteArrayView bytes)
        : m_bytes(bytes)
    {}

    LogLine decode()
    {
        while (m_at < m_bytes.size()) {
            if (isPrintable(m_bytes.at(m_at)))
                takePrintable();
            else
                takeControl(m_bytes.at(m_at++));
        }
        if (m_beyond > 0) {
            m_style = {.isNote = true};
            add(moreCharacters(m_beyond));
        }
        return std::move(m_line);
    }

private:
    void takePrintable()
    {
        const qsizetype begin = m_at;
        while (m_at < m_bytes.size() && isPrintable(m_bytes.at(m_at)))
            ++m_at;
        beginAgainWhereReturned();
        const qsizetype room = std::max<qsizetype>(0, mostLogCharacters - m_line.text.size());
        QByteArrayView shown = m_bytes.sliced(begin, m_at - begin);
        if (shown.size() > room) {
            // No character has more bytes than four, nor more UTF-16 than bytes: what may be shown is within.
            shown = shown.first(std::min(shown.size(), 4 * room));
            QString text = decoded(shown);
            qsizetype rest = m_at - begin - shown.size();
            m_beyond += std::count_if(m_bytes.data() + m_at - rest, m_bytes.data() + m_at,
                                      [](char c) { return !isContinuation(c); });
            qsizetype cut = std::min(room, text.size());
            if (cut > 0 && cut < text.size() && text.at(cut).isLowSurrogate())
                --cut;
            m_beyond +=
                std::count_if(text.cbegin() + cut, text.cend(), [](QChar c) { return !c.isLowSurrogate(); });
            text.truncate(cut);
            add(text);
            return;
        }
        add(decoded(shown));
    }

    static QString decoded(QByteArrayView bytes)
    {
        QString text = QString::fromUtf8(bytes);
        if (text.size() == bytes.size()
            && std::all_of(bytes.begin(), bytes.end(), [](char c) { return quint8(c) < 0x80; }))
            return text;
        text.removeIf(&reordersText);
        for (QChar &c : text) {
            const char16_t u = c.unicode();
            if ((u >= 0x80 && u < 0xa0) || u == 0x2028 || u == 0x2029)
                c = QChar::ReplacementCharacter;
        }
        return text;
    }

    void takeControl(char control)
    {
        switch (control) {
        case escape:
            takeEscape();
            return;
        case '\r':
            m_isReturned = true;
            return;
        case '\b':
            eraseOne();
            return;
        case '\t':
            beginAgainWhereReturned();
            addWithinRoom(QString(tabWidth - m_line.text.size() % tabWidth, u' '));
            return;
        case bell:
        case shiftIn:
        case shiftOut:
            return;
        default:
            beginAgainWhereReturned();
            addWithinRoom(QString(QChar::ReplacementCharacter));
        }
    }

    void takeEscape()
    {
        if (m_at == m_bytes.size())
            return;
        const char next = m_bytes.at(m_at);
        if (next == '[') {
            ++m_at;
            takeControlSequence();
        } else if (next == ']' || next == 'P' || next == 'X' || next == '^' || next == '_') {
            ++m_at;
            skipString();
        } else {
            while (m_at < m_bytes.size() && isWithin(m_bytes.at(m_at), ' ', '/'))
                ++m_at;
            if (m_at < m_bytes.size() && isWithin(m_bytes.at(m_at), '0', '~'))
                ++m_at;
        }
    }

    void takeControlSequence()
    {
        const qsizetype begin = m_at;
        while (m_at < m_bytes.size() && isWithin(m_bytes.at(m_at), '0', '?'))
            ++m_at;
        const QByteArrayView parameters = m_bytes.sliced(begin, m_at - begin);
        const qsizetype end = m_at;
        while (m_at < m_bytes.size() && isWithin(m_bytes.at(m_at), ' ', '/'))
            ++m_at;
        if (m_at == m_bytes.size() || !isWithin(m_bytes.at(m_at), '@', '~'))
            return;
        const char command = m_bytes.at(m_at++);
        const bool isPlain = m_at - 1 == end
            && std::all_of(parameters.begin(), parameters.end(), [](char c) { return c <= ';'; });
        if (isPlain)
            obey(command, parametersOf(parameters));
    }

    void obey(char command, const Parameters &parameters)
    {
        const int first = parameters.at(0).at(0);
        if (command == 'm') {
            for (qsizetype at = 0; at < parameters.size(); ++at)
                applyParameter(m_style, parameters, at);
        } else if (command == 'G' && first <= 1) {
            m_isReturned = true;
        } else if (command == 'K' && (first == 2 || (m_isReturned && first <= 0))) {
            forget();
        }
    }

    // What a title, a link or an image says is nothing to show. It ends with BEL or ESC \.
    void skipString()
    {
        while (m_at < m_bytes.size()) {
            const char c = m_bytes.at(m_at++);
            if (c == bell)
                return;
            if (c == escape) {
                if (m_at < m_bytes.size() && m_bytes.at(m_at) == '\\')
                    ++m_at;
                else
                    --m_at; // a sequence of its own, which ends this one
                return;
            }
        }
    }

    // A carriage return alone takes nothing away: it ends many a line.
    void beginAgainWhereReturned()
    {
        if (m_isReturned)
            forget();
    }

    void forget()
    {
        m_line = {};
        m_beyond = 0;
        m_isReturned = false;
    }

    void eraseOne()
    {
        QString &text = m_line.text;
        if (text.isEmpty() || m_beyond > 0 || m_isReturned)
            return;
        text.chop(text.size() > 1 && text.back().isLowSurrogate() ? 2 : 1);
        while (!m_line.runs.isEmpty()) {
            LogRun &run = m_line.runs.last();
            run.length = std::min(run.length, text.size() - run.begin);
            if (run.length > 0)
                return;
            m_line.runs.removeLast();
        }
    }

    void addWithinRoom(const QString &text)
    {
        const qsizetype room = std::max<qsizetype>(0, mostLogCharacters - m_line.text.size());
        m_beyond += std::max<qsizetype>(0, text.size() - room);
        add(text.first(std::min(room, text.size())));
    }

    void add(const QString &text)
    {
        if (m_style != LogStyle() && !text.isEmpty()) {
            LogRun *const last = m_line.runs.isEmpty() ? nullptr : &m_line.runs.last();
            if (last != nullptr && last->begin + last->length == m_line.text.size() && last->style == m_style)
                last->length += text.size();
            else
                m_line.runs.append({.begin = m_line.text.size(), .length = text.size(), .style = m_style});
        }
        m_line.text += text;
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    LogLine m_line;
    LogStyle m_style;
    qint64 m_beyond = 0; // characters that are not shown
    bool m_isReturned = false;
};

} // namespace

LogLine decodeLogLine(QByteArrayView bytes)
{
    return Decoder(bytes).decode();
}

LogLine logNote(const QString &text)
{
    return {.text = text, .runs = {{.begin = 0, .length = text.size(), .style = {.isNote = true}}}};
}

} // namespace ui
