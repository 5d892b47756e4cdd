// SPDX-License-Identifier: MIT
#include "core/docker/wording.h"

#include "core/base/redaction.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace core {

namespace {

bool containsAny(const QString &text, std::initializer_list<QLatin1StringView> words)
{
    return std::any_of(words.begin(), words.end(),
                       [&text](QLatin1StringView word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString withoutNotes(const QString &said)
{
    static const QRegularExpression note(u"^(WARNING: |Run 'docker |See 'docker )"_s);
    QStringList lines = said.split(u'\n', Qt::SkipEmptyParts);
    lines.removeIf([](const QString &line) { return note.match(line).hasMatch(); });
    return lines.join(u' ').trimmed();
}

} // namespace

bool isEngineSpeaking(const QString &said)
{
    static const QRegularExpression prefix(u"^docker: |error response from daemon"_s,
                                           QRegularExpression::CaseInsensitiveOption
                                               | QRegularExpression::MultilineOption);
    return prefix.match(said).hasMatch();
}

bool saysConnectionBroke(const QString &said)
{
    // The client's own word, beside the engine's: it gives up waiting for what the engine refused to start.
    QString others = said;
    others.remove("error waiting for container: context canceled"_L1, Qt::CaseInsensitive);
    return containsAny(others,
                       {"cannot connect"_L1, "failed to connect to the docker api"_L1,
                        "error during connect"_L1, "permission denied while trying to connect"_L1,
                        "error waiting for container"_L1, "unexpected eof"_L1});
}

bool saysImageUnfit(const QString &said)
{
    return containsAny(
        said, {"no such image"_L1, "unable to find image"_L1, "image not known"_L1, "exec format error"_L1});
}

bool saysCannotExecute(const QString &said, const QString &program)
{
    return said.contains(u"exec: \""_s + program) || said.contains(u"exec "_s + program + u": "_s)
        || said.contains(u"exec "_s + program + u" failed: "_s); // the init's words
}

bool saysLayerUnfit(const QString &said)
{
    return containsAny(said, {"error creating overlay mount"_L1, "layer does not exist"_L1});
}

bool saysInitMissing(const QString &said)
{
    return containsAny(said, {"docker-init"_L1, "exec: \"tini"_L1, "/dev/init"_L1, "catatonit"_L1});
}

bool saysNoSuchContainer(const QString &said)
{
    return containsAny(said, {"no such container"_L1, "no such object"_L1});
}

bool saysPortTaken(const QString &said)
{
    return containsAny(said, {"port is already allocated"_L1, "address already in use"_L1});
}

bool saysNameTaken(const QString &said)
{
    return said.contains("container name"_L1) && said.contains("already in use"_L1);
}

bool saysSourceMissing(const QString &said)
{
    return containsAny(said, {"bind source path does not exist"_L1});
}

bool saysForwardingDisabled(const QString &said)
{
    return containsAny(said, {"ipv4 forwarding is disabled"_L1});
}

QString withoutWarnings(QString said)
{
    static const QRegularExpression warning(u"^WARNING: [^\\n]*\\n?"_s, QRegularExpression::MultilineOption);
    return said.remove(warning);
}

QString reasonOf(const CommandOutcome &outcome)
{
    if (const auto *failed = std::get_if<Failed>(&outcome))
        return excerpt(failed->reason);
    // The 20.10 client prints some of its errors on standard output.
    const QString said = withoutNotes(errText(outcome));
    return excerpt(said.isEmpty() ? withoutNotes(outText(outcome)) : said);
}

} // namespace core
