// SPDX-License-Identifier: MIT
#include "core/docker/diagnosis.h"

#include "core/base/redaction.h"
#include "core/docker/catalogue.h"
#include "core/docker/wording.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// An endpoint or a path longer than this says no more; it stands in the middle of a sentence.
constexpr qsizetype longestFact = 120;

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

// One pass over the catalogue's own words: a fact, which others wrote, may look like a placeholder itself,
// and filled in again it would leave its quotes.
QString filledIn(const QString &sentence, const Evidence &evidence, bool forShell)
{
    const EngineFacts &engine = evidence.engine;
    const QHash<QString, QString> facts{
        {u"{socket}"_s, evidence.socket.path},
        {u"{group}"_s, evidence.socket.group.isEmpty() ? u"docker"_s : evidence.socket.group},
        {u"{user}"_s, evidence.socket.user},
        {u"{endpoint}"_s, engine.endpoint},
        {u"{context}"_s, engine.context},
        {u"{root}"_s, engine.rootFolder.isEmpty() ? u"/var/lib/docker"_s : engine.rootFolder},
        {u"{program}"_s, engine.clientPath},
        {u"{driver}"_s, engine.storageDriver},
    };
    static const QRegularExpression placeholder(u"\\{[a-z]+\\}"_s);
    QString result;
    qsizetype copied = 0;
    for (auto found = placeholder.globalMatch(sentence); found.hasNext();) {
        const auto match = found.next();
        const QString plain = excerpt(facts.value(match.captured()), longestFact);
        result += QStringView(sentence).mid(copied, match.capturedStart() - copied);
        result += forShell ? shellQuoted(plain) : plain;
        copied = match.capturedEnd();
    }
    result += QStringView(sentence).mid(copied);
    return result.simplified();
}

// Whether it is the same from whatever machine it is given, unlike one that looks at or changes this host.
bool asksTheEngine(const QString &command)
{
    static const QRegularExpression portable(u"\\A(?:docker|unset|berth) "_s);
    return portable.match(command).hasMatch();
}

// The command for the engine that is judged, which need not be the one that a shell's docker leads to.
QString addressed(const QString &command, const EngineFacts &engine)
{
    static const QString docker = u"docker "_s;
    if (engine.context.isEmpty() || !command.startsWith(docker) || command.startsWith(u"docker context "_s))
        return command;
    return docker + u"--context {context} "_s + command.mid(docker.size());
}

Diagnosis made(const CatalogueEntry &entry, const Evidence &evidence)
{
    Diagnosis diagnosis{.id = text(entry.id),
                        .scope = entry.scope,
                        .cause = filledIn(text(entry.cause), evidence, false),
                        .remedy = text(entry.remedy)};
    QStringList commands = text(entry.commands).split(u'\n', Qt::SkipEmptyParts);
    // On this machine they would be about another engine, if any; but for the client, which is here.
    const bool isAboutClient = diagnosis.id.startsWith(u"client-"_s);
    if (!isAboutClient && evidence.engine.isElsewhere()
        && commands.removeIf([](const QString &command) { return !asksTheEngine(command); }) > 0)
        diagnosis.remedy += u" The engine's host is another machine: look there."_s;
    for (const QString &command : std::as_const(commands))
        diagnosis.commands.append(filledIn(addressed(command, evidence.engine), evidence, true));
    return diagnosis;
}

bool matches(const CatalogueEntry &entry, const QString &words)
{
    const QStringList patterns = text(entry.patterns).split(u'\n', Qt::SkipEmptyParts);
    return std::any_of(patterns.begin(), patterns.end(), [&words](const QString &pattern) {
        return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption).match(words).hasMatch();
    });
}

QString idByWords(const QString &words)
{
    // What the engine itself says is no news about the way to it, however alike the words are.
    const bool fromEngine = words.contains(u"response from daemon"_s, Qt::CaseInsensitive);
    if (!fromEngine) {
        for (const CatalogueEntry &entry : wayCatalogue()) {
            if (matches(entry, words))
                return text(entry.id);
        }
    }
    for (const CatalogueEntry &entry : engineCatalogue()) {
        if (matches(entry, words))
            return text(entry.id);
    }
    return u"unrecognised"_s;
}

