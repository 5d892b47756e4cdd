// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "core/base/redaction.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;
using core::ContainerRequest;
using core::MountRequest;

namespace app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("CommandLine", text);
}

struct Options
{
    QCommandLineOption context{u"context"_s, {}, u"name"_s};
    QCommandLineOption help{QStringList{u"help"_s, u"h"_s}};
    QCommandLineOption version{QStringList{u"version"_s, u"v"_s}};
    QCommandLineOption json{u"json"_s};
    QCommandLineOption noEgress{u"no-egress"_s};
    QCommandLineOption image{u"image"_s, {}, u"name"_s};
    QCommandLineOption mount{u"mount"_s, {}, u"host:container"_s};
    QCommandLineOption timeout{u"timeout"_s, {}, u"seconds"_s};
    QCommandLineOption port{u"port"_s, {}, u"port"_s};
    QCommandLineOption replace{u"replace"_s};
    QCommandLineOption follow{QStringList{u"follow"_s, u"f"_s}};
    QCommandLineOption all{u"all"_s};
    QCommandLineOption keep{u"keep"_s};
    QCommandLineOption dryRun{u"dry-run"_s};
    QCommandLineOption yes{u"yes"_s};
    QCommandLineOption hidden{u"hidden"_s};
    QCommandLineOption since{u"since"_s, {}, u"time"_s};
    QCommandLineOption limit{u"limit"_s, {}, u"number"_s};

    // Those that go with some verbs only.
    QList<QCommandLineOption> ofVerbs() const
    {
        return {json, noEgress, image,  mount, timeout, port,  replace, follow,
                all,  keep,     dryRun, yes,   hidden,  since, limit};
    }
};

QString nameOf(const QCommandLineOption &option)
{
    return option.names().first();
}

// What a verb takes. What comes behind "--" is for the container, whatever it looks like.
struct Rule
{
    enum class Words { None, Folder, Port, Ports };

    Verb verb = Verb::Window;
    QString name;
    QStringList options = {}; // beside those that go with all
    Words words = Words::None;
    QString example = {}; // of a whole line with the command that the verb needs; empty: it takes none
};

const QList<Rule> &rules()
{
    static const QList<Rule> all{
        {.verb = Verb::Window, .options = {u"hidden"_s}},
        {.verb = Verb::Check, .name = u"check"_s, .options = {u"json"_s, u"no-egress"_s}},
        {.verb = Verb::Status, .name = u"status"_s},
        {.verb = Verb::Report, .name = u"report"_s},
        {.verb = Verb::Run,
         .name = u"run"_s,
         .options = {u"image"_s, u"mount"_s, u"timeout"_s},
         .words = Rule::Words::Folder,
         .example = u"berth run --image node:22 -- npm test"_s},
        {.verb = Verb::Ls, .name = u"ls"_s, .options = {u"json"_s}},
        {.verb = Verb::Up,
         .name = u"up"_s,
         .options = {u"image"_s, u"mount"_s, u"port"_s, u"replace"_s, u"keep"_s},
         .words = Rule::Words::Folder,
         .example = u"berth up --image node:22 -- npm run dev -- --host 0.0.0.0 --port {port}"_s},
        {.verb = Verb::Logs, .name = u"logs"_s, .options = {u"follow"_s}, .words = Rule::Words::Port},
        {.verb = Verb::Open, .name = u"open"_s, .words = Rule::Words::Port},
        {.verb = Verb::Down, .name = u"down"_s, .options = {u"all"_s}, .words = Rule::Words::Ports},
        {.verb = Verb::Reap, .name = u"reap"_s, .options = {u"dry-run"_s, u"yes"_s}},
        {.verb = Verb::History, .name = u"history"_s, .options = {u"json"_s, u"since"_s, u"limit"_s}},
        {.verb = Verb::Help, .name = u"help"_s},
    };
    return all;
}

CommandLine wrong(const QString &sentence)
{
    return {.error = sentence};
}

QString quoted(const QString &argument)
{
    return core::excerpt(argument, 60);
}

