// SPDX-License-Identifier: MIT
#include "app/factprinter.h"

#include "tests/registry.h"

#include <QTest>

using namespace app;
using namespace core;
using namespace Qt::StringLiterals;

class FactPrinterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void printsEachFactOnceAsSoonAsItIsKnown()
    {
        QStringList lines;
        FactPrinter printer([&lines](const QString &line) { lines.append(line); });
        Measurement measurement{.running = {Step::Version},
                                .engine = {.context = u"lab"_s, .endpoint = u"unix:///x.sock"_s}};
        printer.report(measurement);
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.first().contains(u"lab"_s) && lines.first().contains(u"unix:///x.sock"_s),
                 qPrintable(lines.first()));

        measurement.running = {Step::Load};
        printer.report(measurement);
        QCOMPARE(lines.size(), 1);

        measurement.verdict = Usable{};
        measurement.running = {Step::Egress, Step::Limits};
        printer.report(measurement);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines.last().startsWith(u"✓ Containers"_s), qPrintable(lines.last()));

        std::get<Usable>(measurement.verdict).hardening.status = Hardening::Status::Enforced;
        measurement.running = {Step::Egress};
        printer.report(measurement);
        printer.report(measurement);
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines.last().startsWith(u"✓ Limits"_s), qPrintable(lines.last()));

        std::get<Usable>(measurement.verdict).egress = {
            .status = Egress::Status::Reachable, .tcp = 0, .dns = 0};
        measurement.running.clear();
        printer.conclude(measurement);
        QVERIFY(lines.at(3).startsWith(u"✓ Internet"_s));
        QVERIFY(lines.at(4).startsWith(u"✓ DNS"_s));
        QVERIFY2(lines.contains(u"✓ Docker runs containers"_s), qPrintable(lines.join(u'\n')));
    }

    void troubleComesWithItsCauseRemedyAndCommands()
    {
        QStringList lines;
        FactPrinter printer([&lines](const QString &line) { lines.append(line); });
        printer.conclude({.verdict = Unusable{.detail = u"docker: no runtime"_s,
                                              .diagnosis = Diagnosis{.id = u"runtime-missing"_s,
                                                                     .cause = u"The cause."_s,
                                                                     .remedy = u"The remedy."_s,
                                                                     .commands = {u"fix it"_s}}}});
        QVERIFY(lines.contains(u"✗ Docker answers, but cannot run containers"_s));
        QVERIFY(lines.contains(u"  The cause."_s));
        QVERIFY(lines.contains(u"  The remedy."_s));
        QVERIFY(lines.contains(u"    fix it"_s));
    }
};

BERTH_TEST(FactPrinterTest)

#include "tst_factprinter.moc"
