// SPDX-License-Identifier: MIT

// `berth_bench [PAIRS] [NAME…]` prints the table of budgets, each as a ratio of two figures measured in turn
// in this run; with names only what they name. `berth_bench cycles [N]` starts and stops a server N times,
// 1 000 by default, and counts what is left behind: it takes a second or two for each, so that it is run when
// it is asked for alone.

#include "tests/bench/cycles.h"
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
#include <utility>

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

QString usage()
{
    QStringList names;
    for (const Bench &bench : benches())
        names.append(bench.name);
    return u"usage: berth_bench [PAIRS] [NAME…]     the table of budgets; names: "_s + names.join(u' ')
        + u"\n       berth_bench cycles [N]         N (1000) times start and stop: what is left behind?\n"_s;
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
    if (names.value(0) == "cycles"_L1 && names.size() <= 2) {
        bool isNumber = false;
        const int cycles = names.value(1, u"1000"_s).toInt(&isNumber);
        if (isNumber && cycles > 0)
            return bench::runCycles(cycles);
    }
    int pairs = 20;
    if (!names.isEmpty() && names.first().toInt() > 0)
        pairs = names.takeFirst().toInt();
    QList<Bench> wanted;
    const bool isAll = names.isEmpty();
    for (const Bench &bench : benches()) {
        if (names.removeAll(bench.name) > 0 || isAll)
            wanted.append(bench);
    }
    if (!names.isEmpty()) {
        std::fprintf(stderr, "berth_bench: there is no bench \"%s\"\n%s", qPrintable(names.first()),
                     qPrintable(usage()));
        return 64;
    }
    QList<bench::Row> rows;
    for (const Bench &bench : std::as_const(wanted))
        rows += bench.measure(pairs);
    return bench::printTable(rows) ? 0 : 1;
}
