// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "core/base/redaction.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <optional>

using namespace Qt::StringLiterals;
using core::MountRequest;
using core::SandboxRequest;

namespace app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("CommandLine", text);
}

std::optional<Verb> verbNamed(const QString &name)
{
    if (name == "check"_L1)
        return Verb::Check;
    if (name == "status"_L1)
        return Verb::Status;
    if (name == "report"_L1)
        return Verb::Report;
    if (name == "run"_L1)
        return Verb::Run;
    if (name == "help"_L1)
        return Verb::Help;
    return std::nullopt;
}

CommandLine wrong(const QString &sentence)
{
    return {.error = sentence};
}

QString quoted(const QString &argument)
{
    return core::excerpt(argument, 60);
}

// HOST:CONTAINER[:ro]. Both may have colons; the container's path is the last part that begins with a slash.
std::optional<MountRequest> parseMount(const QString &text)
{
    static const QRegularExpression form(QRegularExpression::anchoredPattern(u"(.+):(/.*?)(:ro|:rw)?"_s),
                                         QRegularExpression::DotMatchesEverythingOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return MountRequest{.source = match.captured(1),
                        .target = match.captured(2),
                        .access = match.captured(3) == ":ro"_L1 ? MountRequest::Access::ReadOnly
                                                                : MountRequest::Access::ReadWrite};
}

std::optional<std::chrono::seconds> parseTimeout(const QString &text)
{
    static const QRegularExpression form(QRegularExpression::anchoredPattern(u"[1-9][0-9]{0,6}"_s));
    return form.match(text).hasMatch() ? std::optional(std::chrono::seconds(text.toInt())) : std::nullopt;
}

// What is after the first "--": for the container, whatever it looks like.
struct Split
{
    QStringList own;
    QStringList command;
};

Split splitAtCommand(const QStringList &arguments)
{
    const qsizetype end = arguments.indexOf(u"--"_s);
    return end < 0 ? Split{.own = arguments}
                   : Split{.own = arguments.first(end), .command = arguments.mid(end + 1)};
}

// What only `run` takes.
struct RunOptions
{
    QCommandLineOption image{u"image"_s, {}, u"name"_s};
    QCommandLineOption mount{u"mount"_s, {}, u"host:container"_s};
    QCommandLineOption timeout{u"timeout"_s, {}, u"seconds"_s};

    bool isAnySet(const QCommandLineParser &parser) const
    {
        return parser.isSet(image) || parser.isSet(mount) || parser.isSet(timeout);
    }
};

// `words` come behind the verb. Returns what is wrong or missing; empty where `sandbox` is whole.
QString readSandbox(SandboxRequest &sandbox, const QCommandLineParser &parser, const RunOptions &options,
                    const QStringList &words)
{
    if (words.size() > 1)
        return tr("“run” takes one folder, and its command behind “--”; “%1” is neither.")
            .arg(quoted(words.at(1)));
    if (!words.isEmpty())
        sandbox.folder = words.first();
    sandbox.image = parser.value(options.image);
    if (sandbox.image.isEmpty())
        return tr("“run” needs an image: --image NAME.");
    const QStringList mounts = parser.values(options.mount);
    for (const QString &text : mounts) {
        const auto request = parseMount(text);
        if (!request)
            return tr("--mount needs HOST:CONTAINER, the latter absolute; it is “%1”.").arg(quoted(text));
        sandbox.mounts.append(*request);
    }
    if (parser.isSet(options.timeout)) {
        const QString text = parser.value(options.timeout);
        const auto seconds = parseTimeout(text);
        if (!seconds)
            return tr("--timeout needs a number of seconds; it is “%1”.").arg(quoted(text));
        sandbox.timeout = *seconds;
    }
    if (sandbox.command.value(0).isEmpty())
        return tr("“run” needs a command behind “--”.");
    for (const QString &each : std::as_const(sandbox.command)) {
        if (each.contains(QChar::ReplacementCharacter))
            return tr("“%1” is no valid UTF-8 and cannot be passed on.").arg(quoted(each));
    }
    return {};
}

} // namespace

