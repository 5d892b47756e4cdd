// SPDX-License-Identifier: MIT
#include "ui/presentation/servers.h"

#include "core/base/redaction.h"
#include "core/devserver/frameworks.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/servertrouble.h"
#include "ui/presentation/steps.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Servers)
};

QString plainStatus(const core::Server &server)
{
    switch (server.state) {
    case core::ServerState::Preparing:
        return Text::tr("Preparing…");
    case core::ServerState::Starting:
        return server.isOurs ? Text::tr("Starting…") : Text::tr("Running, asked whether it is ready…");
    case core::ServerState::Announced:
        return Text::tr("Says that it is ready, does not answer yet");
    case core::ServerState::Ready:
        return server.readyAfter ? Text::tr("Ready in %1").arg(durationText(*server.readyAfter))
                                 : Text::tr("Ready");
    case core::ServerState::Stopping:
        return Text::tr("Stopping…");
    case core::ServerState::Running:
        return Text::tr("Running, does not answer");
    case core::ServerState::Paused:
        return Text::tr("Paused");
    case core::ServerState::Created:
        return Text::tr("Created, never started");
    case core::ServerState::Exited:
        return server.exitCode ? Text::tr("Ended with exit code %1").arg(*server.exitCode)
                               : Text::tr("Ended");
    case core::ServerState::Failed:
        return Text::tr("Failed");
    case core::ServerState::Stopped:
        return Text::tr("Stopped");
    }
    Q_UNREACHABLE();
}

Mood plainMood(core::ServerState state)
{
    switch (state) {
    case core::ServerState::Preparing:
    case core::ServerState::Starting:
    case core::ServerState::Announced:
    case core::ServerState::Stopping:
        return Mood::Measuring;
    case core::ServerState::Ready:
        return Mood::Fine;
    case core::ServerState::Running:
    case core::ServerState::Exited:
        return Mood::Attention;
    case core::ServerState::Failed:
        return Mood::Trouble;
    case core::ServerState::Paused:
    case core::ServerState::Created:
    case core::ServerState::Stopped:
        return Mood::Unknown;
    }
    Q_UNREACHABLE();
}

// Remedies that go to the cause, where there are any.
QList<Remedy> remediesOfCause(const core::ServerTrouble &trouble, const core::LaunchRequest &request)
{
    const Remedy anotherPort{Remedy::Kind::AnotherPort, Text::tr("Start o&n another port")};
    using Kind = core::ServerTrouble::Kind;
    if (trouble.kind == Kind::OwnLoopback && core::listeningEverywhere(request.container.command))
        return {{Remedy::Kind::ListenEverywhere, Text::tr("Restart liste&ning everywhere")}};
    if (trouble.kind == Kind::PortHeldByServer)
        return {{Remedy::Kind::OpenHolder, Text::tr("&Open it")},
                {Remedy::Kind::ReplaceHolder, Text::tr("Re&place it")},
                anotherPort};
    if (trouble.kind == Kind::PortHeldByContainer || trouble.kind == Kind::PortHeldByProcess)
        return {anotherPort};
    return {};
}

// Whether its program ran, so that its log may tell why.
bool didRun(core::ServerTrouble::Kind kind)
{
    switch (kind) {
    case core::ServerTrouble::Kind::BadRequest:
    case core::ServerTrouble::Kind::EngineUnreachable:
    case core::ServerTrouble::Kind::ImageMissing:
    case core::ServerTrouble::Kind::PortHeldByServer:
    case core::ServerTrouble::Kind::PortHeldByContainer:
    case core::ServerTrouble::Kind::PortHeldByProcess:
    case core::ServerTrouble::Kind::NoFreePort:
    case core::ServerTrouble::Kind::CommandNotFound:
    case core::ServerTrouble::Kind::CommandNotExecutable:
        return false;
    case core::ServerTrouble::Kind::CouldNotStart:
    case core::ServerTrouble::Kind::Exited:
    case core::ServerTrouble::Kind::OutOfMemory:
    case core::ServerTrouble::Kind::PidsLimit:
    case core::ServerTrouble::Kind::OwnLoopback:
    case core::ServerTrouble::Kind::ServesNothing:
    case core::ServerTrouble::Kind::NotReadyInTime:
    case core::ServerTrouble::Kind::NotHttp:
    case core::ServerTrouble::Kind::FolderGone:
    case core::ServerTrouble::Kind::EngineLost:
    case core::ServerTrouble::Kind::ClientEnded:
    case core::ServerTrouble::Kind::StoppedOutside:
    case core::ServerTrouble::Kind::RemovedOutside:
    case core::ServerTrouble::Kind::RenamedOutside:
    case core::ServerTrouble::Kind::NotRemoved:
        return true;
    }
    Q_UNREACHABLE();
}

