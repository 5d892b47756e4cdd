// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

constexpr quint16 port = 4301;

// What a dev server can see and do, one fact on each line, the subject first.
const QString lookAround = u"about() { sed \"s|^|$1 |\"; }\n"
                           "tr -s '\\t ' '  ' </proc/self/status | sed 's/ $//' | about status\n"
                           "cut -d ' ' -f 5 /proc/self/mountinfo | about mount\n"
                           "cd /sys/fs/cgroup\n"
                           "cat memory.max memory/memory.limit_in_bytes 2>/dev/null | about memory\n"
                           "cat pids.max pids/pids.max 2>/dev/null | about pids\n"
                           "echo kept >\"$HOME/file\" && echo \"$HOME $(cat ~/file)\" | about home\n"
                           "cd /repo; echo new >written && cat present | about project\n"
                           "find / -path /proc -prune -o -type s -print 2>/dev/null | about socket\n"
                           "ifconfig | sed -n 's/^\\([^ ]\\{1,\\}\\) .*/\\1/p' | about interface\n"
                           "touch /bin/new 2>/dev/null && echo written | about root\n"
                           "mount -t tmpfs tmpfs /mnt 2>/dev/null && echo done | about mounting\n"
                           "chown 0:0 written 2>/dev/null && echo done | about chown\n"
                           "hostname other 2>/dev/null && echo done | about hostname\n"
                           "echo done | about looking\n"
                           "exec httpd -f -p 0.0.0.0:{port}"_s;

} // namespace

