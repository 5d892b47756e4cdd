// SPDX-License-Identifier: MIT
#include "core/devserver/owners.h"

#include "core/base/instancelock.h"
#include "core/devserver/keptservers.h"
#include "tests/core/machinepicture.h"
#include "tests/registry.h"

#include <QLocalServer>
#include <QProcess>
#include <QTest>

#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using Owner = OwnerSighting::Owner;

class OwnersTest : public QObject
{
    Q_OBJECT

    const EngineFacts m_local{.endpoint = u"unix:///run/docker.sock"_s};
    const EngineFacts m_remote{.endpoint = u"ssh://lab"_s};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::MachinePicture> m_machine;

    OwnerSources sources() const
    {
        return {.instances = m_folder->filePath(u"instances"_s),
                .stateFolder = m_folder->filePath(u"state"_s),
                .machine = m_machine->files(),
                .isEngineInSight = [](const QString &) { return true; }};
    }
    OwnerSighting look(const OwnerQuestion &question, const EngineFacts &engine) const
    {
        return lookForOwners(sources(), engine, {question}).value(question.id);
    }
    static OwnerQuestion labelled(const ProcessIdentity &owner)
    {
        return {.id = u"aa"_s, .name = u"berth-devserver-4300"_s, .label = owner.toLabel()};
    }
    static OwnerQuestion unlabelled()
    {
        return {.id = u"aa"_s, .name = u"harmony-devserver-4300"_s, .label = {}};
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_machine = std::make_unique<tests::MachinePicture>();
        m_machine->addProcess(7, "berth", 1, 100);
    }

    void anOwnerIsKnownByItsIdentity()
    {
        const auto owner = m_machine->identityOf(7, 100);
        const OwnerSighting alive{.owner = Owner::Alive, .pid = 7, .canBeWatched = true};
        QCOMPARE(look(labelled(owner), m_local), alive);
        m_machine->addProcess(7, "other", 1, 200); // the pid is used again
        QCOMPARE(look(labelled(owner), m_local), (OwnerSighting{.owner = Owner::Gone, .pid = 7}));
    }

    void thisProcessIsItself()
    {
        QCOMPARE(look(labelled(ProcessIdentity::current()), m_local).owner, Owner::Self);
    }

    void aRebootIsProvedOnAnEngineOfThisMachineAlone()
    {
        const auto owner = m_machine->identityOf(7, 100);
        m_machine->setBoot("99999999-0000-0000-0000-000000000000");
        QCOMPARE(look(labelled(owner), m_local).owner, Owner::BeforeBoot);
        QCOMPARE(look(labelled(owner), m_remote).owner, Owner::Elsewhere);
    }

    void aLockTellsWhatAnotherNamespaceHides()
    {
        ProcessIdentity owner = m_machine->identityOf(7, 100);
        owner.place.replace(u"4026531836"_s, u"4026532000"_s);
        QCOMPARE(look(labelled(owner), m_local).owner, Owner::Elsewhere);
        {
            const InstanceLock lock(sources().instances, owner);
            QCOMPARE(look(labelled(owner), m_local), (OwnerSighting{.owner = Owner::Alive, .pid = 7}));
        }
        QCOMPARE(look(labelled(owner), m_local).owner, Owner::Elsewhere);
    }

    void aLockThatNobodyHoldsTellsOfAnEndUnlessTheOwnerIsSeen()
    {
        ProcessIdentity owner = m_machine->identityOf(7, 100);
        const ProcessIdentity visible = owner;
        owner.place.replace(u"4026531836"_s, u"4026532000"_s);
        const QDir instances(sources().instances);
        for (const ProcessIdentity &each : {owner, visible}) {
            QStringList names;
            {
                const InstanceLock lock(instances.path(), each);
                names = instances.entryList(QDir::Files);
            }
            for (const QString &name : std::as_const(names)) { // as a kill leaves them
                QFile file(instances.filePath(name));
                QVERIFY(file.open(QIODevice::WriteOnly));
            }
        }
        QCOMPARE(look(labelled(owner), m_local).owner, Owner::Gone);
        QCOMPARE(look(labelled(visible), m_local).owner, Owner::Alive);
    }

    void beforeALookItIsKnownWhomALabelNames()
    {
        const OwnerSighting named{.owner = Owner::Elsewhere, .pid = 7};
        QCOMPARE(sightingBeforehand(labelled(m_machine->identityOf(7, 100))), named);
        QCOMPARE(sightingBeforehand(unlabelled()), OwnerSighting());
    }

