// SPDX-License-Identifier: MIT
#include "core/monitor/socketwatch.h"

#include "tests/registry.h"

#include <QFile>
#include <QLocalServer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class SocketWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSocketThatAppearsIsNoticed()
    {
        const QTemporaryDir folder;
        SocketWatch watch;
        QSignalSpy listening(&watch, &SocketWatch::listening);
        watch.watch(folder.filePath(u"engine.sock"_s));
        QLocalServer engine;
        QVERIFY(engine.listen(folder.filePath(u"engine.sock"_s)));
        QVERIFY(!listening.isEmpty() || listening.wait());
    }

    void anotherFileIsNoNews()
    {
        const QTemporaryDir folder;
        SocketWatch watch;
        QSignalSpy listening(&watch, &SocketWatch::listening);
        watch.watch(folder.filePath(u"engine.sock"_s));
        QFile other(folder.filePath(u"other"_s));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QVERIFY(!listening.wait(300));
    }

    void aSocketThatIsNotWatchedAnyMoreIsNoNews()
    {
        const QTemporaryDir folder;
        SocketWatch watch;
        QSignalSpy listening(&watch, &SocketWatch::listening);
        watch.watch(folder.filePath(u"engine.sock"_s));
        watch.watch({});
        QLocalServer engine;
        QVERIFY(engine.listen(folder.filePath(u"engine.sock"_s)));
        QVERIFY(!listening.wait(300));
    }
};

BERTH_TEST(SocketWatchTest)

#include "tst_socketwatch.moc"