QString attachedText(const core::OwnershipWhy &why)
{
    const QString client = QString::number(why.pid);
    // What process 1 has taken over was started by another one.
    if (why.parentPid <= 1 || why.parentProgram.isEmpty())
        return Text::tr("A docker client (process %1) is attached to it.").arg(client);
    return Text::tr("A docker client (process %1), started by %2 (process %3), is attached to it.")
        .arg(client, core::excerpt(why.parentProgram, 40), QString::number(why.parentPid));
}

QString endText(const core::OwnershipWhy &why, const QDateTime &now)
{
    const QString owner = QString::number(why.pid);
    if (!why.since.isValid())
        return Text::tr("Left behind: its owner (Berth, process %1) has ended.").arg(owner);
    return Text::tr("Left behind: its owner (Berth, process %1) ended %2 ago.")
        .arg(owner, ageText(why.since, now));
}

QString whyText(const core::OwnershipWhy &why, const QDateTime &now)
{
    using Kind = core::OwnershipWhy::Kind;
    switch (why.kind) {
    case Kind::ThisProcess:
        return {};
    case Kind::OwnerLives:
        return Text::tr("Another Berth (process %1) started it and still runs.")
            .arg(QString::number(why.pid));
    case Kind::ClientAttached:
        return attachedText(why);
    case Kind::KeptByUser:
        return Text::tr("It was left running on purpose %1 ago.").arg(ageText(why.since, now));
    case Kind::OwnerGone:
        return endText(why, now);
    case Kind::OwnerBeforeBoot:
        return Text::tr(
                   "Left behind: its owner (Berth, process %1) ran before this machine was last started.")
            .arg(QString::number(why.pid));
    case Kind::NoClient:
        return Text::tr("Left behind: nothing on this machine is attached to it, and it began %1 ago.")
            .arg(ageText(why.since, now));
    case Kind::Young:
        return Text::tr("Nothing on this machine is attached to it. It counts as left behind once it is ten "
                        "minutes old.");
    case Kind::OwnerElsewhere:
        return Text::tr("Who started it cannot be told from here.");
    }
    Q_UNREACHABLE();
}

} // namespace

Mood serverMood(const core::Server &server)
{
    const Mood mood = plainMood(server.state);
    const bool worries = server.trouble || server.ownership == core::Ownership::Orphan || server.isExposed();
    return worries && mood != Mood::Trouble && server.state != core::ServerState::Stopping ? Mood::Attention
                                                                                           : mood;
}

QString stateWord(core::ServerState state)
{
    switch (state) {
    case core::ServerState::Preparing:
        return Text::tr("Preparing");
    case core::ServerState::Starting:
        return Text::tr("Starting");
    case core::ServerState::Announced:
        return Text::tr("Announced");
    case core::ServerState::Ready:
        return Text::tr("Ready");
    case core::ServerState::Stopping:
        return Text::tr("Stopping");
    case core::ServerState::Running:
        return Text::tr("Running");
    case core::ServerState::Paused:
        return Text::tr("Paused");
    case core::ServerState::Created:
        return Text::tr("Created");
    case core::ServerState::Exited:
        return Text::tr("Ended");
    case core::ServerState::Failed:
        return Text::tr("Failed");
    case core::ServerState::Stopped:
        return Text::tr("Stopped");
    }
    Q_UNREACHABLE();
}

QString serverStatus(const core::Server &server)
{
    const bool saysBoth =
        server.state == core::ServerState::Ready || server.state == core::ServerState::Stopping;
    QStringList parts;
    if (server.ownership == core::Ownership::Orphan)
        parts.append(Text::tr("Left behind"));
    if (!server.trouble || saysBoth)
        parts.append(plainStatus(server));
    if (server.trouble)
        parts.append(troubleSentence(*server.trouble));
    return joinedLine(parts);
}

QString ownershipReason(const core::Server &server, const QDateTime &now)
{
    QStringList sentences{whyText(server.why, now)};
    if (server.why.isFolderGone && server.ownership != core::Ownership::Owned)
        sentences.append(Text::tr("Its project folder is gone."));
    return joinedSentences(sentences);
}

QString ownershipText(const core::Server &server, const QDateTime &now)
{
    QStringList sentences{ownershipReason(server, now)};
    if (server.ownership == core::Ownership::Orphan)
        sentences.append(Text::tr("Stop it if nobody needs it."));
    return joinedSentences(sentences);
}

