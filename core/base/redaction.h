// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

namespace core {

// `text` with every secret replaced by "•••": user-info in URLs, bearer and token shapes, values assigned to
// names that end in password, passwd, secret, token, key or auth (as VAR=value, as JSON, as --flag value, as
// an HTTP header), and proxy credentials. Line structure is kept.
QString redacted(QStringView text);

// Without terminal escape sequences: CSI; OSC, DCS, SOS, PM and APC up to their terminator or the end of the
// line; other escapes.
QString withoutEscapes(QStringView text);

// Redacted, with terminal escape sequences and control characters removed except line feed and tab; carriage
// returns become line feeds. For text that is shown or saved over several lines.
QString printable(QStringView text);

// The most of a foreign text that a verdict, a trouble or a sentence carries, in characters.
inline constexpr qsizetype detailCharacters = 300;

// One printable line: white space runs collapse to one space, bidirectional overrides are removed, and what
// is longer than `limit` characters is cut there, the last character being an ellipsis.
QString excerpt(QStringView text, qsizetype limit = detailCharacters);

// `argument` as a POSIX shell would have to be given it: unchanged where it is plain, else in single quotes.
QString shellQuoted(const QString &argument);

// `arguments` as one command line to copy into a shell.
QString shellCommand(const QStringList &arguments);

} // namespace core
