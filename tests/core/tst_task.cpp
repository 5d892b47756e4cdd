// SPDX-License-Identifier: MIT
#include "core/base/task.h"

#include "tests/registry.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <semaphore>

using namespace core;
using namespace std::chrono_literals;

namespace {

// Blocks until the stop token says so, and counts who has left.
int waitForStop(const std::stop_token &stop, std::atomic<int> &left)
{
    std::binary_semaphore asked(0);
    const std::stop_callback wake(stop, [&asked] { asked.release(); });
    asked.acquire();
    ++left;
    return 0;
}

} // namespace

class TaskTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deliversTheAnswerOnTheOwningThread()
    {
        Task<int> task;
        QThread *worked = nullptr;
        QThread *answered = nullptr;
        int answer = 0;
        task.start(
            [&worked](const std::stop_token &) {
                worked = QThread::currentThread();
                return 42;
            },
            [&](int value) {
                answered = QThread::currentThread();
                answer = value;
            });
        QVERIFY(task.isRunning());
        QTRY_COMPARE(answer, 42);
        QVERIFY(!task.isRunning());
        QCOMPARE(answered, thread());
        QVERIFY(worked != thread());
    }

    void reportsInOrderAndTheAnswerLast()
    {
        Task<QString, int> task;
        QStringList heard;
        task.startReporting(
            [](const std::stop_token &, const auto &report) {
                for (int i = 1; i <= 3; ++i)
                    report(i);
                return QStringLiteral("done");
            },
            [&heard](int report) { heard.append(QString::number(report)); },
            [&heard](const QString &answer) { heard.append(answer); });
        QTRY_COMPARE(heard,
                     QStringList({QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"),
                                  QStringLiteral("done")}));
    }

    void droppedTaskStopsItsWorkAndStaysSilent()
    {
        std::atomic<int> left = 0;
        bool delivered = false;
        {
            Task<int> task;
            task.start([&left](const std::stop_token &stop) { return waitForStop(stop, left); },
                       [&delivered](int) { delivered = true; });
        }
        QTRY_COMPARE(left.load(), 1);
        blockingPool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void answerThatArrivedBeforeTheDropStaysSilent()
    {
        bool delivered = false;
        {
            Task<int> task;
            task.start([](const std::stop_token &) { return 1; }, [&delivered](int) { delivered = true; });
            blockingPool().waitForDone();
        }
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    // QtGui fills large shapes on the global pool and makes the GUI thread wait for it.
    void blockingWorkLeavesQtsOwnPoolFree()
    {
        std::atomic<int> left = 0;
        {
            Task<int> task;
            task.start([&left](const std::stop_token &stop) { return waitForStop(stop, left); }, [](int) {});
            QTRY_COMPARE(blockingPool().activeThreadCount(), 1);
            QCOMPARE(QThreadPool::globalInstance()->activeThreadCount(), 0);
        }
        QTRY_COMPARE(left.load(), 1);
    }

    void restartingSilencesTheFirstWork()
    {
        std::atomic<int> left = 0;
        QList<int> answers;
        Task<int> task;
        task.start([&left](const std::stop_token &stop) { return waitForStop(stop, left); },
                   [&answers](int value) { answers.append(value); });
        task.start([](const std::stop_token &) { return 2; },
                   [&answers](int value) { answers.append(value); });
        QTRY_COMPARE(answers, QList<int>{2});
        QTRY_COMPARE(left.load(), 1);
        QCOMPARE(answers, QList<int>{2});
    }

    void theAnswerMayRestartItsTask()
    {
        Task<int> task;
        int second = 0;
        task.start([](const std::stop_token &) { return 1; },
                   [&](int) {
                       task.start([](const std::stop_token &) { return 2; },
                                  [&second](int value) { second = value; });
                   });
        QTRY_COMPARE(second, 2);
    }

    void theAnswerMayDropItsTask()
    {
        auto task = std::make_unique<Task<int>>();
        int answer = 0;
        task->start([](const std::stop_token &) { return 3; },
                    [&](int value) {
                        task.reset();
                        answer = value;
                    });
        QTRY_COMPARE(answer, 3);
    }
};

BERTH_TEST(TaskTest)

#include "tst_task.moc"
