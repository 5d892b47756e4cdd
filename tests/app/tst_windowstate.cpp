// SPDX-License-Identifier: MIT
#include "app/windowstate.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;
using ui::WindowState;

class WindowStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void itComesBackAsItWas()
    {
        const WindowState state{.geometry = QByteArray("\0\x01,;\xff", 5),
                                .logShare = 30,
                                .detailsShare = 70,
                                .columns = {0, 80, 120},
                                .log = {.wrap = true, .timestamps = false},
                                .isTrayKnown = true,
                                .isTraylessKnown = true};
        writeWindowState(path(), state);
        QCOMPARE(readWindowState(path(), {.timestamps = true}), state);
    }

    void beforeThereIsOneTheSettingsSayHowLogsAreShown()
    {
        QCOMPARE(readWindowState(path(), {.wrap = true}), (WindowState{.log = {.wrap = true}}));
    }

    void sharesLeaveRoomForBoth_data()
    {
        QTest::addColumn<QByteArray>("share");
        QTest::addColumn<int>("read");
        const int usual = WindowState().logShare;
        QTest::newRow("the least") << QByteArray("10") << 10;
        QTest::newRow("less") << QByteArray("9") << usual;
        QTest::newRow("the most") << QByteArray("90") << 90;
        QTest::newRow("more") << QByteArray("91") << usual;
        QTest::newRow("no number") << QByteArray("50 %") << usual;
    }

    void sharesLeaveRoomForBoth()
    {
        QFETCH(const QByteArray, share);
        QFETCH(const int, read);
        write("[log]\nshare=" + share + '\n');
        QCOMPARE(readWindowState(path(), {}).logShare, read);
    }

    void whatIsNotWrittenIsAsTheSettingsSay()
    {
        write("[log]\nshare=30\n");
        const core::LogSettings standard{.wrap = true, .timestamps = true};
        QCOMPARE(readWindowState(path(), standard).log, standard);
    }

    void onlySoManyColumnsAreRead()
    {
        write("[servers]\ncolumns=" + QByteArray("1, ").repeated(99) + "1\n");
        QCOMPARE(readWindowState(path(), {}).columns, QList<int>(32, 1));
    }

    void nonsenseIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no text") << QByteArray("\xff\xfe\0\0", 4);
        QTest::newRow("values that are none")
            << QByteArray("[log]\nshare=lots\n[window]\ngeometry=@Invalid()\ndetailsShare=1000\n");
        QTest::newRow("far too much")
            << QByteArray("[log]\nshare=30\n[x]\n") + QByteArray("a=1\n").repeated(100'000);
    }

    void nonsenseIsPassedOver()
    {
        QFETCH(const QByteArray, bytes);
        write(bytes);
        QCOMPARE(readWindowState(path(), {}), WindowState());
    }

    void aFolderInItsPlaceIsPassedOver()
    {
        QVERIFY(QDir().mkpath(path()));
        QCOMPARE(readWindowState(path(), {}), WindowState());
        writeWindowState(path(), {});
    }

private:
    void write(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QString path() const { return m_folder->filePath(u"window.ini"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

BERTH_TEST(WindowStateTest)

#include "tst_windowstate.moc"
