// SPDX-License-Identifier: MIT
#include "app/remember.h"

#include "app/printing.h"
#include "core/devserver/lastrun.h"
#include "core/history/historyfile.h"
#include "core/history/records.h"
#include "ui/presentation/history.h"
#include "ui/presentation/servers.h"

using namespace std::chrono_literals;

namespace app {

void remember(const QList<core::HistoryEntry> &entries)
{
    if (entries.isEmpty())
        return;
    const core::HistoryWritten written =
        core::HistoryFile(core::stateFolder(), 2s).write({.entries = entries});
    if (!written.setAside.isEmpty())
        say(ui::historySetAsideSentence(written.setAside));
    if (written.trouble)
        say(ui::historyTroubleSentence(*written.trouble));
}

core::ServerEndEntry endEntry(core::ServerEnd end)
{
    if (end.ending == core::ServerEnd::Ending::TakenDown && core::isOrphan(end.server))
        end.sentence = ui::ownershipReason(end.server, end.at);
    return core::serverEndEntry(end);
}

QList<core::HistoryEntry> takenDown(const core::Server &server)
{
    if (server.state == core::ServerState::Exited || server.state == core::ServerState::Created)
        return {};
    return {endEntry({.server = server,
                      .witness = core::ServerEnd::Witness::Remover,
                      .ending = core::ServerEnd::Ending::TakenDown,
                      .at = QDateTime::currentDateTimeUtc()})};
}

} // namespace app
