// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"

#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace core {

namespace {

const QString mark = u"•••"_s;
constexpr QChar ellipsis = u'…';

// Replaces what `pattern` matches by its first group, the mark, and its second group.
struct Rule
{
    QRegularExpression pattern;
};

// The ends of names whose values are secrets. No English word ends in the first ones; the others must stand
// apart ("api_key", "apiKey"), or "monkey" would be one.
const QString secretName = u"(?:"
                           "(?i:password|passwd|passphrase|secret|token|secret_key_base)|"
                           "(?i:(?<![a-z])(?:key|o?auth|credentials?))|"
                           "(?i:api|access|private|signing|encryption|auth|secret)(?i:key)|"
                           "(?<=[a-z])(?:Key|Auth|Pass)|"
                           "(?<=[_-])(?i:pass|pwd)"
                           ")"_s;

// A value: between escaped quotes, double quotes, single quotes, or one word that leaves a closing bracket.
// The opening quotes belong to what is kept and come as group 2. Quantifiers are possessive, for linear time.
const QString openingQuote = u"(?:\\\\+\"|\"|'|)"_s;
const QString value = u"(?:(?<=\\\\\")(?:(?!\\\\+\")[^\\r\\n])++|"
                      "(?<=[^\\\\]\")(?:[^\"\\\\\\r\\n]++|\\\\.)++|"
                      "(?<=')[^'\\r\\n]++|"
                      "(?<![\"'])(?![\"'\\\\])(?:[^\\s\"'`)\\]}>]|[\"')\\]}>](?=[\\w\\-+/=.!@#$%^&*]))++)"_s;

Rule rule(const QString &pattern, QRegularExpression::PatternOptions options = {})
{
    Rule made{QRegularExpression(pattern, options)};
    Q_ASSERT_X(made.pattern.isValid(), "redaction", qPrintable(made.pattern.errorString()));
    made.pattern.optimize();
    return made;
}

// In this order: what spans lines first, then what has a shape of its own, then what is told by a name.
const std::array<Rule, 16> &rules()
{
    constexpr auto anyCase = QRegularExpression::CaseInsensitiveOption;
    constexpr auto lines = QRegularExpression::MultilineOption;
    static const std::array<Rule, 16> all = {
        // A private key, also one whose beginning or end was cut off.
        rule(u"()-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----(?s:.*?)"
             "(?:-----END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----|\\z)"_s),
        rule(u"\\A()[A-Za-z0-9+/=\\s\\\\]++-----END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----"_s),
        // User-info in URLs. The last @ of the authority ends it: passwords contain @. The second rule is for
        // passwords that contain a slash, told from a port. An @ before a digest is none.
        rule(u"(://)[^\\s/?#\"'<>`]{1,512}(@)(?!sha\\d+:)"_s),
        rule(u"(://)[^\\s/?#:@\"'<>`]{0,128}:(?!\\d{1,5}[/?#])[^\\s\"'<>`]{1,128}(@)(?!sha\\d+:)"_s),
        rule(
            u"(proxy[\"']?\\s{0,8}[=:]\\s{0,8}[\"']?)(?![a-z0-9+]{1,10}://)[^\\s/@\"':]{1,128}(?::[^\\s\"']{0,128})?(@)(?!sha\\d+:)"_s,
            anyCase),
        // HTTP headers, as a client sends them and as Go prints a map of them.
        rule(u"(authorization[\"']?\\s{0,8}[:=]\\s{0,8}[\"'\\[]{0,2}Digest\\s)[^\\r\\n\\]]++"_s, anyCase),
        rule(u"(authorization[\"']?\\s{0,8}[:=]\\s{0,8}[\\\\\"'\\[]{0,3}"
             "(?:(?:Basic|Bearer|Negotiate|NTLM|Token)\\s{1,8})?)(?!Digest )[^\\s\"'\\],\\\\]++"_s,
             anyCase),
        rule(u"(x-registry-(?:auth|config)[\"']?\\s{0,8}[:=]\\s{0,8}[\\\\\"'\\[]{0,3})[^\\s\"'\\],\\\\]++"_s,
             anyCase),
        rule(u"((?:\\b|-)cookie[\"']?\\s{0,8}:\\s{0,8}[\"'\\[]{0,2})[^\\r\\n\"'\\]]++"_s, anyCase),
        rule(u"\\b((?i:bearer)\\s{1,8})(?!realm=)(?=\\S*\\d|\\S{20})[\\w.~+/=-]{6,}+"_s),
        rule(u"\\b((?i:basic)\\s{1,8})(?=\\S*[a-z]\\S*[A-Z]|\\S*[0-9=])[A-Za-z0-9+/]{8,}+={0,2}"_s),
        // Tokens that are known by their shape; eyJ is how every JSON object begins in base64.
        rule(u"(?<![A-Za-z0-9])()(?:eyJ[\\w+/=.-]{10,}+|gh[pousr]_\\w{16,}+|github_pat_\\w{16,}+|"
             "gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|agent|imt)-[\\w.-]{10,}+|dckr_(?:pat|oat)_[\\w-]{10,}+|"
             "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])|xox[abeoprs]-[\\w-]{10,}+|npm_\\w{30,}+|"
             "sk-[\\w-]{20,}+|[sr]k_(?:live|test)_\\w{10,}+|AIza[\\w-]{30,}+|ya29\\.[\\w-]{10,}+|"
             "hf_\\w{20,}+|pypi-[\\w-]{20,}+)"_s),
        // Queries, which go on after the secret.
        rule(u"([?&][\\w.%-]{0,64}"_s + secretName + u"=)[^&\\s\"'#<>]++"_s),
        // A line of an env file: the value may hold blanks.
        rule(u"^(\\h{0,64}+(?:export\\h{1,8}+)?\\w{0,128}?"_s + secretName
                 + u"=)(?!value\\b)(?=[^\\s\"'])[^\\r\\n]++"_s,
             lines),
        // name=value, "name": "value", --name value and the same as a JSON list, "Name:value" as Go prints a
        // struct. A plain "token: …" is how errors read, so a colon needs quotes or a compound name.
        rule(u"("_s + secretName + u"(?:=|\\\\*[\"']\\s{0,64}[:=]\\s{0,64}\\[?)"_s + openingQuote
             + u")(?!value\\b|null\\b|true\\b|false\\b|•••&|[{\\[])"_s + value),
        rule(u"((?:(?<![\\w-])--?[\\w-]{0,64}?"_s + secretName
             + u"(?:\\h{1,8}|[\"']\\s{0,8},\\s{0,8}(?=[\"']))|\\blogin\\b[^\\r\\n]{0,200}?\\h-p\\h{0,8}|"
               "(?i:password|passwd|passphrase)\\h{0,8}:\\h{0,8}|"
               "\\w[_-](?i:key|token|secret|auth)\\h{0,8}:\\h{1,8}|"
               "\\b(?:\\w{0,64}Token|Secret|Auth|\\w{0,64}Key):(?=\\S))"_s
             + openingQuote + u")(?!--|value\\b|null\\b|true\\b|false\\b|[{\\[])"_s + value),
    };
    return all;
}

// The regular expression engine refuses text with half a surrogate pair, which would leave every secret in
// it.
QString wellFormed(QStringView text)
{
    QString result = text.toString();
    for (qsizetype i = 0; i < result.size(); ++i) {
        if (!result.at(i).isSurrogate())
            continue;
        if (result.at(i).isHighSurrogate() && i + 1 < result.size() && result.at(i + 1).isLowSurrogate())
            ++i;
        else
            result[i] = QChar::ReplacementCharacter;
    }
    return result;
}

QString applied(const Rule &rule, const QString &text)
{
    QString result;
    qsizetype copied = 0;
    while (true) {
        const auto match = rule.pattern.match(text, copied, QRegularExpression::NormalMatch,
                                              QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.isValid())
            return mark; // the engine gave up: better nothing than a secret
        if (!match.hasMatch())
            break;
        result += QStringView(text).mid(copied, match.capturedStart() - copied);
        result += match.capturedView(1) % mark % match.capturedView(2);
        copied = match.capturedEnd();
    }
    if (copied == 0)
        return text;
    return result + QStringView(text).mid(copied);
}

QString redactedWellFormed(QString text)
{
    for (const Rule &rule : rules())
        text = applied(rule, text);
    return text;
}

QString withoutControls(QStringView text)
{
    // CSI; OSC, DCS, SOS, PM and APC up to their terminator or the end of the line; other escapes.
    static const QRegularExpression escapes(u"(?:\\x1b\\[|\\x{9b})[0-?]*+[ -/]*+[@-~]?|"
                                            "(?:\\x1b[\\]PX^_]|[\\x{9d}\\x{90}\\x{98}\\x{9e}\\x{9f}])[^"
                                            "\\x07\\x1b\\x{9c}\\r\\n]*+(?:\\x07|\\x1b\\\\|\\x{9c})?|"
                                            "\\x1b[ -/]*+[0-~]?"_s);
    static const QRegularExpression controls(u"[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x{9f}]"_s);
    QString result = wellFormed(text);
    result.remove(escapes);
    result.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
    return result.remove(controls);
}

bool isBidirectionalOverride(QChar character)
{
    const char16_t code = character.unicode();
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace

QString redacted(QStringView text)
{
    return redactedWellFormed(wellFormed(text));
}

QString printable(QStringView text)
{
    return redactedWellFormed(withoutControls(text));
}

QString excerpt(QStringView text, qsizetype limit)
{
    QString plain = withoutControls(text);
    plain.removeIf(isBidirectionalOverride);
    const QString line = redactedWellFormed(plain).simplified();
    if (line.size() <= limit)
        return line;
    QString cut = line.left(qMax(limit - 1, qsizetype(0)));
    if (!cut.isEmpty() && cut.back().isHighSurrogate())
        cut.chop(1);
    return limit > 0 ? QString(cut % ellipsis) : QString();
}

QString shellQuoted(const QString &argument)
{
    static const QRegularExpression plain(u"\\A[A-Za-z0-9_@%+=:,./-]+\\z"_s);
    if (plain.match(argument).hasMatch())
        return argument;
    QString escaped = argument;
    escaped.replace(u'\'', "'\\''"_L1);
    return u'\'' % escaped % u'\'';
}

QString shellCommand(const QStringList &arguments)
{
    QStringList quoted;
    quoted.reserve(arguments.size());
    for (const QString &argument : arguments)
        quoted.append(shellQuoted(argument));
    return quoted.join(u' ');
}

} // namespace core
