// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "tests/registry.h"

#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Access = core::MountRequest::Access;

Q_DECLARE_METATYPE(app::CommandLine)

class CommandLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsAsked_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<CommandLine>("line");
        const auto row = [](const char *typed, const CommandLine &line) {
            QTest::newRow(*typed != 0 ? typed : "nothing") << QString::fromUtf8(typed) << line;
        };
        row("", {});
        row("--context lab", {.context = u"lab"_s});
        row("check", {.verb = Verb::Check});
        row("check --json", {.verb = Verb::Check, .json = true});
        row("check --no-egress --context=lab", {.verb = Verb::Check, .context = u"lab"_s, .egress = false});
        row("--json check", {.verb = Verb::Check, .json = true});
        row("status", {.verb = Verb::Status});
        row("report --context lab", {.verb = Verb::Report, .context = u"lab"_s});
        row("--help", {.verb = Verb::Help});
        row("check -h", {.verb = Verb::Help});
        row("help", {.verb = Verb::Help});
        row("--version", {.verb = Verb::Version});
        row("run --image a -- make",
            {.verb = Verb::Run, .sandbox = {.container = {.image = u"a"_s, .command = {u"make"_s}}}});
        row("run shop --image=a --timeout 7 --context lab -- make -j2 --image b -- --help",
            {.verb = Verb::Run,
             .context = u"lab"_s,
             .sandbox = {
                 .container = {.folder = u"shop"_s,
                               .image = u"a"_s,
                               .command = {u"make"_s, u"-j2"_s, u"--image"_s, u"b"_s, u"--"_s, u"--help"_s}},
                 .timeout = 7s}});
        row("run --image a --mount /a:/b --mount c:d:/e:f --mount /g:/h:ro --mount i:/j:rw -- k",
            {.verb = Verb::Run,
             .sandbox = {.container = {.image = u"a"_s,
                                       .command = {u"k"_s},
                                       .mounts = {{u"/a"_s, u"/b"_s},
                                                  {u"c:d"_s, u"/e:f"_s},
                                                  {u"/g"_s, u"/h"_s, Access::ReadOnly},
                                                  {u"i"_s, u"/j"_s}}}}});
        row("run --help -- make", {.verb = Verb::Help});
        row("ls", {.verb = Verb::Ls});
        row("ls --json --context lab", {.verb = Verb::Ls, .context = u"lab"_s, .json = true});
        row("up -- x", {.verb = Verb::Up, .launch = {.container = {.command = {u"x"_s}}}});
        row("up --image a -- x",
            {.verb = Verb::Up, .launch = {.container = {.image = u"a"_s, .command = {u"x"_s}}}});
        row("up shop --image a --port 4300 --replace --mount /a:/b:ro -- npm run dev -- --port {port}",
            {.verb = Verb::Up,
             .launch = {
                 .container = {.folder = u"shop"_s,
                               .image = u"a"_s,
                               .command = {u"npm"_s, u"run"_s, u"dev"_s, u"--"_s, u"--port"_s, u"{port}"_s},
                               .mounts = {{u"/a"_s, u"/b"_s, Access::ReadOnly}}},
                 .port = quint16(4300),
                 .running = core::LaunchRequest::Running::Replace}});
        row("up --image a --port 65535 --context lab -- x",
            {.verb = Verb::Up,
             .context = u"lab"_s,
             .launch = {.container = {.image = u"a"_s, .command = {u"x"_s}}, .port = quint16(65535)}});
        row("logs 4300", {.verb = Verb::Logs, .ports = {4300}});
        row("logs -f 4300", {.verb = Verb::Logs, .ports = {4300}, .follow = true});
        row("logs 4300 --follow", {.verb = Verb::Logs, .ports = {4300}, .follow = true});
        row("open 1", {.verb = Verb::Open, .ports = {1}});
        row("down 4300 4301 4300", {.verb = Verb::Down, .ports = {4300, 4301}});
        row("reap", {.verb = Verb::Reap});
        row("reap --dry-run", {.verb = Verb::Reap, .isDryRun = true});
        row("reap --yes", {.verb = Verb::Reap, .isYes = true});
        row("history", {.verb = Verb::History});
        row("history --json --since 36h --limit 5",
            {.verb = Verb::History, .json = true, .history = {.age = std::chrono::hours(36), .limit = 5}});
        row("history --since 7d", {.verb = Verb::History, .history = {.age = std::chrono::days(7)}});
        row("history --since 90m", {.verb = Verb::History, .history = {.age = std::chrono::minutes(90)}});
        row("history --since 2026-03-14T09:00",
            {.verb = Verb::History, .history = {.since = QDateTime(QDate(2026, 3, 14), QTime(9, 0))}});
        row("history --since 2026-03-14",
            {.verb = Verb::History, .history = {.since = QDate(2026, 3, 14).startOfDay()}});
        row("down --all", {.verb = Verb::Down, .allServers = true});
        row("--hidden --context lab", {.context = u"lab"_s, .hidden = true});
    }

    void readsWhatIsAsked()
    {
        QFETCH(QString, typed);
        QFETCH(CommandLine, line);
        QCOMPARE(parseCommandLine(typed.split(u' ', Qt::SkipEmptyParts)), line);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("named");
        QTest::newRow("an unknown verb") << QStringList{u"chek"_s} << u"chek"_s;
        QTest::newRow("an unknown option") << QStringList{u"check"_s, u"--jsno"_s} << u"jsno"_s;
        QTest::newRow("an argument too many") << QStringList{u"check"_s, u"now"_s} << u"now"_s;
        QTest::newRow("JSON of a report") << QStringList{u"report"_s, u"--json"_s} << u"--json"_s;
        QTest::newRow("a window without egress") << QStringList{u"--no-egress"_s} << u"--no-egress"_s;
        QTest::newRow("a context without a name") << QStringList{u"check"_s, u"--context"_s} << u"context"_s;
        QTest::newRow("an empty context") << QStringList{u"check"_s, u"--context="_s} << u"context"_s;
        QTest::newRow("a run without an image") << QStringList{u"run"_s, u"--"_s, u"make"_s} << u"--image"_s;
        QTest::newRow("a run of an empty command")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"--"_s, QString()} << u"command"_s;
        QTest::newRow("a command that is not behind the dashes")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"shop"_s, u"make"_s} << u"make"_s;
        QTest::newRow("a run in two folders")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"x"_s, u"y"_s, u"--"_s, u"make"_s} << u"“y”"_s;
        QTest::newRow("a mount without a target")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"--mount"_s, u"/a"_s, u"--"_s, u"x"_s} << u"/a"_s;
        QTest::newRow("a mount with a relative target")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"--mount"_s, u"/a:b"_s, u"--"_s, u"x"_s}
            << u"/a:b"_s;
        for (const QString &seconds : {u"0"_s, u"-1"_s, u"1.5"_s, u"1h"_s, u"99999999"_s})
            QTest::newRow(qUtf8Printable(u"a timeout of "_s + seconds))
                << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"--timeout="_s + seconds, u"--"_s, u"x"_s}
                << seconds;
        QTest::newRow("bytes that are no UTF-8")
            << QStringList{u"run"_s, u"--image"_s, u"a"_s, u"--"_s, QString::fromLocal8Bit("x\xff")}
            << u"UTF-8"_s;
        QTest::newRow("a check with an image")
            << QStringList{u"check"_s, u"--image"_s, u"a"_s} << u"--image"_s;
        QTest::newRow("a check of a command") << QStringList{u"check"_s, u"--"_s, u"x"_s} << u"--"_s;
        const auto row = [](const char *claim, const char *typed, const QString &expected) {
            QTest::newRow(claim) << QString::fromUtf8(typed).split(u' ') << expected;
        };
        row("an option that goes with three verbs", "status --json", u"“check”, “ls” and “history” only"_s);
        row("a history since nobody knows when", "history --since soon", u"“soon”"_s);
        row("a history of no entries", "history --limit 0", u"--limit needs a number"_s);
        row("a check since", "check --since 1h", u"--since goes with “history” only"_s);
        row("an option that goes with one verb", "up --image a --timeout 3", u"“run” only"_s);
        row("a port of a run", "run --image a --port 1 -- x", u"--port goes with “up” only"_s);
        row("a list that follows", "ls --follow", u"“logs” only"_s);
        row("a check that is hidden", "check --hidden", u"--hidden goes with the window only"_s);
        row("an opening of all", "open --all", u"--all goes with “down” only"_s);
        row("a list of one", "ls 4300", u"4300"_s);
        row("a server of no image", "up --image=", u"--image"_s);
        row("a server in two folders", "up --image a x y", u"“y”"_s);
        row("a server of an empty command", "up --image a --", u"command"_s);
        row("a server without a command", "up", u"a command behind “--”, as in: berth up --image "_s);
        row("a run without a command", "run --image a",
            u"a command behind “--”, as in: berth run --image "_s);
        row("a log of a command", "logs 1 -- x", u"“run” and “up” only"_s);
        for (const char *port : {"0", "65536", "-1", "4300.5", "+80", "080", "http", "123456"})
            QTest::newRow(qPrintable(u"a server on port %1"_s.arg(QLatin1StringView(port))))
                << QStringList{u"up"_s, u"--image"_s, u"a"_s, u"--port="_s + QString::fromUtf8(port)}
                << u"1 to 65535"_s;
        row("a log of nothing", "logs", u"port"_s);
        row("a log of two", "logs 1 2", u"“2”"_s);
        row("a log of no port", "logs shop", u"“shop”"_s);
        row("a list without asking", "ls --yes", u"“reap” only"_s);
        row("a keeping of what ends", "run --keep --image a -- b", u"“up” only"_s);
        row("a reap of one", "reap 4300", u"takes no argument"_s);
        row("an end of nothing", "down", u"--all"_s);
        row("an end of one and of all", "down 1 --all", u"not both"_s);
        row("an end of no port", "down 1 70000", u"70000"_s);
        QTest::newRow("an empty verb") << QStringList{QString()} << u"“”"_s;
        QTest::newRow("a verb with escape sequences")
            << QStringList{u"\x1b[31mred\nsecond line"_s} << u"red second line"_s;
    }

    void saysWhatIsWrong()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, named);
        const QString error = parseCommandLine(arguments).error;
        QVERIFY2(error.contains(named), qPrintable(error));
        QVERIFY(!error.contains(u'\x1b') && !error.contains(u'\n'));
    }
};

BERTH_TEST(CommandLineTest)

#include "tst_commandline.moc"
