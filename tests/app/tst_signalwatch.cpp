// SPDX-License-Identifier: MIT
#include "app/signalwatch.h"

#include "tests/registry.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace app;

class SignalWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSignalIsToldByItsNumber()
    {
        const SignalWatch watch;
        QSignalSpy interrupted(&watch, &SignalWatch::interrupted);
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGINT})
            std::raise(number);
        QTRY_COMPARE(interrupted.size(), 4);
        QList<int> numbers;
        for (const QVariantList &arguments : interrupted)
            numbers.append(arguments.first().toInt());
        QCOMPARE(numbers, (QList<int>{SIGINT, SIGTERM, SIGHUP, SIGINT}));
    }
};

BERTH_TEST(SignalWatchTest)

#include "tst_signalwatch.moc"
