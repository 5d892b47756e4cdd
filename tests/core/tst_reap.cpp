// SPDX-License-Identifier: MIT
#include "core/devserver/reap.h"

#include "core/devserver/keptservers.h"
#include "tests/core/fakeengine.h"
#include "tests/core/listscene.h"
#include "tests/core/machinepicture.h"
#include "tests/registry.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <memory>
#include <stop_token>

using namespace core;
using namespace Qt::StringLiterals;
using tests::nameOf;
using Outcome = Reaped::Outcome;

namespace {

const QDateTime beginning(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);

// An engine, the processes of its machine, and the time: what decides who has a server.
class Scene
{
public:
    Scene()
    {
        engine.clock = [this] { return now; };
    }

    OwnerSources sources() const
    {
        return {.instances = folder.filePath(u"instances"_s),
                .stateFolder = folder.filePath(u"state"_s),
                .machine = machine.files(),
                .clock = {.wall = [this] { return now; }},
                .isEngineInSight = [](const QString &) { return true; }};
    }
    QList<Server> scan()
    {
        const auto containers = listServers(engine.access().docker, {});
        return containers ? judgedServers(sources(), engine.access().facts, *containers) : QList<Server>();
    }
    QList<Server> orphans()
    {
        QList<Server> found = scan();
        found.removeIf([](const Server &server) { return !isOrphan(server); });
        return found;
    }
    QList<Reaped> reap(const QList<Server> &servers)
    {
        return reapServers(engine.access().docker, engine.access().facts, sources(), servers, {});
    }
    void pass(std::chrono::seconds time) { now = now.addDuration(time); }
    void addOwner(qint64 pid) { machine.addProcess(pid, "berth", 1, quint64(pid) * 10); }
    void addClient(qint64 pid, const QString &name)
    {
        machine.addProcess(pid, "docker", 1, 1, {"docker", "run", "--name", name.toUtf8(), "node:22"});
    }
    QString runOwned(qint64 pid, const QString &name)
    {
        return engine.run(name, 0,
                          {{u"berth.owner"_s, machine.identityOf(pid, quint64(pid) * 10).toLabel()}});
    }
    bool has(const QString &id) const
    {
        const auto containers = engine.containers();
        return std::ranges::any_of(containers, [&](const auto &each) { return each.id == id; });
    }
    void keep(const QString &id, Keeping keeping) const
    {
        if (const auto error = changeKeptServers(sources().stateFolder, {}, {id}, keeping, now))
            qFatal("%s", qUtf8Printable(reasonText(*error)));
    }

    QTemporaryDir folder;
    tests::MachinePicture machine;
    tests::FakeEngine engine;
    QDateTime now = beginning;
};

} // namespace

class ReapTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Scene> m_scene;

    // What becomes of one orphan when `meanwhile` happens between the scan and its removal.
    template <typename Meanwhile>
    Outcome outcomeOf(const QString &id, Meanwhile meanwhile)
    {
        const QList<Server> orphans = m_scene->orphans();
        if (orphans.size() != 1 || orphans.first().id != id)
            return Outcome::Left;
        meanwhile();
        return m_scene->reap(orphans).first().outcome;
    }
    QString leaveOrphan(quint16 port = 4300)
    {
        m_scene->addOwner(7);
        const QString id = m_scene->runOwned(7, nameOf(port));
        m_scene->machine.removeProcess(7);
        m_scene->pass(std::chrono::seconds(10));
        return id;
    }

