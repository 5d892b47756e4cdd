// SPDX-License-Identifier: MIT
#include "core/history/records.h"

#include "core/history/words.h"
#include "tests/core/historysamples.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class HistoryRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCheckThatMeasuredNothingIsNone() { QCOMPARE(verdictEntry({}, samples::noon()), std::nullopt); }

    void aUsableEngineIsRemembered()
    {
        const Measurement measurement{
            .verdict = Usable{.egress = {.status = Egress::Status::Blocked, .reason = u"no route"_s},
                              .hardening = {.status = Hardening::Status::Partial}},
            .engine = {.context = u"default"_s, .endpoint = u"unix:///a"_s},
            .elapsed = 412ms};
        const auto entry = verdictEntry(measurement, samples::noon());
        QVERIFY(entry);
        QVERIFY(!entry->key.isEmpty());
        VerdictEntry expected{.key = entry->key,
                              .at = samples::noon(),
                              .context = u"default"_s,
                              .endpoint = u"unix:///a"_s,
                              .result = VerdictEntry::Result::Usable,
                              .egress = Egress::Status::Blocked,
                              .hardening = Hardening::Status::Partial,
                              .reason = u"no route"_s,
                              .elapsed = 412ms};
        QCOMPARE(*entry, expected);
    }

    void theReasonIsTheDiagnosedEnginesOwn()
    {
        const Measurement measurement{
            .verdict = Unusable{.detail = u"no space left"_s, .diagnosis = Diagnosis{.id = u"disk-full"_s}}};
        const auto entry = verdictEntry(measurement, samples::noon());
        QCOMPARE(entry->result, VerdictEntry::Result::Unusable);
        QCOMPARE(entry->reason, u"no space left"_s);
        QCOMPARE(entry->diagnosis, u"disk-full"_s);
    }

    void limitsThatAreNotInForceAreNamed()
    {
        const Measurement measurement{.verdict =
                                          Usable{.hardening = {.status = Hardening::Status::Partial,
                                                               .notEnforced = {u"memory"_s, u"pids"_s}}}};
        QCOMPARE(verdictEntry(measurement, samples::noon())->reason, u"not enforced: memory, pids"_s);
    }

    void secretsAreNotRemembered()
    {
        const Measurement measurement{
            .verdict = Unknown{.reason = u"proxy http://ada:hunter2@proxy refused\nTOKEN=hunter2"_s},
            .engine = {.endpoint = u"tcp://ada:hunter2@host:2376"_s}};
        const auto entry = verdictEntry(measurement, samples::noon());
        QVERIFY(!entry->reason.contains("hunter2"_L1));
        QVERIFY(!entry->reason.contains(u'\n'));
        QVERIFY(!entry->endpoint.contains("hunter2"_L1));
        const ServerEnd end{.server = {.image = u"registry.test/a?token=hunter2"_s},
                            .at = samples::noon(),
                            .sentence = u"It printed API_KEY=hunter2."_s};
        const ServerEndEntry kept = serverEndEntry(end);
        QVERIFY(!kept.reason.contains("hunter2"_L1));
        QVERIFY(!kept.image.contains("hunter2"_L1));
    }

    void theEndOfAServerIsRemembered()
    {
        const Server server{.name = u"berth-devserver-4300"_s,
                            .id = u"abc"_s,
                            .run = u"run1"_s,
                            .port = 4300,
                            .project = u"/home/ada/shop"_s,
                            .image = u"node:22"_s,
                            .since = samples::noon().addSecs(-90),
                            .exitCode = 3};
        const ServerEnd end{.server = server,
                            .witness = ServerEndEntry::Witness::Owner,
                            .ending = ServerEndEntry::Ending::Failed,
                            .at = samples::noon(),
                            .sentence = u"It ended."_s};
        const ServerEndEntry expected{.key = u"run1"_s,
                                      .witness = ServerEndEntry::Witness::Owner,
                                      .at = samples::noon(),
                                      .name = u"berth-devserver-4300"_s,
                                      .port = 4300,
                                      .project = u"/home/ada/shop"_s,
                                      .image = u"node:22"_s,
                                      .ran = 90s,
                                      .ending = ServerEndEntry::Ending::Failed,
                                      .exitCode = 3,
                                      .reason = u"It ended."_s};
        QCOMPARE(serverEndEntry(end), expected);
    }

    void allWitnessesOfOneRunHaveItsKey()
    {
        ServerEnd end{.server = {.id = u"abc"_s, .since = samples::noon()}, .at = samples::noon().addSecs(9)};
        const QString key = serverEndEntry(end).key;
        end.at = end.at.addSecs(1);
        QCOMPARE(serverEndEntry(end).key, key);
        end.server.since = end.server.since.addSecs(60);
        QVERIFY(serverEndEntry(end).key != key); // started again
    }

    void whatNeverStartedRanForNoTime()
    {
        const ServerEnd created{
            .server = {.state = ServerState::Created, .since = samples::noon().addSecs(-90)},
            .at = samples::noon()};
        QCOMPARE(serverEndEntry(created).ran, std::nullopt);
        QCOMPARE(serverEndEntry({.at = samples::noon()}).ran, std::nullopt);
        const ServerEnd skewed{.server = {.since = samples::noon().addSecs(5)}, .at = samples::noon()};
        QCOMPARE(serverEndEntry(skewed).ran, std::optional(0ms));
    }

    void everyWordComesBack()
    {
        for (int i = 0; i <= int(VerdictEntry::Result::Unknown); ++i)
            QCOMPARE(int(resultOf(wordOf(VerdictEntry::Result(i)))), i);
        for (int i = 0; i <= int(Egress::Status::Undetermined); ++i)
            QCOMPARE(int(egressOf(wordOf(Egress::Status(i)))), i);
        for (int i = 0; i <= int(Hardening::Status::Unknown); ++i)
            QCOMPARE(int(hardeningOf(wordOf(Hardening::Status(i)))), i);
        for (int i = 0; i <= int(ServerEndEntry::Ending::Removed); ++i)
            QCOMPARE(int(endingOf(wordOf(ServerEndEntry::Ending(i)))), i);
        QCOMPARE(resultOf(u"splendid"_s), VerdictEntry::Result::Unknown);
    }
};

BERTH_TEST(HistoryRecordsTest)

#include "tst_historyrecords.moc"
