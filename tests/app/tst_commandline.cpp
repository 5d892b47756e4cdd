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
            {.verb = Verb::Run, .sandbox = {.image = u"a"_s, .command = {u"make"_s}}});
        row("run shop --image=a --timeout 7 --context lab -- make -j2 --image b -- --help",
            {.verb = Verb::Run,
             .context = u"lab"_s,
             .sandbox = {.folder = u"shop"_s,
                         .image = u"a"_s,
                         .command = {u"make"_s, u"-j2"_s, u"--image"_s, u"b"_s, u"--"_s, u"--help"_s},
                         .timeout = 7s}});
        row("run --image a --mount /a:/b --mount c:d:/e:f --mount /g:/h:ro --mount i:/j:rw -- k",
            {.verb = Verb::Run,
             .sandbox = {.image = u"a"_s,
                         .command = {u"k"_s},
                         .mounts = {{u"/a"_s, u"/b"_s},
                                    {u"c:d"_s, u"/e:f"_s},
                                    {u"/g"_s, u"/h"_s, Access::ReadOnly},
                                    {u"i"_s, u"/j"_s}}}});
        row("run --help -- make", {.verb = Verb::Help});
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
        QTest::newRow("a run without a command") << QStringList{u"run"_s, u"--image"_s, u"a"_s} << u"--"_s;
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