private Q_SLOTS:
    void init() { m_scene = std::make_unique<Scene>(); }
    void cleanup()
    {
        QCoreApplication::processEvents();
        m_scene.reset();
    }

    void anOrphanIsRemoved()
    {
        const QString id = leaveOrphan();
        QCOMPARE(int(outcomeOf(id, [] {})), int(Outcome::Removed));
        QVERIFY(!m_scene->has(id));
    }

    void whoseOwnerComesBackIsSpared()
    {
        const QString id = leaveOrphan();
        QCOMPARE(int(outcomeOf(id, [this] { m_scene->addOwner(7); })), int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    void whatSomebodyAttachesToIsSpared()
    {
        const QString id = m_scene->engine.run(u"x-devserver-4300"_s);
        m_scene->pass(youth);
        QCOMPARE(int(outcomeOf(id, [this] { m_scene->addClient(8, u"x-devserver-4300"_s); })),
                 int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    void whatIsKeptMeanwhileIsSpared()
    {
        const QString id = leaveOrphan();
        QCOMPARE(int(outcomeOf(id, [&] { m_scene->keep(id, Keeping::Keep); })), int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    void whatTakesItsNameIsSpared()
    {
        const QString id = leaveOrphan();
        QString successor;
        const Outcome outcome = outcomeOf(id, [&] {
            m_scene->engine.remove(id);
            successor = m_scene->runOwned(7, nameOf(4300)); // whose owner is as dead
        });
        QCOMPARE(int(outcome), int(Outcome::Spared));
        QVERIFY(m_scene->has(successor));
    }

    void whatIsStartedAnewIsSpared()
    {
        const QString id = leaveOrphan();
        const Outcome outcome = outcomeOf(id, [&] {
            m_scene->engine.end(id, 0);
            m_scene->engine.start(id);
        });
        QCOMPARE(int(outcome), int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    void whatIsRenamedIsSpared_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("to what is no dev server's name") << u"database"_s;
        QTest::newRow("to the name of another dev server") << nameOf(4301);
    }

    void whatIsRenamedIsSpared()
    {
        QFETCH(const QString, name);
        const QString id = leaveOrphan();
        QCOMPARE(int(outcomeOf(id, [&] { m_scene->engine.rename(id, name); })), int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    // docker takes an id for a name where no container has it.
    void whatIsCalledByItsIdIsSpared()
    {
        const QString id = leaveOrphan();
        const QList<Server> orphans = m_scene->orphans();
        m_scene->engine.remove(id);
        const QString other = m_scene->runOwned(7, nameOf(4300));
        const auto docker = [&](const QStringList &arguments, const CommandOptions &options) {
            QStringList asked = arguments;
            return m_scene->engine.access().docker(asked.replaceInStrings(id, other), options);
        };
        const auto all = reapServers(docker, m_scene->engine.access().facts, m_scene->sources(), orphans, {});
        QCOMPARE(int(all.first().outcome), int(Outcome::Spared));
        QVERIFY(m_scene->has(other));
    }

    void aStartThatAnotherClockToldIsTheSame()
    {
        const QString id = leaveOrphan();
        QList<Server> orphans = m_scene->orphans();
        orphans.first().since = orphans.first().since.addMSecs(-500);
        QCOMPARE(int(m_scene->reap(orphans).first().outcome), int(Outcome::Removed));
        QVERIFY(!m_scene->has(id));
    }

    void whoeverChangesHisMindRemovesNoMore()
    {
        const QString id = leaveOrphan();
        std::stop_source stop;
        stop.request_stop();
        const auto all = reapServers(m_scene->engine.access().docker, m_scene->engine.access().facts,
                                     m_scene->sources(), m_scene->orphans(), stop.get_token());
        QCOMPARE(int(all.first().outcome), int(Outcome::Spared));
        QVERIFY(m_scene->has(id));
    }

    void similarNamesAreNoDevServers()
    {
        for (const auto *const name :
             {"berth-devserver", "berth-devserver-", "berth-devserver-0", "berth-devserver-70000",
              "devserver-4300", "berth-devserver-4300x", "berth-devservers-4300"})
            m_scene->engine.run(QString::fromLatin1(name));
        m_scene->pass(youth * 6);
        QCOMPARE(m_scene->scan().size(), 0);
    }

    void whatCannotBeRemovedIsTold()
    {
        const QString id = leaveOrphan();
        m_scene->engine.setUndead(true);
        const auto all = m_scene->reap(m_scene->orphans());
        QCOMPARE(int(all.first().outcome), int(Outcome::Left));
        QVERIFY(!all.first().detail.isEmpty());
        const ReapReport report = reportOf(all);
        QCOMPARE(report.left.size(), 1);
        QCOMPARE(report.left.first().name, nameOf(4300));
        QVERIFY(m_scene->has(id));
    }

    void anEngineThatIsGoneIsTold()
    {
        leaveOrphan();
        const QList<Server> orphans = m_scene->orphans();
        m_scene->engine.breakDown(true);
        const auto all = m_scene->reap(orphans);
        QCOMPARE(int(all.first().outcome), int(Outcome::Left));
        QVERIFY(all.first().detail.contains("Cannot connect"_L1));
    }

    // A model decides what is an orphan at each moment. Whatever happens between a scan and the removals that
    // follow from it, nothing goes that is none at that moment, and what is one by both goes.
    void noInterleavingRemovesWhatIsNoOrphan();
};

namespace {

// What the test knows of one container.
struct Known
{
    enum class Owner { Berth, Client, Nobody };

    QString id;
    QString name;
    Owner owner = Owner::Nobody;
    qint64 pid = 0; // of the owner or the client
    QDateTime started;
    bool isKept = false;
};

// Random life around the engine, and what is true of it.
class Model
{
public:
    Model(Scene &scene, quint32 seed)
        : m_scene(scene)
        , m_random(seed)
    {}

    bool isOrphan(const Known &known) const
    {
        const bool isHeld = m_alive.contains(known.pid);
        if (isHeld || known.isKept)
            return false;
        return known.owner == Known::Owner::Berth || known.started.addDuration(youth) <= m_scene.now;
    }
    QStringList orphans() const
    {
        QStringList ids;
        for (const Known &known : m_all) {
            if (isOrphan(known))
                ids.append(known.id);
        }
        return ids;
    }
    QStringList ids() const
    {
        QStringList ids;
        for (const Known &known : m_all)
            ids.append(known.id);
        ids.sort();
        return ids;
    }
    void forget(const QString &id)
    {
        m_all.removeIf([&](const Known &known) { return known.id == id; });
    }

    void happen()
    {
        switch (m_random.bounded(12)) {
        case 0:
        case 1:
        case 2:
        case 3:
            start(nameOf(4300 + m_random.bounded(6)));
            break;
        case 4:
        case 5:
        case 6:
            die();
            break;
        case 7:
            comeBack();
            break;
        case 8:
            changeKeeping();
            break;
        case 9:
            replace();
            break;
        case 10:
            restart();
            break;
        default:
            m_scene.pass(std::chrono::minutes(m_random.bounded(12)));
        }
    }

private:
    Known *any() { return m_all.isEmpty() ? nullptr : &m_all[m_random.bounded(int(m_all.size()))]; }

    void start(const QString &name)
    {
        if (std::ranges::find(m_all, name, &Known::name) != m_all.end())
            return;
        Known known{.name = name, .owner = Known::Owner(m_random.bounded(3)), .started = m_scene.now};
        if (known.owner != Known::Owner::Nobody)
            known.pid = ++m_lastPid;
        revive(known);
        known.id =
            known.owner == Known::Owner::Berth ? m_scene.runOwned(known.pid, name) : m_scene.engine.run(name);
        m_all.append(known);
    }
    void revive(const Known &known)
    {
        if (known.owner == Known::Owner::Nobody)
            return;
        m_alive.insert(known.pid);
        if (known.owner == Known::Owner::Berth)
            m_scene.addOwner(known.pid);
        else
            m_scene.addClient(known.pid, known.name);
    }
    void die()
    {
        const Known *known = any();
        if (known == nullptr)
            return;
        m_alive.remove(known->pid);
        m_scene.machine.removeProcess(known->pid == 0 ? -1 : known->pid);
    }
    void comeBack()
    {
        if (const Known *known = any())
            revive(*known);
    }
    void changeKeeping()
    {
        Known *known = any();
        if (known == nullptr)
            return;
        known->isKept = !known->isKept;
        m_scene.keep(known->id, known->isKept ? Keeping::Keep : Keeping::LetGo);
    }
    // Another container under the same name.
    void replace()
    {
        const Known *known = any();
        if (known == nullptr)
            return;
        const QString name = known->name;
        m_alive.remove(known->pid);
        m_scene.machine.removeProcess(known->pid == 0 ? -1 : known->pid);
        m_scene.engine.remove(known->id);
        forget(QString(known->id));
        start(name);
    }
    void restart()
    {
        Known *known = any();
        if (known == nullptr)
            return;
        m_scene.pass(std::chrono::seconds(5));
        m_scene.engine.end(known->id, 0);
        m_scene.engine.start(known->id);
        known->started = m_scene.now;
    }

    Scene &m_scene;
    QRandomGenerator m_random;
    QList<Known> m_all;
    QSet<qint64> m_alive;
    qint64 m_lastPid = 100;
};

QStringList idsOf(const QList<Server> &servers)
{
    QStringList ids;
    for (const Server &server : servers)
        ids.append(server.id);
    return ids;
}

void happenSome(Model &model, int count)
{
    for (int i = 0; i < count; ++i)
        model.happen();
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

} // namespace

void ReapTest::noInterleavingRemovesWhatIsNoOrphan()
{
    constexpr int lives = 20;
    constexpr int interleavings = 50; // of each
    int removals = 0;
    int spared = 0;
    for (int seed = 1; seed <= lives; ++seed) {
        Scene scene;
        Model model(scene, quint32(seed));
        QRandomGenerator random(quint32(seed) * 7919U);
        for (int i = 0; i < interleavings; ++i) {
            const QByteArray at = QByteArray::number(seed) + ": " + QByteArray::number(i);
            happenSome(model, 1 + random.bounded(6));
            const QList<Server> seen = scene.orphans();
            QVERIFY2(sorted(idsOf(seen)) == sorted(model.orphans()), at.constData());
            happenSome(model, random.bounded(4));
            const QStringList orphans = model.orphans();
            const QList<Reaped> all = scene.reap(seen);
            for (const Reaped &reaped : all) {
                const bool isRemoved = reaped.outcome == Outcome::Removed;
                (isRemoved ? removals : spared) += 1;
                QVERIFY2(reaped.outcome != Outcome::Left, at.constData());
                QVERIFY2(!isRemoved || orphans.contains(reaped.server.id), at.constData());
                if (isRemoved)
                    model.forget(reaped.server.id);
            }
            QStringList there;
            const auto containers = scene.engine.containers();
            for (const auto &container : containers)
                there.append(container.id);
            QVERIFY2(sorted(there) == model.ids(), at.constData());
            QCoreApplication::processEvents();
        }
        // What is still left behind was not seen to be, or was started again: the next look finds it.
        scene.reap(scene.orphans());
        QCOMPARE(scene.orphans().size(), 0);
    }
    QVERIFY2(removals > lives * interleavings / 5, QByteArray::number(removals).constData());
    QVERIFY2(spared > lives * interleavings / 50, QByteArray::number(spared).constData());
}

BERTH_TEST(ReapTest)

#include "tst_reap.moc"
