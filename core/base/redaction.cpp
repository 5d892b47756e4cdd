// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"

#include <QList>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace core {

namespace {

const QString mark = u"•••"_s;
constexpr QChar ellipsis = u'…';

// Every pattern finds one secret: what its first and second group hold stays, the mark takes the place of the
// rest. Runs are possessive or bounded, so that no text takes more than linear time.
QRegularExpression pattern(const QString &text, QRegularExpression::PatternOptions options = {})
{
    QRegularExpression made(text, options);
    Q_ASSERT_X(made.isValid(), "redaction", qPrintable(made.errorString()));
    made.optimize();
    return made;
}

QList<QRegularExpression> keyPatterns()
{
    const QString begin = uR"(-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----)"_s;
    const QString end = uR"(-----END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----)"_s;
    return {
        pattern(u"()"_s + begin + uR"((?s:.*?)(?:)"_s + end + uR"(|\z))"_s), // its end may have been cut off,
        pattern(uR"(\A()[A-Za-z0-9+/=\s\\]++)"_s + end),                     // or its beginning
    };
}

QList<QRegularExpression> urlPatterns()
{
    constexpr auto anyCase = QRegularExpression::CaseInsensitiveOption;
    return {
        // The last @ of the authority ends the user-info: passwords contain @. An @ before a digest is none.
        pattern(uR"((://)[^\s/?#"'<>`]+(@)(?!sha\d+:))"_s),
        // A password with a slash in it, told from a port.
        pattern(uR"((://)[^\s/?#:@"'<>`]{0,128}:(?!\d{1,5}[/?#])[^\s"'<>`]{1,128}(@)(?!sha\d+:))"_s),
        // A proxy may be given without a scheme.
        pattern(uR"((proxy["']?\s{0,8}[=:]\s{0,8}["']?)(?![a-z0-9+]{1,10}://))"
                uR"([^\s/@"':]{1,128}(?::[^\s"']{0,512})?(@)(?!sha\d+:))"_s,
                anyCase),
    };
}

// As a client sends them, as JSON, and as Go prints a map of them.
QList<QRegularExpression> headerPatterns()
{
    constexpr auto anyCase = QRegularExpression::CaseInsensitiveOption;
    const QString authorization = uR"((authorization["']?+\s{0,8}+[:=]\s{0,8}+)"_s;
    const QString oneWord = uR"((?:Basic|Bearer|Negotiate|NTLM|Token)\s{1,8})"_s;
    return {
        pattern(authorization + uR"([\\"'\[]{0,3})"_s + oneWord + uR"()[^\s"'\],\\]++)"_s, anyCase),
        pattern(authorization + uR"(\[?+(?:Digest\s++)?+)(?!)"_s + oneWord + uR"(|["'\\])[^\r\n\]]++)"_s,
                anyCase),
        pattern(authorization + uR"(\[?+\\*+["'])(?!)"_s + oneWord + uR"()[^\r\n"'\]\\]++)"_s, anyCase),
        pattern(uR"((x-registry-(?:auth|config)["']?\s{0,8}[:=]\s{0,8}[\\"'\[]{0,3})[^\s"'\],\\]++)"_s,
                anyCase),
        pattern(uR"((\bcookie["']?\s{0,8}:\s{0,8}["'\[]{0,2})[^\r\n"'\]]++)"_s, anyCase),
        pattern(uR"(\b(bearer\s{1,8})(?!realm=)(?=\S*\d|\S{20})[\w.~+/=-]{6,}+)"_s, anyCase),
        pattern(uR"(\b([Bb]asic\s{1,8})(?=\S*[a-z]\S*[A-Z]|\S*[0-9=])[A-Za-z0-9+/]{8,}+={0,2})"_s),
    };
}

// Tokens that are known by their shape; eyJ is how every JSON object begins in base64.
QRegularExpression shapePattern()
{
    return pattern(
        uR"((?<![A-Za-z0-9])()(?:eyJ[\w+/=.-]{10,}+|gh[pousr]_\w{16,}+|github_pat_\w{16,}+|)"
        uR"(gl(?:pat|dt|rt|cbt|ptt|ft|oas|soat|agent|imt)-[\w.-]{10,}+|dckr_(?:pat|oat)_[\w-]{10,}+|)"
        uR"((?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])|xox[abeoprs]-[\w-]{10,}+|npm_\w{30,}+|)"
        uR"(sk-[\w-]{20,}+|[sr]k_(?:live|test)_\w{10,}+|AIza[\w-]{30,}+|ya29\.[\w-]{10,}+|hf_\w{20,}+|)"
        uR"(pypi-[\w-]{20,}+))"_s);
}

// Values of names: name=value, "name": "value", --name value, Name:value as Go prints a struct. A plain
// "token: …" is how errors read, so there a colon needs quotes or a compound name.
QList<QRegularExpression> namePatterns()
{
    // How such a name ends. No English word ends in the first ones; the others must stand apart ("api_key",
    // "apiKey"), or "monkey" would be one.
    const QString name = uR"((?:(?i:password|passwd|passphrase|secret|token|secret_key_base)|)"
                         uR"((?i:(?<![a-z])(?:key|o?auth|credentials?))|)"
                         uR"((?i:(?:api|access|account|private|signing|encryption|auth|secret|ssh)key)|)"
                         uR"((?<=[a-z])(?:Key|Auth|Pass)|(?<=[_-])(?i:pass|pwd)))"_s;
    const QString quote = uR"((?:\\+"|"|'|`|))"_s;
    // Up to the closing quote, or one word, which may hold quotes and brackets but not end in one.
    const QString value = uR"((?:(?<=\\")(?:(?!\\+")[^\r\n])++|)"
                          uR"((?<=[^\\]")(?:[^"\\\r\n]++|\\.)++|)"
                          uR"((?<=')[^'\r\n]++|)"
                          uR"((?<!["'])(?!\\*["'])(?:[^\s"'`)\]}>]|["'`](?=[\w\-+/=.!@#$%^&*])|)"
                          uR"([)\]}>]++(?=[^\s"'`]))++))"_s;
    // A placeholder of a usage text, a JSON literal, what docker says of its own flag.
    const QString nothingSecret = uR"((?!(?:value|null|true|false|via)(?:[\s,})\]"'`]|\z)))"_s;
    return {
        // A query goes on after the secret.
        pattern(uR"(([?&][\w.%-]{0,64})"_s + name + uR"(=)[^&\s"'#<>]++)"_s),
        // A line of an env file goes on to its end.
        pattern(uR"(^(\h{0,64}+(?:export\h{1,8}+)?\w{0,128}?)"_s + name + uR"(=))"_s + nothingSecret
                    + uR"((?=[^\s"'`])[^\r\n]++)"_s,
                QRegularExpression::MultilineOption),
        pattern(u"("_s + name + uR"((?:=|\h{1,8}=\h{1,8}|\\*["']\s{0,64}[:=]\s{0,64}(?![{])\[?))"_s + quote
                + u")"_s + nothingSecret + u"(?!•••&)"_s + value),
        pattern(uR"(((?<![\w-])--?[\w-]{0,64}?)"_s + name + uR"((?:\h{1,8}|["']\s{0,8},\s{0,8}(?=["'])))"_s
                + quote + u")"_s + nothingSecret + value),
        pattern(uR"((\blogin\b[^\r\n]{0,200}?\h-p\h{0,8}|(?i:password|passwd|passphrase)\h{0,8}:\h{0,8}|)"
                uR"(\w[_-](?i:key|token|secret|auth)\h{0,8}:\h{1,8}|)"
                uR"(\b(?:\w{0,64}Token|Secret|Auth|\w{0,64}Key):(?=\S)\[?)"_s
                + quote + u")"_s + nothingSecret + value),
    };
}

// What spans lines first, then what has a shape of its own, then what is told by a name.
const QList<QRegularExpression> &patterns()
{
    static const QList<QRegularExpression> all =
        keyPatterns() + urlPatterns() + headerPatterns() + QList{shapePattern()} + namePatterns();
    return all;
}

// Half a surrogate pair makes the engine refuse the text, and every secret would stay.
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

QString replaced(const QRegularExpression &secret, const QString &text)
{
    QString result;
    qsizetype copied = 0;
    while (true) {
        const auto match = secret.match(text, copied, QRegularExpression::NormalMatch,
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
    for (const QRegularExpression &secret : patterns())
        text = replaced(secret, text);
    return text;
}

QString withoutControls(QStringView text)
{
    static const QRegularExpression controls(u"[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x{9f}]"_s);
    QString result = withoutEscapes(text);
    result.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
    return result.remove(controls);
}

bool isBidirectionalOverride(QChar character)
{
    const char16_t code = character.unicode();
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace

QString withoutEscapes(QStringView text)
{
    static const QRegularExpression escapes(u"(?:\\x1b\\[|\\x{9b})[0-?]*+[ -/]*+[@-~]?|"
                                            "(?:\\x1b[\\]PX^_]|[\\x{9d}\\x{90}\\x{98}\\x{9e}\\x{9f}])[^"
                                            "\\x07\\x1b\\x{9c}\\r\\n]*+(?:\\x07|\\x1b\\\\|\\x{9c})?|"
                                            "\\x1b[ -/]*+[0-~]?"_s);
    return wellFormed(text).remove(escapes);
}

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
    QString line = redactedWellFormed(plain).simplified();
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
