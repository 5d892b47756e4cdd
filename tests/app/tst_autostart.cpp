// SPDX-License-Identifier: MIT
#include "app/autostart.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;
using ui::Autostart;
using State = ui::Autostart::State;

namespace {

const QString program = u"/usr/bin/berth"_s;

} // namespace

class AutostartTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsReadAsADesktopWould_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<State>("state");
        const QString own = autostartText(program);
        QTest::newRow("the one that Berth writes") << own << State::On;
        QTest::newRow("nothing") << QString() << State::Off;
        QTest::newRow("rubbish") << u"\u0001\u0002"_s << State::Off;
        QTest::newRow("without a command") << u"[Desktop Entry]\nType=Application\n"_s << State::Off;
        QTest::newRow("hidden by the user") << QString(own + u"Hidden=true\n"_s) << State::Switched;
        QTest::newRow("hidden no more") << QString(own + u"Hidden=false\n"_s) << State::On;
        QTest::newRow("switched off by GNOME")
            << QString(own).replace(u"enabled=true"_s, u"enabled=false"_s) << State::Switched;
        QTest::newRow("a comment hides nothing") << QString(own + u"#Hidden=true\n"_s) << State::On;
        QTest::newRow("a group of its own hides nothing")
            << QString(own + u"[Desktop Action x]\nHidden=true\n"_s) << State::On;
        QTest::newRow("another Berth") << autostartText(u"/opt/old/berth"_s) << State::Other;
        QTest::newRow("shown instead of hidden")
            << QString(own).replace(u" --hidden"_s, QString()) << State::Other;
    }

    void aFileIsReadAsADesktopWould()
    {
        QFETCH(const QString, text);
        QFETCH(const State, state);
        QCOMPARE(readAutostartText(text, program).state, state);
    }

    void whatIsStartedInItsPlaceIsNamed()
    {
        QCOMPARE(readAutostartText(autostartText(u"/opt/old/berth"_s), program).command,
                 u"\"/opt/old/berth\" --hidden"_s);
    }

    // The specification escapes twice: as an argument of a command, and as a string of the file.
    void aProgramOfAnyNameIsQuoted()
    {
        const QString odd = u"/opt/my $\"dir\\\"/50%/berth"_s;
        QVERIFY2(autostartText(odd).contains(
                     u"\nExec=\"/opt/my \\\\$\\\\\"dir\\\\\\\\\\\\\"/50%%/berth\" --hidden\n"_s),
                 qPrintable(autostartText(odd)));
        QCOMPARE(readAutostartText(autostartText(odd), odd).state, State::On);
    }

    void itIsWrittenAndTakenAway()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"config/autostart/berth.desktop"_s);
        QCOMPARE(readAutostart(path, program).state, State::Off);
        QVERIFY(!writeAutostart(path, program, false));
        QVERIFY(!writeAutostart(path, u"/opt/old/berth"_s, true));
        QCOMPARE(readAutostart(path, program).state, State::Other);
        QVERIFY(!writeAutostart(path, program, true));
        QCOMPARE(readAutostart(path, program).state, State::On);
        QVERIFY(!writeAutostart(path, program, false));
        QVERIFY(!QFile::exists(path));
    }

    void whatCannotBeWrittenIsSaid()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"berth.desktop/full"_s)); // a folder in its place
        const QString path = folder.filePath(u"berth.desktop"_s);
        QCOMPARE(readAutostart(path, program).state, State::Off);
        const auto error = writeAutostart(path, program, true);
        QVERIFY(error && error->tried.contains(path) && !error->detail.isEmpty());
    }
};

BERTH_TEST(AutostartTest)

#include "tst_autostart.moc"
