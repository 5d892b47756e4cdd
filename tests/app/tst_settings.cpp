// SPDX-License-Identifier: MIT
#include "app/settings.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;

namespace {

const QString name = u"berth.ini"_s;

} // namespace

class SettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void withoutAFileTheStandardSettingsHold()
    {
        const SettingsReading reading = readSettings(path());
        QCOMPARE(reading.settings, Settings());
        QVERIFY(!reading.broken);
        QVERIFY(!QFile::exists(path()));
    }

    void everySettingComesBackAsItWasWritten()
    {
        const Settings all{.closeToTray = false,
                           .notifications = false,
                           .dockerProgram = u"/opt/d, e/docker"_s,
                           .context = u"lab"_s,
                           .payload = u"/opt/busybox"_s,
                           .check = {.target = u"9.9.9.9:53"_s,
                                     .dnsName = u"debian.org"_s,
                                     .memory = u"1g"_s,
                                     .pids = u"64"_s},
                           .servers = {.firstPort = u"5000"_s,
                                       .lastPort = u"5099"_s,
                                       .patience = u"90"_s,
                                       .image = u"node:22"_s,
                                       .onQuit = core::OnQuit::Leave},
                           .log = {.wrap = true, .timestamps = true}};
        QVERIFY(!writeSettings({}, all, path()));
        QCOMPARE(readSettings(path()).settings, all);
        QVERIFY(!writeSettings(all, {}, path()));
        QCOMPARE(readSettings(path()).settings, Settings());
        QVERIFY(!content().contains("port"));
    }

    void whatIsUnknownOrUntouchedStays()
    {
        write("[general]\ncloseToTray=maybe\n[later]\nthing=1\n[probe]\ntarget=nonsense\n");
        const Settings was = readSettings(path()).settings;
        QVERIFY(was.closeToTray);
        QCOMPARE(was.check.target, u"nonsense"_s);
        Settings now = was;
        now.servers.image = u"node:22"_s;
        QVERIFY(!writeSettings(was, now, path()));
        for (const char *const line : {"closeToTray=maybe", "thing=1", "target=nonsense", "image=node:22"})
            QVERIFY2(content().contains(line), line);
    }

    void wordsAreTakenAsPeopleWriteThem_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<bool>("wrap");
        QTest::newRow("true") << QByteArray("true") << true;
        QTest::newRow("in capitals") << QByteArray("TRUE") << true;
        QTest::newRow("as a number") << QByteArray("1") << true;
        QTest::newRow("with blanks around") << QByteArray("\" true \"") << true;
        QTest::newRow("false") << QByteArray("false") << false;
        QTest::newRow("something else") << QByteArray("yes") << false;
    }

    void wordsAreTakenAsPeopleWriteThem()
    {
        QFETCH(const QByteArray, word);
        QFETCH(const bool, wrap);
        write("[log]\nwrap=" + word + "\n[servers]\nonQuit=\" leave \"\n");
        const Settings settings = readSettings(path()).settings;
        QCOMPARE(settings.log.wrap, wrap);
        QCOMPARE(settings.servers.onQuit, core::OnQuit::Leave);
    }

    void whatIsTheStandardIsNotWritten()
    {
        Settings was;
        was.log.wrap = !was.log.wrap;
        was.servers.image = u"node:22"_s;
        QVERIFY(!writeSettings({}, was, path()));
        Settings now = was;
        now.log.wrap = Settings().log.wrap;
        QVERIFY(!writeSettings(was, now, path()));
        QVERIFY(!content().contains("wrap"));
        QVERIFY(content().contains("node:22"));
    }

    void aValueWithCommasIsOneValue()
    {
        write("[docker]\nprogram=/opt/a, b/docker\n");
        QCOMPARE(readSettings(path()).settings.dockerProgram, u"/opt/a, b/docker"_s);
    }

    void aBrokenFileIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a line that is no setting") << QByteArray("[probe]\ntarget 1.1.1.1:443\n");
        QTest::newRow("an unended section") << QByteArray("[probe\ntarget=1.1.1.1:443\n");
        QTest::newRow("no text") << QByteArray("a=\xff\xfe\n");
        QTest::newRow("zeroes") << QByteArray(4096, '\0');
        QTest::newRow("a zero within a value") << QByteArray("[docker]\ncontext=a\0b\n", 22);
        QTest::newRow("far too much") << QByteArray("a=1\n").repeated(300'000);
    }

    void aBrokenFileIsSetAside()
    {
        QFETCH(const QByteArray, bytes);
        write(bytes);
        const SettingsReading reading = readSettings(path());
        QCOMPARE(reading.settings, Settings());
        QVERIFY(reading.broken);
        QCOMPARE(reading.broken->file, path());
        QCOMPARE(reading.broken->setAside, path() + u".broken-1"_s);
        QVERIFY(!reading.broken->reason.isEmpty());
        QFile aside(reading.broken->setAside);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QVERIFY(aside.readAll() == bytes);
        QVERIFY(!readSettings(path()).broken); // it is said once
    }

    void aFolderInItsPlaceIsSetAsideToo()
    {
        QVERIFY(QDir(m_folder->path()).mkpath(name + u"/inside"_s));
        const SettingsReading reading = readSettings(path());
        QVERIFY(reading.broken);
        QCOMPARE(reading.broken->setAside, path() + u".broken-1"_s);
        QVERIFY(QDir(reading.broken->setAside).exists(u"inside"_s));
    }

    void noneThatWasSetAsideBeforeIsReplaced()
    {
        for (const int number : {1, 2}) {
            // Of another size: one of the same, written in the same millisecond, is not read anew by Qt.
            write("broken " + QByteArray(number, '1'));
            QCOMPARE(readSettings(path()).broken->setAside, path() + u".broken-%1"_s.arg(number));
        }
        QFile first(path() + u".broken-1"_s);
        QVERIFY(first.open(QIODevice::ReadOnly));
        QCOMPARE(first.readAll(), "broken 1");
    }

    void whatCannotBeWrittenIsSaid()
    {
        const QString under = m_folder->filePath(u"file"_s);
        QFile file(under);
        QVERIFY(file.open(QIODevice::WriteOnly));
        Settings now;
        now.context = u"lab"_s;
        const auto error = writeSettings({}, now, under + u"/berth.ini"_s);
        QVERIFY(error);
        QVERIFY(error->tried.contains(under));
    }

private:
    QString path() const { return m_folder->filePath(name); }
    void write(const QByteArray &bytes)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

BERTH_TEST(SettingsTest)

#include "tst_settings.moc"
