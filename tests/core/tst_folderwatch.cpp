// SPDX-License-Identifier: MIT
#include "core/monitor/folderwatch.h"

#include "tests/registry.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <semaphore>

using namespace core;
using namespace Qt::StringLiterals;

class FolderWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { lookingPool().waitForDone(); }

    void aFolderThatIsNotThereIsGone()
    {
        const QTemporaryDir parent;
        FolderWatch watch;
        const QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.follow(parent.path());
        watch.follow(parent.filePath(u"none/at/all"_s));
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed.first().first().toString(), parent.filePath(u"none/at/all"_s));
        QVERIFY(watch.isGone(parent.filePath(u"none/at/all"_s)));
        QVERIFY(!watch.isGone(parent.path()));
    }

    void itGoesAndComesBack()
    {
        const QTemporaryDir parent;
        const QString folder = parent.filePath(u"a/b"_s);
        QVERIFY(QDir().mkpath(folder));
        FolderWatch watch;
        watch.follow(folder);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(QDir(parent.filePath(u"a"_s)).removeRecursively());
            QTRY_VERIFY(watch.isGone(folder));
            QVERIFY(QDir().mkpath(folder));
            QTRY_VERIFY(!watch.isGone(folder));
        }
    }

    void oneThatWasLeftIsSilent()
    {
        const QTemporaryDir parent;
        const QString folder = parent.filePath(u"none"_s);
        FolderWatch watch;
        const QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.follow(folder);
        watch.follow(folder);
        watch.leave(folder);
        QTRY_COMPARE(changed.size(), 1);
        watch.leave(folder);
        QVERIFY(!watch.isGone(folder));
        QVERIFY(QDir().mkpath(folder));
        lookingPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(changed.size(), 1);
    }

    // As where a folder is on a machine that is away, and asking for it does not return.
    void nobodyWaitsForALook()
    {
        std::counting_semaphore<> away(0);
        const int threads = lookingPool().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            lookingPool().start([&away] { away.acquire(); });
        const QTemporaryDir parent;
        const QString folder = parent.filePath(u"none"_s);
        FolderWatch watch;
        const QSignalSpy changed(&watch, &FolderWatch::changed);
        watch.follow(folder);
        QCoreApplication::processEvents();
        QVERIFY(!watch.isGone(folder));
        away.release(threads);
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(watch.isGone(folder));
    }
};

BERTH_TEST(FolderWatchTest)

#include "tst_folderwatch.moc"
