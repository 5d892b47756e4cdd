// SPDX-License-Identifier: MIT
#include "core/monitor/settings.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Field = SettingProblem::Field;

Q_DECLARE_METATYPE(core::Settings)

namespace {

FileKind fakeLook(const QString &path)
{
    if (path == "/usr/bin/docker"_L1)
        return FileKind::Program;
    if (path == "/home/maria/busybox"_L1)
        return FileKind::File;
    return path.endsWith(u'/') ? FileKind::Folder : FileKind::Missing;
}

} // namespace

class SettingProblemsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSettingIsJudgedByItself_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QList<int>>("fields");
        const auto row = [](const char *claim, const Settings &settings, const QList<Field> &fields) {
            QList<int> numbers;
            for (const Field field : fields)
                numbers.append(int(field));
            QTest::newRow(claim) << settings << numbers;
        };
        const auto ports = [](const QString &first, const QString &last) {
            return Settings{.servers = {.firstPort = first, .lastPort = last}};
        };
        const auto limits = [](const QString &memory, const QString &pids) {
            return Settings{.check = {.memory = memory, .pids = pids}};
        };
        row("the standard ones hold", {}, {});
        row("a program that can be run", {.dockerProgram = u"/usr/bin/docker"_s}, {});
        row("a program that is not there", {.dockerProgram = u"/no/docker"_s}, {Field::DockerProgram});
        row("a program that is none", {.dockerProgram = u"/home/maria/busybox"_s}, {Field::DockerProgram});
        row("a program somewhere on the path", {.dockerProgram = u"docker"_s}, {Field::DockerProgram});
        row("a payload that can be read", {.payload = u"/home/maria/busybox"_s}, {});
        row("a payload that can even be run", {.payload = u"/usr/bin/docker"_s}, {});
        row("a payload that is a folder", {.payload = u"/home/maria/"_s}, {Field::Payload});
        row("a target that is a name", {.check = {.target = u"example.com:443"_s}}, {Field::Target});
        row("a target without a port", {.check = {.target = u"1.1.1.1"_s}}, {Field::Target});
        row("a name without a dot", {.check = {.dnsName = u"localhost"_s}}, {Field::DnsName});
        row("both of a pair", {.check = {.target = u"x"_s, .dnsName = u"y"_s}},
            {Field::Target, Field::DnsName});
        row("one port is a range", ports(u"4300"_s, u"4300"_s), {});
        row("a first port that is none", ports(u"http"_s, u"4399"_s), {Field::FirstPort});
        row("a last port that is none", ports(u"4300"_s, u"70000"_s), {Field::LastPort});
        row("two ports that are none", ports(u"0"_s, u""_s), {Field::FirstPort, Field::LastPort});
        row("a last port below the first", ports(u"4300"_s, u"4299"_s), {Field::LastPort});
        row("a patience of nothing", {.servers = {.patience = u"0"_s}}, {Field::Patience});
        row("an image", {.servers = {.image = u"node:22"_s}}, {});
        row("an image that is an option", {.servers = {.image = u"--privileged"_s}}, {Field::Image});
        row("the least limits", limits(u"6m"_s, u"16"_s), {});
        row("less memory than docker takes", limits(u"5m"_s, u"16"_s), {Field::Memory});
        row("fewer processes than a server needs", limits(u"6m"_s, u"15"_s), {Field::Pids});
        row("no limits at all", limits(u""_s, u""_s), {Field::Memory, Field::Pids});
    }

    void eachSettingIsJudgedByItself()
    {
        QFETCH(const Settings, settings);
        QFETCH(const QList<int>, fields);
        QList<int> found;
        for (const SettingProblem &problem : problemsOf(settings, &fakeLook)) {
            found.append(int(problem.field));
            QVERIFY(!problem.error.detail.isEmpty());
        }
        QCOMPARE(found, fields);
    }

    void thePatienceIsAWholeNumberOfSeconds_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<int>("seconds"); // 0: refused
        QTest::newRow("the shortest") << u"1"_s << 1;
        QTest::newRow("the usual") << u"60"_s << 60;
        QTest::newRow("the longest") << u"3600"_s << 3600;
        QTest::newRow("none") << u"0"_s << 0;
        QTest::newRow("longer than the longest") << u"3601"_s << 0;
        QTest::newRow("negative") << u"-1"_s << 0;
        QTest::newRow("with a unit") << u"60s"_s << 0;
        QTest::newRow("nothing") << u""_s << 0;
    }

    void thePatienceIsAWholeNumberOfSeconds()
    {
        QFETCH(const QString, written);
        QFETCH(const int, seconds);
        const auto patience = parsePatience(written);
        QCOMPARE(patience.has_value(), seconds > 0);
        if (patience)
            QCOMPARE(*patience, seconds * 1s);
        else
            QVERIFY(patience.error().detail.contains(u"servers/patience"));
    }
};

BERTH_TEST(SettingProblemsTest)

#include "tst_settingproblems.moc"