QString serverExplanation(const core::Server &server)
{
    QStringList sentences;
    if (server.trouble)
        sentences.append(troubleSentence(*server.trouble));
    if (server.ownership == core::Ownership::Orphan)
        sentences.append(ownershipText(server));
    if (server.isExposed())
        sentences.append(networkExplanation(server));
    return joinedSentences(sentences);
}

QStringList serverCommands(const core::Server &server)
{
    return server.trouble && server.trouble->diagnosis ? server.trouble->diagnosis->commands : QStringList();
}

QString projectName(const core::Server &server)
{
    const QString last = server.project.section(u'/', -1, -1, QString::SectionSkipEmpty);
    return core::excerpt(last.isEmpty() ? server.name : last, 80);
}

QString serverTitle(const core::Server &server)
{
    const QString project = projectName(server);
    return server.port == 0 ? project : Text::tr("%1 · %2").arg(QString::number(server.port), project);
}

QString networkText(const core::Server &server)
{
    const QString mode = server.mode == core::NetworkMode::Sealed ? Text::tr("Sealed") : Text::tr("Open");
    return server.isExposed() ? Text::tr("%1, exposed").arg(mode) : mode;
}

QString networkExplanation(const core::Server &server)
{
    QString mode = server.mode == core::NetworkMode::Sealed
        ? Text::tr("Sealed: the server itself reaches no network.")
        : Text::tr("Open: the server can reach the network.");
    if (!server.isExposed())
        return mode;
    return joinedSentences(
        {mode,
         Text::tr("Exposed: it is published at %1, where other machines can reach it. Start it with Berth to "
                  "publish it on this machine alone.")
             .arg(core::excerpt(server.published.join(u", "_s), 120))});
}

QString ageText(const QDateTime &since, const QDateTime &now)
{
    if (!since.isValid())
        return {};
    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    const qint64 seconds = since.secsTo(now);
    const QLocale locale;
    if (seconds < minute)
        return Text::tr("< 1 min");
    if (seconds < hour)
        return Text::tr("%1 min").arg(locale.toString(seconds / minute));
    if (seconds < day)
        return Text::tr("%1 h").arg(locale.toString(seconds / hour));
    return Text::tr("%1 d").arg(locale.toString(seconds / day));
}

QString memoryText(qint64 bytes)
{
    constexpr qint64 gibi = 1024 * 1024 * 1024;
    return QLocale().formattedDataSize(bytes, bytes < gibi ? 0 : 1, QLocale::DataSizeIecFormat);
}

QString cpuText(double percent)
{
    return Text::tr("%1 %").arg(QLocale().toString(percent, 'f', percent < 9.95 ? 1 : 0));
}

ListingText presentListing(const core::Listing &listing)
{
    switch (listing.state) {
    case core::Listing::State::Loading:
        return {.mood = Mood::Measuring, .headline = Text::tr("Looking for dev servers…")};
    case core::Listing::State::Listed:
        return {};
    case core::Listing::State::Failed: {
        const QString cause = listing.diagnosis ? listing.diagnosis->cause : sentence(listing.reason);
        const QString remedy =
            listing.diagnosis ? listing.diagnosis->remedy : Text::tr("Start Docker, then try again.");
        return {.mood = Mood::Trouble,
                .headline = Text::tr("The dev servers could not be listed"),
                .text = joinedSentences({cause, remedy})};
    }
    case core::Listing::State::Silent:
        return {.mood = Mood::Attention,
                .headline = Text::tr("The engine does not answer"),
                .text = Text::tr("Berth goes on asking, and shows what is known so far; if it stays like "
                                 "this, restart Docker.")};
    }
    Q_UNREACHABLE();
}

QList<Remedy> remediesFor(const core::Server &server, const std::optional<core::LaunchRequest> &request)
{
    QList<Remedy> remedies;
    if (server.trouble && request) {
        remedies += remediesOfCause(*server.trouble, *request);
        if (remedies.isEmpty() && !server.isAlive())
            remedies.append({Remedy::Kind::Restart, Text::tr("Restart")});
        remedies.append({Remedy::Kind::Edit, Text::tr("Edit and start…")});
    }
    if (server.trouble && didRun(server.trouble->kind))
        remedies.append({Remedy::Kind::ShowLog, Text::tr("Sho&w log")});
    if (!server.isAlive())
        remedies.append({Remedy::Kind::Dismiss, Text::tr("Dis&miss")});
    else if (server.state != core::ServerState::Stopping)
        remedies.append({Remedy::Kind::Stop, Text::tr("Stop")});
    return remedies;
}

} // namespace ui