// “run”, or “run” and “up”: the verbs that `takes` is true for.
template <typename Predicate>
QString verbsThat(Predicate takes)
{
    QStringList names;
    for (const Rule &rule : rules()) {
        if (takes(rule))
            names.append(rule.name.isEmpty() ? tr("the window") : QString(u"“"_s + rule.name + u"”"_s));
    }
    const QString last = names.takeLast();
    return names.isEmpty() ? last : tr("%1 and %2").arg(names.join(u", "_s), last);
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

// "90m", "36h", "7d".
std::optional<std::chrono::seconds> parseAge(const QString &text)
{
    static const QRegularExpression form(QRegularExpression::anchoredPattern(u"([1-9][0-9]{0,5})([mhd])"_s));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const int count = match.capturedView(1).toInt();
    switch (match.capturedView(2).front().unicode()) {
    case u'm':
        return std::chrono::minutes(count);
    case u'h':
        return std::chrono::hours(count);
    default:
        return std::chrono::days(count);
    }
}

// One command line on its way from words to values. Each function returns what is wrong, or nothing.
class Reading final
{
public:
    CommandLine read(const QStringList &arguments)
    {
        const qsizetype end = arguments.indexOf(u"--"_s);
        m_hasCommand = end >= 0;
        if (m_hasCommand)
            m_command = arguments.mid(end + 1);
        m_parser.addOptions(m_options.ofVerbs()
                            + QList{m_options.context, m_options.help, m_options.version});
        // The parser takes the first argument for the program's name.
        if (!m_parser.parse(QStringList{u"berth"_s} + (m_hasCommand ? arguments.first(end) : arguments)))
            return wrong(core::excerpt(m_parser.errorText(), 200));
        if (isSet(m_options.help))
            return {.verb = Verb::Help};
        if (isSet(m_options.version))
            return {.verb = Verb::Version};
        const QString error = readVerb();
        return error.isEmpty() ? m_line : wrong(error);
    }

private:
    bool isSet(const QCommandLineOption &option) const { return m_parser.isSet(option); }
    QString readVerb();
    QString checkOptions(const Rule &rule) const;
    QString readWords(const Rule &rule);
    QString readFolder(const Rule &rule);
    QString readPort(const Rule &rule);
    QString readPorts(const Rule &rule);
    QString readContainer(const Rule &rule);
    QString readMounts();
    QString readCommand(const Rule &rule);
    QString readNumbers();
    QString readHistory();

    const Options m_options{};
    QCommandLineParser m_parser;
    bool m_hasCommand = false;
    QStringList m_command;
    QStringList m_words; // behind the verb
    ContainerRequest m_container;
    CommandLine m_line;
};

QString Reading::readVerb()
{
    m_words = m_parser.positionalArguments();
    const bool isNamed = !m_words.isEmpty();
    const QString name = isNamed ? m_words.takeFirst() : QString();
    const auto rule = std::ranges::find(rules(), name, &Rule::name);
    if (rule == rules().end() || (isNamed && name.isEmpty()))
        return tr("There is no command “%1”.").arg(quoted(name));
    m_line.verb = rule->verb;
    m_line.context = m_parser.value(m_options.context);
    if (isSet(m_options.context) && m_line.context.isEmpty())
        return tr("--context needs the name of a docker context.");
    if (QString error = checkOptions(*rule); !error.isEmpty())
        return error;
    m_line.json = isSet(m_options.json);
    m_line.egress = !isSet(m_options.noEgress);
    m_line.follow = isSet(m_options.follow);
    m_line.allServers = isSet(m_options.all);
    m_line.keeping = isSet(m_options.keep) ? core::Keeping::Keep : core::Keeping::LetGo;
    m_line.isDryRun = isSet(m_options.dryRun);
    m_line.isYes = isSet(m_options.yes);
    m_line.hidden = isSet(m_options.hidden);
    if (QString error = readHistory(); !error.isEmpty())
        return error;
    return readWords(*rule);
}

QString Reading::checkOptions(const Rule &rule) const
{
    for (const QCommandLineOption &option : m_options.ofVerbs()) {
        const QString name = nameOf(option);
        if (isSet(option) && !rule.options.contains(name))
            return tr("--%1 goes with %2 only.").arg(name, verbsThat([&](const Rule &each) {
                                                         return each.options.contains(name);
                                                     }));
    }
    if (m_hasCommand && !m_command.isEmpty() && rule.example.isEmpty())
        return tr("A command behind “--” goes with %1 only.").arg(verbsThat([](const Rule &each) {
            return !each.example.isEmpty();
        }));
    return {};
}

QString Reading::readWords(const Rule &rule)
{
    switch (rule.words) {
    case Rule::Words::None:
        return m_words.isEmpty() ? QString()
                                 : tr("“%1” takes no argument “%2”.").arg(rule.name, quoted(m_words.first()));
    case Rule::Words::Folder:
        return readFolder(rule);
    case Rule::Words::Port:
        return readPort(rule);
    case Rule::Words::Ports:
        return readPorts(rule);
    }
    Q_UNREACHABLE();
}

QString Reading::readFolder(const Rule &rule)
{
    if (m_words.size() > 1)
        return tr("“%1” takes one folder, and its command behind “--”; “%2” is neither.")
            .arg(rule.name, quoted(m_words.at(1)));
    if (!m_words.isEmpty())
        m_container.folder = m_words.first();
    return readContainer(rule);
}

QString Reading::readPort(const Rule &rule)
{
    if (m_words.size() == 1)
        return readPorts(rule);
    return m_words.isEmpty()
        ? tr("“%1” needs the port of a dev server.").arg(rule.name)
        : tr("“%1” takes one port; “%2” is one too many.").arg(rule.name, quoted(m_words.at(1)));
}

QString Reading::readPorts(const Rule &rule)
{
    if (m_words.isEmpty() != m_line.allServers)
        return m_words.isEmpty() ? tr("“%1” needs the ports of dev servers, or --all.").arg(rule.name)
                                 : tr("“%1” takes ports or --all, not both.").arg(rule.name);
    for (const QString &word : std::as_const(m_words)) {
        const auto port = core::parsePort(word);
        if (!port)
            return tr("“%1” is no port: it has to be a number from 1 to 65535.").arg(quoted(word));
        if (!m_line.ports.contains(*port))
            m_line.ports.append(*port);
    }
    return {};
}

QString Reading::readContainer(const Rule &rule)
{
    m_container.image = m_parser.value(m_options.image);
    // A dev server's may stand in the settings.
    if (m_container.image.isEmpty() && (rule.verb != Verb::Up || isSet(m_options.image)))
        return tr("“%1” needs an image: --image NAME.").arg(rule.name);
    for (const QString &error : {readMounts(), readNumbers(), readCommand(rule)}) {
        if (!error.isEmpty())
            return error;
    }
    if (rule.verb == Verb::Up) {
        m_line.launch.container = m_container;
        if (isSet(m_options.replace))
            m_line.launch.running = core::LaunchRequest::Running::Replace;
    } else {
        m_line.sandbox.container = m_container;
    }
    return {};
}

QString Reading::readMounts()
{
    const QStringList mounts = m_parser.values(m_options.mount);
    for (const QString &text : mounts) {
        const auto request = parseMount(text);
        if (!request)
            return tr("--mount needs HOST:CONTAINER, the latter absolute; it is “%1”.").arg(quoted(text));
        m_container.mounts.append(*request);
    }
    return {};
}

QString Reading::readNumbers()
{
    if (isSet(m_options.timeout)) {
        const QString text = m_parser.value(m_options.timeout);
        const auto seconds = parseTimeout(text);
        if (!seconds)
            return tr("--timeout needs a number of seconds; it is “%1”.").arg(quoted(text));
        m_line.sandbox.timeout = *seconds;
    }
    if (isSet(m_options.port)) {
        const QString text = m_parser.value(m_options.port);
        m_line.launch.port = core::parsePort(text);
        if (!m_line.launch.port)
            return tr("--port needs a number from 1 to 65535; it is “%1”.").arg(quoted(text));
    }
    return {};
}

QString Reading::readHistory()
{
    if (isSet(m_options.since)) {
        const QString text = m_parser.value(m_options.since);
        m_line.history.age = parseAge(text);
        if (!m_line.history.age)
            m_line.history.since = QDateTime::fromString(text, Qt::ISODate);
        if (!m_line.history.age && !m_line.history.since.isValid())
            return tr("--since needs a time like 2026-03-14T09:00 or 2026-03-14, or an age like 90m, 36h or "
                      "7d; "
                      "it is “%1”.")
                .arg(quoted(text));
    }
    if (isSet(m_options.limit)) {
        static const QRegularExpression form(QRegularExpression::anchoredPattern(u"[1-9][0-9]{0,6}"_s));
        const QString text = m_parser.value(m_options.limit);
        if (!form.match(text).hasMatch())
            return tr("--limit needs a number of entries; it is “%1”.").arg(quoted(text));
        m_line.history.limit = text.toInt();
    }
    return {};
}

QString Reading::readCommand(const Rule &rule)
{
    if (m_command.value(0).isEmpty())
        return tr("“%1” needs a command behind “--”, as in: %2").arg(rule.name, rule.example);
    for (const QString &each : std::as_const(m_command)) {
        if (each.contains(QChar::ReplacementCharacter))
            return tr("“%1” is no valid UTF-8 and cannot be passed on.").arg(quoted(each));
    }
    m_container.command = m_command;
    return {};
}

} // namespace

CommandLine parseCommandLine(const QStringList &arguments)
{
    return Reading().read(arguments);
}

} // namespace app
