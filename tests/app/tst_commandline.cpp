// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "tests/registry.h"

#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;

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
