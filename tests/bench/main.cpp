// SPDX-License-Identifier: MIT

// `berth_bench [PAIRS] [NAME…]` prints the table of budgets, each as a ratio of two figures measured in turn
// in this run; with names only what they name.

#include "tests/bench/idlebench.h"
#include "tests/bench/logbench.h"
#include "tests/bench/serverbench.h"
#include "tests/bench/table.h"
#include "tests/bench/verdictbench.h"
#include "tests/bench/windowbench.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

struct Bench
{
    QString name;
    std::function<QList<bench::Row>(int pairs)> measure;
};

QList<Bench> benches()
{
    return {{u"verdict"_s, [](int pairs) { return QList{bench::measureVerdict(pairs)}; }},
            {u"window"_s, [](int pairs) { return bench::measureWindow(std::min(pairs, 10)); }},
            {u"flood"_s, [](int) { return bench::measureFlood(); }},
            {u"list"_s, [](int pairs) { return bench::measureList(std::min(pairs, 5)); }},
            {u"row"_s, [](int) { return bench::measureRow(); }},
            {u"launch"_s, [](int) { return bench::measureLaunch(); }},
            {u"memory"_s, [](int pairs) { return bench::measureMemory(std::min(pairs, 5)); }},
            {u"idle"_s, [](int) { return bench::measureIdle(); }}};
}

// What a process of its own does for a bench.
int runChild(const QString &what, int argc, char *argv[])
{
    if (what == "flood"_L1)
        return bench::runFloodChild(argc, argv);
    if (what == "lines"_L1)
        return bench::printFlood();
    if (const auto exitCode = bench::runServerChild(what, argc, argv))
        return *exitCode;
    if (const auto exitCode = bench::runIdleChild(what, argc, argv))
        return *exitCode;
    return bench::runWindowChild(what, argc, argv);
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc == 3 && QByteArray(argv[1]) == "--child")
        return runChild(QString::fromLocal8Bit(argv[2]), argc, argv);
    const QCoreApplication application(argc, argv);
    QStringList names = QCoreApplication::arguments().sliced(1);
    int pairs = 20;
    if (!names.isEmpty() && names.first().toInt() > 0)
        pairs = names.takeFirst().toInt();
    QList<bench::Row> rows;
    for (const Bench &bench : benches()) {
        if (names.isEmpty() || names.removeAll(bench.name) > 0)
            rows += bench.measure(pairs);
    }
    if (rows.isEmpty()) {
        std::fprintf(stderr, "no bench of that name\n");
        return 1;
    }
    return bench::printTable(rows) ? 0 : 1;
}
