// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "core/base/redaction.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <optional>

using namespace Qt::StringLiterals;

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

} // namespace

CommandLine parseCommandLine(const QStringList &arguments)
{
    const QCommandLineOption context(u"context"_s, {}, u"name"_s);
    const QCommandLineOption json(u"json"_s);
    const QCommandLineOption noEgress(u"no-egress"_s);
    const QCommandLineOption help(QStringList{u"help"_s, u"h"_s});
    const QCommandLineOption version(QStringList{u"version"_s, u"v"_s});
    QCommandLineParser parser;
    parser.addOptions({context, json, noEgress, help, version});
    // The parser takes the first argument for the program's name.
    if (!parser.parse(QStringList{u"berth"_s} + arguments))
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
    if (words.size() > 1)
        return wrong(tr("“%1” takes no argument “%2”.").arg(quoted(words.at(0)), quoted(words.at(1))));
    if (line.json && line.verb != Verb::Check)
        return wrong(tr("--json goes with “check” only."));
    if (!line.egress && line.verb != Verb::Check)
        return wrong(tr("--no-egress goes with “check” only."));
    return line;
}

QString usageText()
{
    return tr("Usage: berth [--context NAME]                            open the window\n"
              "       berth check [--json] [--no-egress] [--context NAME]\n"
              "       berth status [--context NAME]\n"
              "       berth report [--context NAME]\n"
              "\n"
              "Tells whether this machine's Docker can run containers, by running one.\n"
              "\n"
              "Commands:\n"
              "  check          measure, and tell each fact as it becomes known\n"
              "  status         measure, and print a summary\n"
              "  report         measure, and print a redacted Markdown report for a bug\n"
              "\n"
              "Options:\n"
              "  --json         print the answer as JSON (check)\n"
              "  --no-egress    leave out what containers reach on the network (check)\n"
              "  --context NAME judge the engine of this docker context\n"
              "  -h, --help     print this help\n"
              "  -v, --version  print the version\n"
              "\n"
              "Exit codes of check: 0 usable, 1 unusable, 2 could not be determined; 64 wrong usage.\n");
}

} // namespace app
