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

    void nonsenseIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no text") << QByteArray("\xff\xfe\0\0", 4);
        QTest::newRow("values that are none")
            << QByteArray("[log]\nshare=lots\n[window]\ngeometry=@Invalid()\ndetailsShare=1000\n");
        QTest::newRow("far too much") << QByteArray("a=1\n").repeated(100'000);
    }

    void nonsenseIsPassedOver()
    {
        QFETCH(const QByteArray, bytes);
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        QCOMPARE(readWindowState(path(), {}), WindowState());
    }

    void aFolderInItsPlaceIsPassedOver()
    {
        QVERIFY(QDir().mkpath(path()));
        QCOMPARE(readWindowState(path(), {}), WindowState());
        writeWindowState(path(), {});
    }

private:
    QString path() const { return m_folder->filePath(u"window.ini"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

BERTH_TEST(WindowStateTest)

#include "tst_windowstate.moc"
