// SPDX-License-Identifier: MIT
#include "app/usage.h"

#include <QCoreApplication>

namespace app {

QString usageText()
{
    return QCoreApplication::translate(
        "Usage",
        "Usage: berth [--hidden] [--context NAME]                 open the window\n"
        "       berth check [--json] [--no-egress]\n"
        "       berth status\n"
        "       berth report\n"
        "       berth run [DIR] --image NAME [--mount HOST:CONTAINER[:ro]]… [--timeout SECONDS]\n"
        "                 -- COMMAND…\n"
        "       berth ls [--json]\n"
        "       berth up [DIR] [--image NAME] [--port PORT] [--mount HOST:CONTAINER[:ro]]… [--replace]\n"
        "                [--keep] -- COMMAND…\n"
        "       berth open PORT\n"
        "       berth logs PORT [--follow]\n"
        "       berth down PORT… | --all\n"
        "       berth reap [--dry-run] [--yes]\n"
        "       berth history [--json] [--since TIME] [--limit NUMBER]\n"
        "\n"
        "Tells whether this machine's Docker can run containers, by running one, and runs dev servers.\n"
        "\n"
        "Commands:\n"
        "  check          measure, and tell each fact as it becomes known\n"
        "  status         measure, and print a summary\n"
        "  report         measure, and print a redacted Markdown report for a bug\n"
        "  run            run a command in a hardened container without a network, DIR at /repo\n"
        "  ls             list the dev servers\n"
        "  up             run a dev server in a hardened container, DIR at /repo, until Ctrl+C\n"
        "  open           open a dev server in the browser\n"
        "  logs           print what a dev server, or the last one on that port, has printed\n"
        "  down           take dev servers down\n"
        "  reap           remove the dev servers that lost their owner, after asking\n"
        "  history        print what checks found and how dev servers ended, the newest first\n"
        "\n"
        "Options:\n"
        "  --json         print the answer as JSON (check, ls, history)\n"
        "  --no-egress    leave out what containers reach on the network (check)\n"
        "  --image NAME   the image of the container (run, up)\n"
        "  --mount HOST:CONTAINER[:ro]\n"
        "                 give the container another folder or file (run, up)\n"
        "  --timeout SECONDS\n"
        "                 end the command after that time; an hour without it (run)\n"
        "  --port PORT    where to serve; without it where this folder was served last, or a free one (up)\n"
        "  --replace      take down the dev server that holds the port (up)\n"
        "  --keep         leave the dev server running at the end (up)\n"
        "  -f, --follow   go on printing as it comes (logs)\n"
        "  --all          every dev server (down)\n"
        "  --dry-run      tell what would be removed, and remove nothing (reap)\n"
        "  --yes          remove without asking (reap)\n"
        "  --since TIME   what happened since then: 2026-03-14, 2026-03-14T09:00, 90m, 36h or 7d (history)\n"
        "  --limit NUMBER the newest so many entries (history)\n"
        "  --hidden       stay in the tray where there is one (the window)\n"
        "  --context NAME ask the engine of this docker context\n"
        "  -h, --help     print this help\n"
        "  -v, --version  print the version\n"
        "\n"
        "{port} in the command of a dev server stands for its port.\n"
        "\n"
        "Exit codes of check: 0 usable, 1 unusable, 2 could not be determined; 64 wrong usage.\n"
        "Exit codes of run and up: the command's own; 124 out of time, 125 the container could not start,\n"
        "126 the command cannot be executed, 127 there is no such command.\n"
        "Exit codes of ls, open, logs, down and reap: 0 done, 1 not done, 2 the engine does not answer.\n");
}

} // namespace app