QString idOfSilence(Attempt attempt, const Evidence &evidence)
{
    switch (attempt) {
    case Attempt::AskVersion:
        // Of an engine elsewhere not even that much is known: a packet that is dropped looks the same.
        if (evidence.engine.isElsewhere())
            return u"host-refused"_s;
        return evidence.pingAnswered == true ? u"engine-stuck"_s : u"engine-silent"_s;
    case Attempt::LoadImage:
        return u"load-silent"_s;
    case Attempt::RunContainer:
        return evidence.markerPrinted ? u"end-not-reported"_s : u"run-silent"_s;
    }
    Q_UNREACHABLE();
}

QString idOfFailure(Attempt attempt, const Failed &failed, const Evidence &evidence)
{
    switch (failed.cause) {
    case Failed::Cause::NotFound:
        return u"client-missing"_s;
    case Failed::Cause::CouldNotStart:
        return failed.reason.contains(u"permission denied"_s, Qt::CaseInsensitive)
            ? u"client-not-executable"_s
            : u"client-broken"_s;
    case Failed::Cause::TimedOut:
    case Failed::Cause::Cancelled:
        return idOfSilence(attempt, evidence);
    }
    Q_UNREACHABLE();
}

// docker says the same where the socket is missing, stale or not a socket: the look at it tells more.
QString idOfNoConnection(const SocketFacts &socket)
{
    switch (socket.state) {
    case SocketFacts::State::NotLocal:
        return u"host-refused"_s;
    case SocketFacts::State::Missing:
        return u"socket-missing"_s;
    case SocketFacts::State::Refused:
        return u"socket-stale"_s;
    case SocketFacts::State::Denied:
        return u"socket-permission"_s;
    case SocketFacts::State::Listening: // it came, or came back, in between
        return u"connection-broken"_s;
    }
    Q_UNREACHABLE();
}

// What the words alone cannot tell apart.
QString refined(QString id, Attempt attempt, const QString &words, const Evidence &evidence)
{
    // Later attempts had a connection: there it broke, whatever the socket is by now.
    const bool neverConnected = attempt == Attempt::AskVersion
        && (words.contains(u"is the docker daemon running"_s, Qt::CaseInsensitive)
            || words.contains(u"if the daemon is running"_s, Qt::CaseInsensitive));
    if (id == "connection-broken"_L1 && neverConnected)
        id = idOfNoConnection(evidence.socket);
    // That socket is on the other machine, and so is the user who may not open it.
    if (id == "socket-permission"_L1 && evidence.engine.isOverSsh())
        return u"unrecognised"_s;
    if (id == "socket-permission"_L1 && evidence.socket.memberOnlyInDatabase)
        return u"group-not-in-session"_s;
    if (id == "disk-full"_L1 && evidence.rootOutOfInodes)
        return u"inodes-full"_s;
    return id;
}

} // namespace

Diagnosis diagnose(Attempt attempt, const CommandOutcome &outcome, const Evidence &evidence)
{
    if (const auto *failed = std::get_if<Failed>(&outcome))
        return diagnosisFor(idOfFailure(attempt, *failed, evidence), evidence);
    if (attempt == Attempt::AskVersion && succeeded(outcome))
        return diagnosisFor(u"not-an-engine"_s, evidence);
    // The 20.10 client prints some of its errors on standard output.
    const QString words = withoutWarnings(errText(outcome)) + u'\n' + outText(outcome);
    return diagnosisFor(refined(idByWords(words), attempt, words, evidence), evidence);
}

Diagnosis diagnosisFor(const QString &id, const Evidence &evidence)
{
    for (const auto &catalogue : {wayCatalogue(), engineCatalogue(), observedCatalogue()}) {
        for (const CatalogueEntry &entry : catalogue) {
            if (id == QLatin1StringView(entry.id))
                return made(entry, evidence);
        }
    }
    Q_UNREACHABLE();
}

QStringList diagnosisIds()
{
    QStringList ids;
    for (const auto &catalogue : {wayCatalogue(), engineCatalogue(), observedCatalogue()}) {
        for (const CatalogueEntry &entry : catalogue)
            ids.append(text(entry.id));
    }
    ids.sort();
    return ids;
}

} // namespace core
