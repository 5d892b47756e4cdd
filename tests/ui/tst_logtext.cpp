// SPDX-License-Identifier: MIT
#include "ui/logtext.h"

#include "tests/registry.h"
#include "ui/colors.h"
#include "ui/logcolors.h"

#include <QElapsedTimer>
#include <QTest>

using namespace ui;
using namespace Qt::StringLiterals;

namespace {

LogColor table(int index)
{
    return {.kind = LogColor::Kind::Table, .index = quint8(index)};
}

LogColor exact(QRgb rgb)
{
    return {.kind = LogColor::Kind::Exact, .rgb = rgb};
}

QPalette lightPalette()
{
    return QPalette(QColor(0xefefef));
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x31, 0x31, 0x33));
    palette.setColor(QPalette::Base, QColor(0x24, 0x24, 0x26));
    return palette;
}

} // namespace

class LogTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineIsReadAsATerminalWould_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const QString odd(QChar::ReplacementCharacter);
        const auto row = [](const char *name, const QByteArray &bytes, const QString &text) {
            QTest::newRow(name) << bytes << text;
        };
        row("nothing", "", {});
        row("plain", "GET / 200", u"GET / 200"_s);
        row("UTF-8", "caf\xc3\xa9 \xf0\x9f\x9a\x80 \xe6\x97\xa5", u"café 🚀 日"_s);
        row("a byte that is no UTF-8",
            "a\xff"
            "b",
            u"a" % odd % u"b");
        row("a character cut off at the end", "a\xe6\x97", u"a" % odd % odd);
        row("a character cut off by an escape", "\xe6\x1b[0mx", odd % u"x");
        row("an overlong slash", "\xc0\xaf", odd % odd);
        row("half a surrogate pair", "\xed\xa0\x80", odd % odd % odd);
        row("NULs", QByteArray("a\0b\0", 4), u"a" % odd % u"b" % odd);
        row("a control of the upper range",
            "a\xc2\x9b"
            "31mb",
            u"a" % odd % u"31mb");
        row("a delete",
            "a\x7f"
            "b",
            u"a" % odd % u"b");
        row("a bell", "ding\a!", u"ding!"_s);
        row("tabs", "a\tbc\t\td", u"a       bc              d"_s);
        row("colours", "\x1b[31mred\x1b[0m and \x1b[1;38;5;200mpink\x1b[m", u"red and pink"_s);
        row("cursor movement", "\x1b[2A\x1b[3Cab\x1b[10;20Hc\x1b[J\x1b[sd\x1b[u\x1b[?25le", u"abcde"_s);
        row("a cleared screen",
            "\x1b"
            "c\x1b[2J\x1b[3J\x1b[Hready",
            u"ready"_s);
        row("character sets", "\x1b(B\x1b)0a\x1b#8b\x1b%Gc", u"abc"_s);
        row("modes of the keyboard", "\x1b[>4;1ma\x1b=\x1b>b", u"ab"_s);
        row("an OSC 8 link", "\x1b]8;;https://a.example/x\x1b\\click\x1b]8;;\x1b\\ here", u"click here"_s);
        row("a link that ends with bells", "\x1b]8;id=1;file:///etc/passwd\aclick\x1b]8;;\a", u"click"_s);
        row("a title", "\x1b]0;vite dev\aready", u"ready"_s);
        row("a title that does not end", "ready\x1b]2;what is this", u"ready"_s);
        row("a title that another sequence ends", "\x1b]0;vi\x1b[32mte", u"te"_s);
        row("an image", "\x1bPq#0;2;0;0;0~~\x1b\\done", u"done"_s);
        row("a private message", "\x1b_Gf=100;AAAA\x1b\\\x1b^x\x1b\\\x1bXy\x1b\\z", u"z"_s);
        row("an escape at the end", "a\x1b", u"a"_s);
        row("a sequence without its end", "a\x1b[38;5", u"a"_s);
        row("a sequence broken by a letter from afar",
            "a\x1b[3\xc3\xa9"
            "b",
            u"aéb"_s);
        row("a Windows line", "ready\r", u"ready"_s);
        row("many carriage returns at the end", "ready\r\r\r", u"ready"_s);
        row("a progress bar", "  5 %\r 50 %\r100 %", u"100 %"_s);
        row("a progress bar of a Windows line", " 50 %\r100 %\r", u"100 %"_s);
        row("a shorter one behind a longer", "downloading\rdone", u"done"_s);
        row("a bar that is erased at last", "50 %\r\x1b[K", {});
        row("a bar that erases the whole line", "50 %\x1b[2K\x1b[1Gdone", u"done"_s);
        row("erasing to the end alone takes nothing", "done\x1b[K", u"done"_s);
        row("a spinner", "wait -\b\\\b|\b/", u"wait /"_s);
        row("backspaces before there is text", "\b\bab\b", u"a"_s);
        row("right to left", "ERR \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d 12", u"ERR שלום 12"_s);
        row("overrides of direction",
            "a\xe2\x80\xae"
            "b\xe2\x81\xa6"
            "c\xd8\x9c",
            u"abc"_s);
        row("separators of lines and paragraphs",
            "a\xe2\x80\xa8"
            "b",
            u"a" % odd % u"b");
        row("a mark of direction that is all there is", "\x1b[1m\xe2\x80\x8e", {});
        row("a mark of direction", "a\xe2\x80\x8e!", u"a!"_s);
        row("a tab behind a carriage return", "abc\r\tx", u"        x"_s);
        row("a control behind a carriage return", "abc\r\x01x", odd % u"x");
        row("a column that is not the first", "ab\x1b[5Gc", u"abc"_s);
        row("erasing to the beginning takes nothing", "ab\r\x1b[1K", u"ab"_s);
        row("erasing the whole line wherever it is", "ab\x1b[2Kc", u"c"_s);
        row("a backspace behind a carriage return", "abc\r\b", u"abc"_s);
        row("a backspace over two halves of a character", "a\xf0\x9f\x9a\x80\b", u"a"_s);
        row("markup", "<b>&amp;</b> %1", u"<b>&amp;</b> %1"_s);
    }

    void aLineIsReadAsATerminalWould()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        const LogLine line = decodeLogLine(bytes);
        QCOMPARE(line.text, text);
        for (const LogRun &run : line.runs) {
            QVERIFY(run.length > 0);
            QVERIFY(run.begin + run.length <= line.text.size());
        }
    }

    void attributesAreTaken_data()
    {
        QTest::addColumn<QByteArray>("codes");
        QTest::addColumn<ui::LogStyle>("style");
        const auto row = [](const char *name, const QByteArray &codes, const LogStyle &style) {
            QTest::newRow(name) << codes << style;
        };
        row("red", "31", {.foreground = table(1)});
        row("bright blue on bright black", "94;100", {.foreground = table(12), .background = table(8)});
        row("bold, faint, italic, underlined, inverse, struck out", "1;2;3;4;7;9",
            {.isBold = true,
             .isFaint = true,
             .isItalic = true,
             .isUnderlined = true,
             .isStruckOut = true,
             .isInverse = true});
        row("the last of the colours", "37;47", {.foreground = table(7), .background = table(7)});
        row("the last of the bright ones", "97;107", {.foreground = table(15), .background = table(15)});
        row("faint taken back", "1;2;31;22", {.foreground = table(1)});
        row("one of 256 with colons and more", "38:5:208:0:0:0", {.foreground = table(208)});
        row("one of 256", "38;5;208", {.foreground = table(208)});
        row("one of 256 with colons", "38:5:208", {.foreground = table(208)});
        row("a background of 256 and what follows it", "48;5;17;1",
            {.background = table(17), .isBold = true});
        row("a true colour", "38;2;10;20;30", {.foreground = exact(qRgb(10, 20, 30))});
        row("a true colour with colons", "38:2:10:20:30", {.foreground = exact(qRgb(10, 20, 30))});
        row("a true colour with a colour space", "48:2::10:20:30", {.background = exact(qRgb(10, 20, 30))});
        row("a true colour out of range", "38;2;999;0;0", {.foreground = exact(qRgb(255, 0, 0))});
        row("a true colour that is cut off", "1;38;2;10", {.isBold = true});
        row("the colour of an underline", "4;58;2;1;7;3", {.isUnderlined = true});
        row("a curly underline", "4:3", {.isUnderlined = true});
        row("an underline taken away", "4;4:0;1", {.isBold = true});
        row("taken back one by one", "1;3;4;7;9;31;41;22;23;24;27;29;39;49;2", {.isFaint = true});
        row("taken back at once", "1;31;;3", {.isItalic = true});
        row("codes of no meaning", "5;10;73;255;31", {.foreground = table(1)});
        row("a code beyond all numbers", "99999999999999999999;31", {.foreground = table(1)});
    }

    void attributesAreTaken()
    {
        QFETCH(QByteArray, codes);
        QFETCH(ui::LogStyle, style);
        const LogLine line = decodeLogLine(QByteArray("a\x1b[" + codes + "mbc\x1b[0md"));
        QCOMPARE(line.text, u"abcd"_s);
        const QList<LogRun> expected{{.begin = 1, .length = 2, .style = style}};
        QVERIFY(line.runs == expected);
    }

    void attributesOutliveACarriageReturnAndNoLine()
    {
        const LogLine line = decodeLogLine("\x1b[33m50 %\r100 %");
        QCOMPARE(line.text, u"100 %"_s);
        QVERIFY(line.runs == (QList<LogRun>{{.begin = 0, .length = 5, .style = {.foreground = table(3)}}}));
        QVERIFY(decodeLogLine("next").runs.isEmpty());
    }

    void attributesOfEachPieceAreItsOwn()
    {
        const LogLine line = decodeLogLine("\x1b[1mab\x1b[0mcd\x1b[1mef");
        QVERIFY(line.runs
                == (QList<LogRun>{{.begin = 0, .length = 2, .style = {.isBold = true}},
                                  {.begin = 4, .length = 2, .style = {.isBold = true}}}));
    }

    void whatIsNoAttributeIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a private one") << QByteArray("\x1b[>4;1mx");
        QTest::newRow("one with another final") << QByteArray("\x1b[1 mx");
    }

    void whatIsNoAttributeIsPassedOver()
    {
        QFETCH(QByteArray, bytes);
        const LogLine line = decodeLogLine(bytes);
        QCOMPARE(line.text, u"x"_s);
        QVERIFY(line.runs.isEmpty());
    }

    void erasedCharactersTakeTheirAttributesAlong()
    {
        const LogLine line = decodeLogLine("a\x1b[31mb\b\x1b[0mc");
        QCOMPARE(line.text, u"ac"_s);
        QVERIFY(line.runs.isEmpty());
    }

    void aLongLineIsCutAndCounted()
    {
        const LogLine line = decodeLogLine(QByteArray(5000, 'x'));
        QCOMPARE(line.text.first(mostLogCharacters), QString(mostLogCharacters, u'x'));
        QCOMPARE(line.text.sliced(mostLogCharacters), u" … 1,000 more characters"_s);
        QVERIFY(line.runs.last().style.isNote);
        QCOMPARE(line.runs.last().begin, mostLogCharacters);
        QCOMPARE(decodeLogLine(QByteArray(mostLogCharacters, 'x')).text.size(), mostLogCharacters);
        QCOMPARE(decodeLogLine(QByteArray(mostLogCharacters + 1, 'x')).text.sliced(mostLogCharacters),
                 u" … 1 more character"_s);
    }

    void charactersThatAreNotShownAreCountedAsSuch()
    {
        const auto beyond = [](const QByteArray &bytes) {
            return decodeLogLine(bytes).text.sliced(mostLogCharacters);
        };
        const QByteArray full(mostLogCharacters, 'x');
        QCOMPARE(beyond(full + QByteArray("\xc3\xa9").repeated(20'000)), u" … 20,000 more characters"_s);
        QCOMPARE(beyond(full + '\t'), u" … 8 more characters"_s);
        QCOMPARE(beyond(full + "yy\b"), u" … 2 more characters"_s); // nobody saw which one it took
        QCOMPARE(decodeLogLine(QByteArray(full + "yy\rdone")).text, u"done"_s);
    }

    void aCutSplitsNoCharacter()
    {
        const QByteArray rocket("\xf0\x9f\x9a\x80");
        const LogLine line = decodeLogLine(rocket.repeated(3000).prepend('x'));
        QCOMPARE(line.text.first(3999), u"🚀"_s.repeated(1999).prepend(u'x'));
        QCOMPARE(line.text.sliced(3999), u" … 1,001 more characters"_s);
    }

    void tenMegabytesAreReadAtOnce_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("letters") << QByteArray(10 << 20, 'x');
        QTest::newRow("malformed") << QByteArray(10 << 20, '\x80');
        QTest::newRow("NULs") << QByteArray(10 << 20, '\0');
        QTest::newRow("escapes") << QByteArray(10 << 20, '\x1b');
        QTest::newRow("titles within titles") << QByteArray("\x1b]").repeated(5 << 20);
        QTest::newRow("colours") << QByteArray("\x1b[31mx").repeated((10 << 20) / 6);
        QTest::newRow("parameters") << QByteArray("\x1b[") + QByteArray(10 << 20, ';') + "m";
        QTest::newRow("carriage returns") << QByteArray("x\r").repeated(5 << 20);
    }

    void tenMegabytesAreReadAtOnce()
    {
        QFETCH(QByteArray, bytes);
        QElapsedTimer timer;
        timer.start();
        const LogLine line = decodeLogLine(bytes);
        QVERIFY(line.text.size() < mostLogCharacters + 40);
        // One pass takes tens of milliseconds; what this finds is one that takes minutes.
        QVERIFY(timer.elapsed() < 60'000);
    }

    void everyColourCanBeRead_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << lightPalette();
        QTest::newRow("dark") << darkPalette();
    }

    void everyColourCanBeRead()
    {
        QFETCH(QPalette, palette);
        QList<LogColor> colors{{}, exact(qRgb(0x80, 0x80, 0x80)), exact(qRgb(0x24, 0x24, 0x26))};
        for (int i = 0; i < 256; ++i)
            colors.append(table(i));
        const QList<LogColor> grounds{{}, table(0), table(3), table(4), table(7), table(11), table(15)};
        for (const LogColor &front : std::as_const(colors)) {
            for (const LogColor &back : grounds) {
                if (front == back && front != LogColor())
                    continue;
                for (const bool odd : {false, true}) {
                    const LogPaint paint = logPaint(
                        {.foreground = front, .background = back, .isFaint = odd, .isInverse = odd}, palette);
                    const QColor ground =
                        paint.background.isValid() ? paint.background : palette.color(QPalette::Base);
                    QVERIFY2(contrast(paint.text, ground) >= 4.5,
                             qPrintable(paint.text.name() + u" on "_s + ground.name()));
                }
            }
        }
    }

    void theSixteenColoursKeepTheirHue()
    {
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            const auto color = [&palette](int index) {
                return logPaint({.foreground = table(index)}, palette).text;
            };
            for (const int bright : {0, 8}) {
                QVERIFY(color(1 + bright).red() > color(1 + bright).blue());
                QVERIFY(color(2 + bright).green() > color(2 + bright).red());
                QVERIFY(color(4 + bright).blue() > color(4 + bright).red());
            }
        }
    }

    void marksOfASearchCanBeRead()
    {
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            QVERIFY(contrast(matchPaint(palette).text, matchPaint(palette).background) >= 4.5);
            QVERIFY(contrast(currentMatchPaint().text, currentMatchPaint().background) >= 4.5);
        }
    }
};

BERTH_TEST(LogTextTest)
#include "tst_logtext.moc"
