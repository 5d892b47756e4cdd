// SPDX-License-Identifier: MIT
#include "app/checkjson.h"

#include "tests/registry.h"

#include <QJsonArray>
#include <QTest>

using namespace app;
using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class CheckJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aUsableEngineWithBlockedEgress()
    {
        const Measurement measurement{.verdict = Usable{.egress = {.status = Egress::Status::Blocked,
                                                                   .target = u"1.1.1.1:443"_s,
                                                                   .dnsName = u"example.com"_s,
                                                                   .tcp = 110,
                                                                   .dns = 2,
                                                                   .reason = u"neither"_s,
                                                                   .hostReaches = true},
                                                        .hardening = {.status = Hardening::Status::Partial,
                                                                      .notEnforced = {u"memory"_s},
                                                                      .observed = {{u"pids"_s, u"512"_s}}},
                                                        .diagnosis = Diagnosis{.id = u"nat-missing"_s,
                                                                               .scope = Scope::Host,
                                                                               .cause = u"c"_s,
                                                                               .remedy = u"r"_s,
                                                                               .commands = {u"x"_s}}},
                                      .steps = {{.step = Step::Version,
                                                 .command = {u"docker"_s, u"version"_s},
                                                 .exitCode = 0,
                                                 .elapsed = 22ms,
                                                 .output = u"amd64\n"_s},
                                                {.step = Step::Payload, .output = u"built in"_s}},
                                      .engine = {.context = u"default"_s,
                                                 .endpoint = u"unix:///x"_s,
                                                 .clientVersion = u"28.2.2"_s,
                                                 .serverVersion = u"20.10.24"_s,
                                                 .arch = u"amd64"_s,
                                                 .flavour = Flavour::Rootless},
                                      .elapsed = 412ms};
        const QJsonObject json = checkJson(measurement);
        QCOMPARE(json[u"schema"_s].toInt(), 1);
        QCOMPARE(json[u"verdict"_s].toString(), u"usable"_s);
        QCOMPARE(json[u"daemonAnswered"_s].toBool(), true);
        QCOMPARE(json[u"elapsedMs"_s].toInt(), 412);
        QCOMPARE(json[u"engine"_s][u"flavour"_s].toString(), u"rootless"_s);
        QCOMPARE(json[u"engine"_s][u"serverVersion"_s].toString(), u"20.10.24"_s);
        QCOMPARE(json[u"egress"_s][u"status"_s].toString(), u"blocked"_s);
        QCOMPARE(json[u"egress"_s][u"tcp"_s].toInt(), 110);
        QCOMPARE(json[u"egress"_s][u"hostReaches"_s], QJsonValue(true));
        QCOMPARE(json[u"hardening"_s][u"status"_s].toString(), u"partial"_s);
        QCOMPARE(json[u"hardening"_s][u"notEnforced"_s].toArray(), QJsonArray{u"memory"_s});
        QCOMPARE(json[u"diagnosis"_s][u"id"_s].toString(), u"nat-missing"_s);
        QCOMPARE(json[u"diagnosis"_s][u"scope"_s].toString(), u"host"_s);
        QCOMPARE(json[u"diagnosis"_s][u"commands"_s].toArray(), QJsonArray{u"x"_s});
        const QJsonArray steps = json[u"steps"_s].toArray();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(steps.at(0)[u"name"_s].toString(), u"version"_s);
        QCOMPARE(steps.at(0)[u"exitCode"_s], QJsonValue(0));
        QCOMPARE(steps.at(0)[u"elapsedMs"_s].toInt(), 22);
        QVERIFY(steps.at(1)[u"exitCode"_s].isNull());
    }

    void anUnusableEngineHasAReasonAndNoEgress()
    {
        const QJsonObject json = checkJson({.verdict = Unusable{.detail = u"docker: no runtime"_s}});
        QCOMPARE(json[u"verdict"_s].toString(), u"unusable"_s);
        QCOMPARE(json[u"reason"_s].toString(), u"docker: no runtime"_s);
        QCOMPARE(json[u"daemonAnswered"_s].toBool(), true);
        QVERIFY(json[u"diagnosis"_s].isNull());
        QCOMPARE(json[u"egress"_s][u"status"_s].toString(), u"skipped"_s);
        QVERIFY(json[u"egress"_s][u"tcp"_s].isNull());
        QVERIFY(json[u"egress"_s][u"hostReaches"_s].isNull());
        QCOMPARE(json[u"hardening"_s][u"status"_s].toString(), u"unknown"_s);
    }

    void whatOthersCalledAnEngineIsRedactedAndPrintable()
    {
        const QJsonObject json = checkJson({.engine = {.context = u"tcp://kim:hunter2@engine.lan:2376"_s,
                                                       .clientPath = u"/opt/\u009b2Jdocker"_s,
                                                       .serverVersion = u"28\x1b]0;x\a"_s}});
        const QJsonObject engine = json[u"engine"_s].toObject();
        QVERIFY(!engine[u"context"_s].toString().contains(u"hunter2"_s));
        QCOMPARE(engine[u"clientPath"_s].toString(), u"/opt/docker"_s);
        QCOMPARE(engine[u"serverVersion"_s].toString(), u"28"_s);
    }

    void anUnknownVerdictTellsWhetherTheDaemonAnswered()
    {
        const QJsonObject silent = checkJson({.verdict = Unknown{.reason = u"no answer"_s}});
        QCOMPARE(silent[u"verdict"_s].toString(), u"unknown"_s);
        QCOMPARE(silent[u"daemonAnswered"_s].toBool(true), false);
        const QJsonObject answered = checkJson({.verdict = Unknown{.daemonAnswered = true}});
        QCOMPARE(answered[u"daemonAnswered"_s].toBool(), true);
    }
};

BERTH_TEST(CheckJsonTest)

#include "tst_checkjson.moc"
