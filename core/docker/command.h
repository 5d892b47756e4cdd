// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <variant>

namespace core {

// What a docker command that ran to its end left: the last bytes of each stream, 64 KiB where nothing else
// was asked for.
struct Ran
{
    int exitCode = 0;
    QByteArray out;
    QByteArray err;
    std::chrono::milliseconds elapsed{0};
};

// Why there is no such end. The reason is a plain sentence without secrets.
struct Failed
{
    enum class Cause { NotFound, CouldNotStart, TimedOut, Cancelled } cause = Cause::CouldNotStart;
    QString reason;
    // What was printed until then, for the causes TimedOut and Cancelled: the last 64 KiB of each stream.
    QByteArray out;
    QByteArray err;
    std::chrono::milliseconds elapsed{0};
};

using CommandOutcome = std::variant<Ran, Failed>;

enum class OutputChannel { Out, Err };

// Gets output as it comes, beside the tail that is kept, on a thread of the runner's own. `over` is requested
// once nobody waits for the command any more: a sink that waits for a reader has to give up then.
using OutputSink =
    std::function<void(OutputChannel channel, const QByteArray &bytes, const std::stop_token &over)>;

struct CommandOptions
{
    std::chrono::milliseconds timeout; // required: an engine that hangs never says so
    QByteArray input = {};             // written to standard input, which is then closed
    std::stop_token stop = {};
    OutputSink output = {}; // empty: only the tail is wanted
    // How many bytes of each stream are kept, the last ones: what answers a question about every container is
    // longer than what a failure prints.
    qsizetype kept = qsizetype(64) * 1024;
};

// Room for what `inspect` tells of thousands of containers.
inline constexpr qsizetype largestList = qsizetype(32) * 1024 * 1024;

// Runs docker with `arguments` and blocks until it ended, timed out or was cancelled. Never throws. Arguments
// go to the program as they are: no shell reads them.
using CommandRunner =
    std::function<CommandOutcome(const QStringList &arguments, const CommandOptions &options)>;

// The stream as text. Call it on a whole stream only: a character may have been split over two reads.
QString outText(const CommandOutcome &outcome);
QString errText(const CommandOutcome &outcome);
std::chrono::milliseconds elapsed(const CommandOutcome &outcome);
std::optional<int> exitCode(const CommandOutcome &outcome); // absent where there was no end
bool succeeded(const CommandOutcome &outcome);              // ran, and exit code 0

} // namespace core