CommandLine parseCommandLine(const QStringList &arguments)
{
    const QCommandLineOption context(u"context"_s, {}, u"name"_s);
    const QCommandLineOption json(u"json"_s);
    const QCommandLineOption noEgress(u"no-egress"_s);
    const QCommandLineOption help(QStringList{u"help"_s, u"h"_s});
    const QCommandLineOption version(QStringList{u"version"_s, u"v"_s});
    const RunOptions run;
    const Split split = splitAtCommand(arguments);
    QCommandLineParser parser;
    parser.addOptions({context, json, noEgress, help, version, run.image, run.mount, run.timeout});
    // The parser takes the first argument for the program's name.
    if (!parser.parse(QStringList{u"berth"_s} + split.own))
        return wrong(core::excerpt(parser.errorText(), 200));

    if (parser.isSet(help))
        return {.verb = Verb::Help};
    if (parser.isSet(version))
        return {.verb = Verb::Version};
    const QStringList words = parser.positionalArguments();
    CommandLine line{
        .context = parser.value(context), .json = parser.isSet(json), .egress = !parser.isSet(noEgress)};
    if (parser.isSet(context) && line.context.isEmpty())
        return wrong(tr("--context needs the name of a docker context."));
    if (!words.isEmpty()) {
        const auto verb = verbNamed(words.first());
        if (!verb)
            return wrong(tr("There is no command “%1”.").arg(quoted(words.first())));
        line.verb = *verb;
    }
    if (line.json && line.verb != Verb::Check)
        return wrong(tr("--json goes with “check” only."));
    if (!line.egress && line.verb != Verb::Check)
        return wrong(tr("--no-egress goes with “check” only."));
    if (line.verb == Verb::Run) {
        line.sandbox.command = split.command;
        const QString error = readSandbox(line.sandbox, parser, run, words.mid(1));
        return error.isEmpty() ? line : wrong(error);
    }
    if (words.size() > 1)
        return wrong(tr("“%1” takes no argument “%2”.").arg(quoted(words.at(0)), quoted(words.at(1))));
    if (run.isAnySet(parser))
        return wrong(tr("--image, --mount and --timeout go with “run” only."));
    if (!split.command.isEmpty())
        return wrong(tr("A command behind “--” goes with “run” only."));
    return line;
}

QString usageText()
{
    return tr("Usage: berth [--context NAME]                            open the window\n"
              "       berth check [--json] [--no-egress] [--context NAME]\n"
              "       berth status [--context NAME]\n"
              "       berth report [--context NAME]\n"
              "       berth run [DIR] --image NAME [--mount HOST:CONTAINER[:ro]]… [--timeout SECONDS]\n"
              "                 [--context NAME] -- COMMAND…\n"
              "\n"
              "Tells whether this machine's Docker can run containers, by running one.\n"
              "\n"
              "Commands:\n"
              "  check          measure, and tell each fact as it becomes known\n"
              "  status         measure, and print a summary\n"
              "  report         measure, and print a redacted Markdown report for a bug\n"
              "  run            run a command in a hardened container without a network, DIR at /repo\n"
              "\n"
              "Options:\n"
              "  --json         print the answer as JSON (check)\n"
              "  --no-egress    leave out what containers reach on the network (check)\n"
              "  --image NAME   the image of the container (run)\n"
              "  --mount HOST:CONTAINER[:ro]\n"
              "                 give the container another folder or file (run)\n"
              "  --timeout SECONDS\n"
              "                 end the command after that time; an hour without it (run)\n"
              "  --context NAME judge the engine of this docker context\n"
              "  -h, --help     print this help\n"
              "  -v, --version  print the version\n"
              "\n"
              "Exit codes of check: 0 usable, 1 unusable, 2 could not be determined; 64 wrong usage.\n"
              "Exit codes of run: the command's own; 124 out of time, 125 the container could not start,\n"
              "126 the command cannot be executed, 127 there is no such command.\n");
}

} // namespace app
