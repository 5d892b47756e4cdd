// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"
#include "core/probe/leftovers.h"

#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class LeftoverJudgementTest : public QObject
{
    Q_OBJECT

    const CheckIdentity m_self{.process = ProcessIdentity::current().toLabel(), .check = u"abc"_s};

    static QString gone()
    {
        ProcessIdentity identity = ProcessIdentity::current();
        identity.startTime += 1;
        return identity.toLabel();
    }

private Q_SLOTS:
    void judgesByWhoMadeItAndWhen_data()
    {
        QTest::addColumn<QString>("process");
        QTest::addColumn<QString>("check");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<int>("leftover");
        ProcessIdentity elsewhere = ProcessIdentity::current();
        elsewhere.place = u"otherboot-4026531836"_s;
        QTest::newRow("this very check") << m_self.process << u"abc"_s << qint64(0) << int(Leftover::Own);
        QTest::newRow("an earlier check of this process")
            << m_self.process << u"old"_s << qint64(0) << int(Leftover::Abandoned);
        QTest::newRow("a process that is gone") << gone() << u"x"_s << qint64(0) << int(Leftover::Abandoned);
        QTest::newRow("another machine, just now")
            << elsewhere.toLabel() << u"x"_s << qint64(60) << int(Leftover::InUse);
        QTest::newRow("another machine, long ago")
            << elsewhere.toLabel() << u"x"_s << qint64(601) << int(Leftover::Abandoned);
        QTest::newRow("a label that says nothing")
            << u"garbage"_s << u"x"_s << qint64(60) << int(Leftover::InUse);
        QTest::newRow("a label that says nothing, long ago")
            << u"garbage"_s << u"x"_s << qint64(601) << int(Leftover::Abandoned);
    }

    void aSandboxRunIsLeftAloneForAsLongAsItMayTake_data()
    {
        QTest::addColumn<QString>("process");
        QTest::addColumn<QString>("lifetime");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<int>("leftover");
        ProcessIdentity elsewhere = ProcessIdentity::current();
        elsewhere.place = u"otherboot-4026531836"_s;
        const QString hour = u"3600"_s;
        QTest::newRow("beside a check of this process")
            << m_self.process << hour << qint64(3600) << int(Leftover::InUse);
        QTest::newRow("of this process, long after its time")
            << m_self.process << hour << qint64(3661) << int(Leftover::Abandoned);
        QTest::newRow("of a process that is gone") << gone() << hour << qint64(1) << int(Leftover::Abandoned);
        QTest::newRow("of another machine, in its time")
            << elsewhere.toLabel() << hour << qint64(3600) << int(Leftover::InUse);
        QTest::newRow("of another machine, long after its time")
            << elsewhere.toLabel() << hour << qint64(3661) << int(Leftover::Abandoned);
        QTest::newRow("a lifetime that is no number")
            << elsewhere.toLabel() << u"ages"_s << qint64(601) << int(Leftover::Abandoned);
        QTest::newRow("a lifetime below nothing")
            << elsewhere.toLabel() << u"-1"_s << qint64(599) << int(Leftover::InUse);
    }

    void aSandboxRunIsLeftAloneForAsLongAsItMayTake()
    {
        QFETCH(QString, process);
        QFETCH(QString, lifetime);
        QFETCH(qint64, age);
        QFETCH(int, leftover);
        auto labels = CheckIdentity{process, u"run"_s}.labels();
        labels.insert(CheckIdentity::lifetimeLabel, lifetime);
        QCOMPARE(int(judgeLeftover(labels, age, m_self)), leftover);
    }

    void judgesByWhoMadeItAndWhen()
    {
        QFETCH(QString, process);
        QFETCH(QString, check);
        QFETCH(qint64, age);
        QFETCH(int, leftover);
        QCOMPARE(int(judgeLeftover(CheckIdentity{process, check}.labels(), age, m_self)), leftover);
    }

    void removesOnlyWhatIsAbandonedAndBearsOurName()
    {
        tests::ScriptedDocker docker;
        const auto row = [](const QByteArray &id, const QByteArray &name, const QString &process,
                            const QByteArray &check) -> QByteArray {
            return "{\"Id\":\"" + id + "\"," + name + ",\"Config\":{\"Labels\":{\"berth.probe\":\""
                + process.toUtf8() + "\",\"berth.check\":\"" + check + "\"}}}";
        };
        docker.on(u"^ps "_s, Ran{.out = "gone\nown\nkept\n"});
        docker.on(u"^inspect "_s,
                  Ran{.out = '[' + row("gone", "\"Name\":\"/berth-probe-x\"", gone(), "x") + ','
                          + row("own", "\"Name\":\"/berth-probe-abc\"", m_self.process, "abc") + ','
                          + row("kept", "\"Name\":\"/mine\"", gone(), "x") + ']'});
        docker.on(u"^image ls "_s, Ran{.out = "loaded\nuntagged\ncommitted\n"});
        docker.on(u"^image inspect "_s,
                  Ran{.out = '[' + row("loaded", "\"RepoTags\":[\"localhost/berth-probe:x\"]", gone(), "x")
                          + ',' + row("untagged", "\"RepoTags\":[]", gone(), "x") + ','
                          + row("committed", "\"RepoTags\":[\"mine:1\"]", gone(), "x") + ']'});
        sweepLeftovers(docker.runner(), m_self);
        QCOMPARE(docker.commands(u"^rm "_s), QStringList{u"rm --force --volumes gone"_s});
        QCOMPARE(docker.commands(u"^image rm "_s), QStringList{u"image rm --force loaded untagged"_s});
    }

    void anEngineThatDoesNotListIsLeftAlone()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps "_s, Failed{.cause = Failed::Cause::TimedOut});
        sweepLeftovers(docker.runner(), m_self);
        QCOMPARE(docker.count(u"."_s), 1);
    }
};

BERTH_TEST(LeftoverJudgementTest)

#include "tst_leftovers.moc"
