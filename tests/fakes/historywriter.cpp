// SPDX-License-Identifier: MIT
// `historywriter FOLDER NAME`: records one verdict after the other, and prints the key of each that was
// acknowledged, until somebody kills it.
#include "core/history/history.h"

#include <QCoreApplication>
#include <QQueue>
#include <QTimer>

#include <cstdio>

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    core::History history(arguments.value(1));
    QQueue<QString> waiting;
    qint64 number = 0;
    const auto recordNext = [&] {
        const QString key = QStringLiteral("%1-%2").arg(arguments.value(2)).arg(++number);
        waiting.enqueue(key);
        history.record(core::VerdictEntry{
            .key = key, .at = QDateTime::currentDateTimeUtc(), .reason = QString(200, QLatin1Char('x'))});
    };
    QObject::connect(&history, &core::History::recorded, &history, [&](qsizetype entries) {
        for (qsizetype i = 0; i < entries; ++i)
            std::printf("%s\n", qPrintable(waiting.dequeue()));
        std::fflush(stdout);
    });
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &history, recordNext);
    timer.start(1);
    history.open();
    return QCoreApplication::exec();
}
