// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"
#include "core/devserver/launchrequest.h"
#include "core/devserver/words.h"

#include "tests/registry.h"

#include <QProcess>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class WordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsLikeAShell_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char *claim, const QString &text, const QStringList &words) {
            QTest::newRow(claim) << text << words;
        };
        row("nothing", {}, {});
        row("blanks alone", u" \t\n "_s, {});
        row("words", u"npm run dev"_s, {u"npm"_s, u"run"_s, u"dev"_s});
        row("blanks of every kind around them", u"  npm\t run\n dev "_s, {u"npm"_s, u"run"_s, u"dev"_s});
        row("single quotes keep everything", u"'a  \"b\\ $c'"_s, {u"a  \"b\\ $c"_s});
        row("double quotes keep blanks", u"\"a  b\""_s, {u"a  b"_s});
        row("double quotes know four escapes", u"\"\\\\ \\\" \\$ \\`\""_s, {u"\\ \" $ `"_s});
        row("double quotes keep other backslashes", u"\"a\\n\\'\""_s, {u"a\\n\\'"_s});
        row("a backslash keeps one character", u"a\\ b \\\"c \\\\"_s, {u"a b"_s, u"\"c"_s, u"\\"_s});
        row("quotes stand within words", u"--a='b c'd\"e f\""_s, {u"--a=b cde f"_s});
        row("an empty word", u"a '' \"\" b"_s, {u"a"_s, {}, {}, u"b"_s});
        row("a line that goes on", u"a\\\nb \"c\\\nd\""_s, {u"ab"_s, u"cd"_s});
        row("letters of every script", u"\u00e4 '\u65e5\u672c'"_s, {u"\u00e4"_s, u"\u65e5\u672c"_s});
    }
    void splitsLikeAShell()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        QCOMPARE(splitCommand(text).value(), words);

        QProcess shell;
        shell.start(u"/bin/sh"_s, {u"-c"_s, u"printf '%s\\0' "_s + oneLine(text)});
        QVERIFY(shell.waitForFinished());
        QStringList said = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar::Null);
        said.removeLast();
        if (!words.isEmpty())
            QCOMPARE(said, words);
    }

    void expandsNothing()
    {
        QCOMPARE(splitCommand(u"echo $HOME ~ * `a` {port} && b # c"_s).value(),
                 (QStringList{u"echo"_s, u"$HOME"_s, u"~"_s, u"*"_s, u"`a`"_s, u"{port}"_s, u"&&"_s, u"b"_s,
                              u"#"_s, u"c"_s}));
    }

    void refusesWhatIsNotClosed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("detail");
        QTest::newRow("a single quote") << u"a 'b"_s << u"a single quote is not closed"_s;
        QTest::newRow("a double quote") << u"a \"b\\\""_s << u"a double quote is not closed"_s;
        QTest::newRow("a backslash") << u"a \\"_s << u"it ends in a backslash"_s;
    }
    void refusesWhatIsNotClosed()
    {
        QFETCH(QString, text);
        const auto words = splitCommand(text);
        QVERIFY(!words);
        QTEST(words.error().detail, "detail");
    }

    void joinsToWhatIsSplitAgain()
    {
        const QStringList words{u"sh"_s, u"-c"_s, u"a 'b' \"c\" $d \\ \n\t"_s, {}, u"{port}"_s, u"\u00e4"_s};
        QCOMPARE(splitCommand(shellCommand(words)).value(), words);
        QCOMPARE(shellCommand({u"npm"_s, u"run"_s, u"dev"_s}), u"npm run dev"_s);
        QCOMPARE(shellCommand({}), QString());
    }

    void readsARange_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("last");
        QTest::addColumn<QString>("wrong"); // the setting; empty: none
        const auto row = [](const char *claim, const QString &first, const QString &last,
                            const QString &wrong = {}) { QTest::newRow(claim) << first << last << wrong; };
        const QString begin = u"servers/firstPort"_s;
        const QString end = u"servers/lastPort"_s;
        row("as it is set", u"4300"_s, u"4399"_s);
        row("blanks around", u" 4300 "_s, u"4399\n"_s);
        row("a single port", u"4300"_s, u"4300"_s);
        row("every port", u"1"_s, u"65535"_s);
        row("the wrong way round", u"4300"_s, u"4299"_s, end);
        row("no first", {}, u"4399"_s, begin);
        row("no last", u"4300"_s, {}, end);
        row("zero", u"0"_s, u"4399"_s, begin);
        row("a leading zero", u"04300"_s, u"4399"_s, begin);
        row("a sign", u"+4300"_s, u"4399"_s, begin);
        row("a negative one", u"-1"_s, u"4399"_s, begin);
        row("no number", u"http"_s, u"4399"_s, begin);
        row("one too many", u"4300"_s, u"65536"_s, end);
        row("hexadecimal", u"4300"_s, u"0x1fff"_s, end);
    }
    void readsARange()
    {
        QFETCH(QString, first);
        QFETCH(QString, last);
        QFETCH(QString, wrong);
        const auto range = parsePortRange(first, last);
        if (wrong.isEmpty()) {
            QCOMPARE(int(range.value().first), first.trimmed().toInt());
            QCOMPARE(int(range.value().last), last.trimmed().toInt());
        } else {
            QVERIFY(!range);
            QVERIFY(range.error().tried.endsWith(wrong));
        }
    }

private:
    // An unquoted line feed would end a shell's command.
    static QString oneLine(const QString &text) { return QString(text).replace(u"\t run\n"_s, u" run "_s); }
};

BERTH_TEST(WordsTest)

#include "tst_words.moc"