// The boundary of a dev server, as the server itself sees it and as the network does.
class DevServerBoundaryTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
    std::unique_ptr<BerthProcess> m_up;
    QString m_project;
    QMultiMap<QString, QString> m_seen;

    QStringList seen(const QString &subject) const
    {
        QStringList facts = m_seen.values(subject);
        std::sort(facts.begin(), facts.end());
        return facts;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine({}, {u"tools"_s});
        if (m_engine == nullptr)
            return;
        m_scene = std::make_unique<Scene>(*m_engine);
        m_scene->call.settings = {{u"sandbox/memory"_s, u"64m"_s}, {u"sandbox/pids"_s, u"20"_s}};
        m_project = makeProject(*m_scene, u"project"_s, {{u"present"_s, "yes\n"}});
        m_up = std::make_unique<BerthProcess>(
            upCall(*m_scene, m_project, u"tools:1"_s, {u"sh"_s, u"-c"_s, lookAround}, port));
        QTRY_VERIFY2_WITH_TIMEOUT(m_up->err().contains("ready at "), m_up->err().constData(), 30'000);
        QTRY_VERIFY(m_up->out().contains("looking done"));
        const QStringList lines = QString::fromUtf8(m_up->out()).split(u'\n');
        for (const QString &line : lines)
            m_seen.insert(line.section(u' ', 0, 0), line.section(u' ', 1));
    }

    void hasNoPowersAndCannotGetAny()
    {
        const QStringList status = seen(u"status"_s);
        for (const auto *const line :
             {"CapInh: 0000000000000000", "CapPrm: 0000000000000000", "CapEff: 0000000000000000",
              "CapBnd: 0000000000000000", "CapAmb: 0000000000000000", "NoNewPrivs: 1", "Seccomp: 2"})
            QVERIFY2(status.contains(QString::fromLatin1(line)), qUtf8Printable(status.join(u'\n')));
        for (const QString &power : {u"root"_s, u"mounting"_s, u"chown"_s, u"hostname"_s})
            QCOMPARE(seen(power), QStringList());
    }

    void runsAsTheOwnerOfTheProject()
    {
        const QStringList status = seen(u"status"_s);
        for (const auto *const line :
             {"Uid: 1234 1234 1234 1234", "Gid: 2345 2345 2345 2345", "Groups: 2345"})
            QVERIFY2(status.contains(QString::fromLatin1(line)), qUtf8Printable(status.join(u'\n')));
        const QFileInfo written(m_project + u"/written"_s);
        QCOMPARE(written.ownerId(), projectOwner);
        QCOMPARE(written.groupId(), projectGroup);
    }

    void itsLimitsAreInForce()
    {
        QCOMPARE(seen(u"memory"_s), QStringList{QString::number(64 * 1024 * 1024)});
        QCOMPARE(seen(u"pids"_s), QStringList{u"20"_s});
    }

    void hasAHomeThatItCanWriteTo() { QCOMPARE(seen(u"home"_s), QStringList{u"/tmp kept"_s}); }

    void seesTheProjectAndNothingElseOfTheHost()
    {
        QCOMPARE(seen(u"project"_s), QStringList{u"yes"_s});
        // What docker itself puts into every container is not of the host's.
        static const QRegularExpression own(u"^/(|proc(/.*)?|sys(/.*)?|dev(/.*)?|"
                                            "etc/(resolv.conf|hostname|hosts)|sbin/docker-init|tmp)$"_s);
        QStringList mounts = seen(u"mount"_s);
        mounts.removeIf([](const QString &mount) { return own.match(mount).hasMatch(); });
        QCOMPARE(mounts, QStringList{u"/repo"_s});
    }

    void reachesNoSocketAndNoInterfaceOfTheHost()
    {
        QCOMPARE(seen(u"socket"_s), QStringList());
        QCOMPARE(seen(u"interface"_s), (QStringList{u"eth0"_s, u"lo"_s}));
    }

    // The engine's word for the same.
    void theEngineHoldsNothingElse()
    {
        const ToolEnding asked = m_engine->docker({u"inspect"_s, u"berth-devserver-4301"_s});
        QVERIFY2(asked.succeeded(), asked.err.constData());
        const QJsonObject container = QJsonDocument::fromJson(asked.out).array().first().toObject();
        const QJsonArray mounts = container["Mounts"_L1].toArray();
        QCOMPARE(mounts.size(), 1);
        QCOMPARE(mounts.first()["Type"_L1].toString(), u"bind"_s);
        QCOMPARE(mounts.first()["Source"_L1].toString(), m_project);
        QCOMPARE(mounts.first()["Destination"_L1].toString(), u"/repo"_s);
        const QJsonObject host = container["HostConfig"_L1].toObject();
        QCOMPARE(host["Privileged"_L1].toBool(), false);
        QCOMPARE(host["PidMode"_L1].toString(), QString());
        QCOMPARE(host["Memory"_L1].toInteger(), host["MemorySwap"_L1].toInteger());
        QCOMPARE(host["AutoRemove"_L1].toBool(), true);
        QVERIFY(host["Devices"_L1].toArray().isEmpty());
        QVERIFY(host["CapAdd"_L1].toArray().isEmpty());
    }

    void isPublishedOnTheLoopbackAlone()
    {
        QCOMPARE(listenersOn(*m_engine, port), QStringList{u"127.0.0.1:4301"_s});
        const QStringList ask{u"busybox"_s, u"nc"_s, u"-w"_s, u"2"_s};
        const QStringList then{QString::number(port), u"-e"_s, u"true"_s};
        const PrivateNetwork &network = m_engine->network();
        const auto reaches = [&](const QStringList &place, const QString &host) {
            return runTool(place + ask + QStringList{host} + then).succeeded();
        };
        QVERIFY(reaches(network.inside(), u"127.0.0.1"_s));
        QVERIFY(!reaches(network.inside(), u"198.18.0.1"_s));
        QVERIFY(!reaches(network.outside(), u"198.18.0.1"_s));
    }

    void cleanupTestCase()
    {
        if (m_up != nullptr) {
            m_up->interrupt();
            QCOMPARE(m_up->wait().exitCode, 130);
            verifyNothingIsLeft(*m_engine);
        }
        m_up.reset();
        m_scene.reset();
        m_engine.reset();
    }
};

BERTH_TEST(DevServerBoundaryTest)

#include "tst_devserverboundary.moc"