    void serversAreJudgedInTheirOrder()
    {
        const auto server = [](const QString &name, const QString &folder) {
            return ContainerFacts{
                .id = name, .name = name, .state = u"running"_s, .labels = {{projectLabel, folder}}};
        };
        const QList<ContainerFacts> containers{server(u"b-devserver-4301"_s, m_folder->path()),
                                               server(u"b-devserver-4300"_s, u"/no/such/folder"_s),
                                               server(u"a-devserver-4301"_s, {}), server(u"database"_s, {})};
        QStringList names;
        QList<bool> gone;
        for (const Server &each : judgedServers(sources(), m_local, containers)) {
            names.append(each.name);
            gone.append(each.why.isFolderGone);
        }
        QCOMPARE(names, QStringList({u"b-devserver-4300"_s, u"a-devserver-4301"_s, u"b-devserver-4301"_s}));
        QCOMPARE(gone, QList<bool>({true, false, false}));
        // An engine elsewhere has folders of its own.
        QVERIFY(!judgedServers(sources(), m_remote, containers).first().why.isFolderGone);
    }

    void aClientIsTheOwnerOfWhatHasNoLabel()
    {
        QCOMPARE(look(unlabelled(), m_local), (OwnerSighting{.seesClients = true}));
        m_machine->addProcess(812, "node", 1, 100);
        m_machine->addProcess(813, "docker", 812, 100, {"docker", "run", "--name", "harmony-devserver-4300"});
        const AttachedClient client{.pid = 813, .parentPid = 812, .parentProgram = u"node"_s};
        QCOMPARE(look(unlabelled(), m_local), (OwnerSighting{.client = client, .seesClients = true}));
        QCOMPARE(look(unlabelled(), m_remote), (OwnerSighting{.client = client}));
        m_machine->removeProcess(813);
        QCOMPARE(look(unlabelled(), m_local), (OwnerSighting{.seesClients = true}));
    }

    void aLabelOfAnotherKindIsNone()
    {
        QCOMPARE(look({.id = u"aa"_s, .name = u"x-devserver-1"_s, .label = u"me"_s}, m_local).owner,
                 Owner::Unnamed);
    }

    void whatCannotBeSeenIsNotDenied()
    {
        OwnerSources blind = sources();
        blind.isEngineInSight = [](const QString &) { return false; };
        QVERIFY(!lookForOwners(blind, m_local, {unlabelled()}).value(u"aa"_s).seesClients);
        QVERIFY(!look(unlabelled(), m_remote).seesClients);
        m_machine->removeProcess(1); // processes of others are hidden
        QVERIFY(!look(unlabelled(), m_local).seesClients);
    }

    void keptOnesAreKnown()
    {
        const QDateTime since(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
        QVERIFY(!changeKeptServers(sources().stateFolder, {}, {u"aa"_s}, Keeping::Keep, since));
        QCOMPARE(look(unlabelled(), m_local).kept, std::optional(since));
    }

    void anEngineOfThisNamespaceIsInSight()
    {
        const QString path = m_folder->filePath(u"socket"_s);
        QVERIFY(!isListenerInSight(path));
        QLocalServer server;
        QVERIFY(server.listen(path));
        QVERIFY(isListenerInSight(path));
    }

    void theInstancesAreInTheRuntimeFolderWhereThereIsOne()
    {
        const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_folder->path()));
        QCOMPARE(instancesFolder(), m_folder->filePath(u"berth/instances"_s));
        const QString there = QDir::currentPath();
        QVERIFY(QDir(m_folder->path()).mkdir(u"relative"_s) && QDir::setCurrent(m_folder->path()));
        QFile file(m_folder->filePath(u"file"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const QString &odd : {u"/no/such/folder"_s, file.fileName(), u"relative"_s}) {
            qputenv("XDG_RUNTIME_DIR", QFile::encodeName(odd));
            QVERIFY(instancesFolder().endsWith(u"/berth/instances"_s));
            QVERIFY(!instancesFolder().startsWith(odd));
        }
        QDir::setCurrent(there);
        if (before.isNull())
            qunsetenv("XDG_RUNTIME_DIR");
        else
            qputenv("XDG_RUNTIME_DIR", before);
    }
};

BERTH_TEST(OwnersTest)

#include "tst_owners.moc"
