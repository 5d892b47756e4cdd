// SPDX-License-Identifier: MIT
#include "core/devserver/readiness.h"

#include "core/base/redaction.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace core {

namespace {

using Patterns = std::span<const QRegularExpression>;

QRegularExpression pattern(const QString &text)
{
    QRegularExpression made(text, QRegularExpression::CaseInsensitiveOption);
    Q_ASSERT_X(made.isValid(), "readiness", qPrintable(made.errorString()));
    made.optimize();
    return made;
}

bool matchesAny(Patterns patterns, const QString &text)
{
    return std::ranges::any_of(
        patterns, [&](const QRegularExpression &candidate) { return candidate.match(text).hasMatch(); });
}

// What a server can run on or be available at; "running on Linux" is none.
const QString &place()
{
    static const QString text = u"(?:https?://|//|localhost\\b|all addresses\\b|\\[?::|\\*?:\\d{2,5}\\b|"
                                "\\d{1,3}(?:\\.\\d{1,3}){3}\\b|port\\b|\\d{4,5}(?![\\w.:/-]))"_s;
    return text;
}

Patterns announcements()
{
    static const std::array all{
        pattern(u"(?<![\\w-])ready(?![\\w-])"_s),
        pattern(
            u"\\blistening\\b(?:\\s+(?:on|at|for (?:connections|requests))\\b|\\s*:|\\s+https?:|\\s*$)"_s),
        pattern(u"\\b(?:running|started|available|live|up)\\s+(?:on|at)\\b:?\\s*(?:"_s % place() % u"|$)"_s),
        pattern(u"\\bserving\\b.{0,60}?\\b(?:on|at)\\s+"_s % place()),
        pattern(u"\\b(?:local|network):\\s+https?://"_s),
        pattern(u"\\bcompiled (?:\\S+ )?successfully\\b"_s),
        pattern(u"\\bcompiled with \\d+ warnings?\\b"_s),
        pattern(u"\\bserver (?:is |has )?(?:now )?(?:started|running|up)\\b"_s),
        pattern(u"\\bstarted (?:\\w+ )?server\\b(?! process)"_s),
        pattern(u"\\bstarting development server at\\b"_s),
        pattern(u"\\bserver \\(https?://[^)\\s]+\\) started\\b"_s),
        pattern(u"\\bapplication startup complete\\b"_s),
        pattern(u"\\baccepting connections\\b"_s),
        // An address with nothing but its name and ornaments around it.
        pattern(u"^\\W*(?:(?:url|server|address|server address|open):?\\s+)?"
                "https?://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1?\\]):\\d{1,5}(?:/\\S*)?\\W*$"_s),
    };
    return all;
}

// Lines that hold such words and say the contrary, or speak of something else: node's debugger listens, too.
Patterns denials()
{
    static const std::array all{
        pattern(u"\\b(?:not|never|no longer|isn't|wasn't|aren't|until|when|once|be|get|getting)\\b"
                "(?:\\s+\\w+){0,2}?\\s+(?:ready|listening|running|serving|available|started|up)\\b"_s),
        pattern(u"\\b(?:error|failed|failure|cannot|can't|could not|couldn't|unable|refused|denied|waiting|"
                "debugger|shutting down|stopped|EADDRINUSE)\\b|\\bin use\\b"_s),
    };
    return all;
}

Patterns pidsLimitWords()
{
    static const std::array all{
        pattern(u"\\b(?:can't|cannot|could not|couldn't|failed to|unable to)\\s+(?:start|create|spawn)\\s+"
                "(?:a |an )?(?:new |native |os )*(?:thread|process)"_s), // Python, Java, Go, Rust
        pattern(u"\\b(?:can't|cannot)\\s+fork\\b|\\bfork: retry\\b|\\bfork failed\\b"_s), // shells
        pattern(
            u"\\bpthread_create\\b.{0,40}\\b(?:fail|failed|EAGAIN|resource temporarily unavailable)\\b"_s),
        pattern(u"\\bspawn\\b.{0,200}\\bEAGAIN\\b|\\buv_thread_create\\b"_s), // node
        pattern(u"\\b(?:fork|clone|thread|threads|process|processes)\\b.{0,120}"
                "\\bresource temporarily unavailable\\b"_s),
        pattern(u"\\bBlockingIOError: \\[Errno 11\\]"_s), // Python's fork
    };
    return all;
}

} // namespace

bool announcesReadiness(QStringView line)
{
    const QString text = withoutEscapes(line);
    return matchesAny(announcements(), text) && !matchesAny(denials(), text);
}

bool saysPidsLimit(QStringView line)
{
    return matchesAny(pidsLimitWords(), withoutEscapes(line));
}

} // namespace core
