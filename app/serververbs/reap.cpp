// SPDX-License-Identifier: MIT
#include "app/serververbs/reap.h"

#include "app/composition.h"
#include "app/printing.h"
#include "app/remember.h"
#include "app/serververbs/listed.h"
#include "core/base/redaction.h"
#include "core/devserver/reap.h"
#include "ui/presentation/servers.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>

#include <cstdio>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace core;
using Outcome = Reaped::Outcome;

namespace app {

namespace {

QString tr(const char *text, int count = -1)
{
    return QCoreApplication::translate("ServerVerbs", text, nullptr, count);
}

QString nameOf(const Server &server)
{
    return excerpt(server.name, 100);
}

bool hasTerminal()
{
#ifdef Q_OS_UNIX
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
#else
    return false;
#endif
}

// Asked at the terminal; the answer is one line.
bool isWanted(qsizetype count)
{
    const QString question = count == 1 ? tr("Remove it? [y/N] ") : tr("Remove these %1? [y/N] ").arg(count);
    std::fputs(qUtf8Printable(question), stderr);
    std::fflush(stderr);
    char answer[16] = {};
    if (std::fgets(answer, sizeof answer, stdin) == nullptr)
        return false;
    return answer[0] == 'y' || answer[0] == 'Y';
}

void tell(const Reaped &reaped)
{
    const QString name = nameOf(reaped.server);
    switch (reaped.outcome) {
    case Outcome::Removed:
        print(tr("removed %1").arg(name));
        break;
    case Outcome::Spared:
        print(tr("left alone %1: it is gone, or no longer left behind").arg(name));
        break;
    case Outcome::Left:
        say(tr("%1: %2").arg(
            name, ui::troubleSentence({.kind = ServerTrouble::Kind::NotRemoved, .detail = reaped.detail})));
        break;
    }
}

// Up to the last removal; returns the exit code. Blocking.
int reap(const CommandLine &line, const EngineAccess &access, QList<Server> orphans,
         const std::stop_token &stop)
{
    orphans.removeIf([](const Server &server) { return !isOrphan(server); });
    if (orphans.isEmpty()) {
        print(tr("Nothing is left behind."));
        return ExitDone;
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (const Server &server : std::as_const(orphans))
        print(tr("%1  %2").arg(nameOf(server), ui::ownershipText(server, now)));
    if (line.isDryRun)
        return ExitDone;
    if (!line.isYes && !hasTerminal()) {
        say(tr("There is no terminal to ask at: remove what is left behind with --yes."));
        return ExitWrongUsage;
    }
    if (!line.isYes && !isWanted(orphans.size())) {
        say(tr("nothing was removed"));
        return ExitFailed;
    }
    const QList<Reaped> all = reapServers(access.docker, access.facts, composeOwners(), orphans, stop);
    bool isDone = true;
    QList<HistoryEntry> ends;
    for (const Reaped &reaped : all) {
        tell(reaped);
        if (reaped.outcome == Outcome::Removed)
            ends += takenDown(reaped.server);
        isDone = isDone && reaped.outcome != Outcome::Left;
    }
    remember(ends);
    return isDone ? ExitDone : ExitFailed;
}

} // namespace

int runReapVerb(const CommandLine &line, const Settings &settings)
{
    const EngineAccess access = composeAccess(settings, line.context);
    return withServers(access, [&](const QList<Server> &servers, const std::stop_token &stop) {
        return reap(line, access, servers, stop);
    });
}

} // namespace app
