// SPDX-License-Identifier: MIT
#include "ui/models/serversmodel.h"
#include "ui/models/wordsfilter.h"
#include "ui/presentation/health.h"

#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/serversamples.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

class ServersModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<tests::FakeServers>();
        m_now = QDateTime::currentDateTimeUtc();
        m_model = std::make_unique<ServersModel>(*m_servers, Clock{.wall = [this] { return m_now; }});
        m_filter = std::make_unique<WordsFilter>(ServersModel::FilterRole);
        m_filter->setSourceModel(m_model.get());
        m_testers.push_back(std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest));
        m_testers.push_back(std::make_unique<QAbstractItemModelTester>(
            m_filter.get(), QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    void cleanup()
    {
        m_testers.clear();
        m_filter.reset();
        m_model.reset();
        m_servers.reset();
    }

    void whatIsThereAtTheBeginningIsThere()
    {
        m_servers->setServers(samples::everyKind());
        const ServersModel late(*m_servers);
        QCOMPARE(late.rowCount(), int(samples::everyKind().size()));
    }

    void rowsComeChangeMoveAndGo()
    {
        m_servers->insert(samples::ready(1, 4300, u"b"_s));
        m_servers->insert(samples::ready(2, 4302, u"c"_s));
        m_servers->insert(samples::starting(3, 4301, u"new"_s));
        QCOMPARE(ports(), QStringList({u"4300"_s, u"4301"_s, u"4302"_s}));
        Server moved = samples::ready(1, 4309, u"b"_s);
        m_servers->change(moved);
        QCOMPARE(ports(), QStringList({u"4301"_s, u"4302"_s, u"4309"_s}));
        moved.port = 4300;
        m_servers->change(moved);
        QCOMPARE(ports(), QStringList({u"4300"_s, u"4301"_s, u"4302"_s}));
        m_servers->remove(1);
        QCOMPARE(ports(), QStringList({u"4300"_s, u"4302"_s}));
        QCOMPARE(m_model->indexOf(ServerKey{2}).row(), 1);
        QVERIFY(!m_model->indexOf(ServerKey{3}).isValid());
    }

    void aChangeIsOneSignalAndNoReset()
    {
        m_testers.clear(); // they look at every row after every change
        for (quint16 i = 0; i < 1000; ++i)
            m_servers->insert(samples::ready(i, quint16(4300 + i), u"p"_s));
        const QSignalSpy changes(m_filter.get(), &QAbstractItemModel::dataChanged);
        const QSignalSpy resets(m_filter.get(), &QAbstractItemModel::modelReset);
        Server server = samples::ready(500, 4800, u"p"_s);
        server.state = ServerState::Stopping;
        m_servers->change(server);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.front().at(0).value<QModelIndex>().row(), 500);
        QCOMPARE(changes.front().at(1).value<QModelIndex>().row(), 500);
        QCOMPARE(resets.size(), 0);
    }

    void whatChangesNothingSaysNothing()
    {
        const Server server = samples::ready(1, 4300, u"a"_s);
        m_servers->insert(server);
        const QSignalSpy changes(m_model.get(), &QAbstractItemModel::dataChanged);
        m_servers->change(server);
        QCOMPARE(changes.size(), 0);
    }

    void aNewUsageChangesNoMoreThanItsColumns()
    {
        Server server = samples::ready(1, 4300, u"a"_s);
        m_servers->insert(server);
        const QSignalSpy changes(m_model.get(), &QAbstractItemModel::dataChanged);
        server.usage = Usage{.cpuPercent = 50, .memory = 1, .at = m_now};
        m_servers->change(server);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes.front().at(0).value<QModelIndex>().column(), int(ServersModel::MemoryColumn));
        QCOMPARE(changes.front().at(1).value<QModelIndex>().column(), int(ServersModel::CpuColumn));
    }

    void theLastUsagesAreKeptUntilThereAreNone()
    {
        Server server = samples::ready(1, 4300, u"a"_s);
        m_servers->insert(server);
        for (int i = 0; i < 40; ++i) {
            server.usage = Usage{.cpuPercent = double(i), .memory = 1, .at = m_now.addSecs(i)};
            m_servers->change(server);
        }
        QCOMPARE(usages().size(), ServersModel::keptUsages);
        QCOMPARE(usages().back(), 39.0);
        QCOMPARE(usages().front(), 10.0);
        server.usage.reset();
        m_servers->change(server);
        QVERIFY(usages().isEmpty());
    }

    void valuesAreRawAndTextIsForPeople()
    {
        Server server = samples::exposed(1, 4300, u"webshop"_s);
        server.since = m_now.addSecs(-3 * 3600);
        m_servers->insert(server);
        QCOMPARE(at(ServersModel::PortColumn).data(ServersModel::ValueRole).toInt(), 4300);
        QCOMPARE(at(ServersModel::ProjectColumn).data().toString(), u"webshop"_s);
        QCOMPARE(at(ServersModel::ProjectColumn).data(ServersModel::ValueRole).toString(),
                 u"/home/mara/projects/webshop"_s);
        QCOMPARE(at(ServersModel::UpColumn).data().toString(), u"3 h"_s);
        QCOMPARE(at(ServersModel::MemoryColumn).data().toString(), u"128 MiB"_s);
        QCOMPARE(at(ServersModel::MemoryColumn).data(ServersModel::ValueRole).toLongLong(), 134'217'728);
        QCOMPARE(at(ServersModel::CpuColumn).data().toString(), u"3.2 %"_s);
        QCOMPARE(at(ServersModel::NetworkColumn).data().toString(), u"Open, exposed"_s);
        QCOMPARE(at(ServersModel::NetworkColumn).data(ServersModel::MoodRole).toInt(), int(Mood::Attention));
        QCOMPARE(at(ServersModel::StateColumn).data(Qt::AccessibleTextRole).toString(),
                 u"4300 · webshop: Ready in 1.2 s, needs attention"_s);
        QCOMPARE(at(ServersModel::AddressColumn).data().toString(), server.address());
        m_now = m_now.addSecs(3600);
        const QSignalSpy changes(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->refreshAges();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(at(ServersModel::UpColumn).data().toString(), u"4 h"_s);
    }

    void foreignTextIsNoMarkup()
    {
        Server server = samples::failed(
            1, 4300, u"<b>x"_s, {.kind = ServerTrouble::Kind::CouldNotStart, .detail = u"<img src=x>"_s});
        m_servers->insert(server);
        for (int column = 0; column < ServersModel::ColumnCount; ++column)
            QVERIFY(!at(column).data(Qt::ToolTipRole).toString().contains(u"<img"_s));
    }

    void theFilterLooksAtPortProjectNameAndState_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("left");
        QTest::newRow("nothing") << QString() << QStringList{u"4300"_s, u"4301"_s, u"4302"_s};
        QTest::newRow("blanks") << u"  "_s << QStringList{u"4300"_s, u"4301"_s, u"4302"_s};
        QTest::newRow("a port") << u"4301"_s << QStringList{u"4301"_s};
        QTest::newRow("a part of a project, in capitals") << u"SHOP"_s << QStringList{u"4300"_s};
        QTest::newRow("a name") << u"berth-devserver-4302"_s << QStringList{u"4302"_s};
        QTest::newRow("a state") << u"starting"_s << QStringList{u"4301"_s};
        QTest::newRow("two words that one row has") << u"ready shop"_s << QStringList{u"4300"_s};
        QTest::newRow("two words of two rows") << u"starting shop"_s << QStringList{};
    }
    void theFilterLooksAtPortProjectNameAndState()
    {
        QFETCH(const QString, words);
        QFETCH(const QStringList, left);
        m_servers->setServers({samples::ready(1, 4300, u"webshop"_s), samples::starting(2, 4301, u"api"_s),
                               samples::orphan(3, 4302, u"old"_s)});
        m_filter->setWords(words);
        QCOMPARE(ports(), left);
    }

    void aRowThatTurnsIntoAnotherStateLeavesTheFilter()
    {
        Server server = samples::starting(1, 4300, u"a"_s);
        m_servers->insert(server);
        m_filter->setWords(u"starting"_s);
        QCOMPARE(m_filter->rowCount(), 1);
        server.state = ServerState::Ready;
        m_servers->change(server);
        QCOMPARE(m_filter->rowCount(), 0);
    }

private:
    QStringList ports() const
    {
        QStringList ports;
        for (int row = 0; row < m_filter->rowCount(); ++row)
            ports.append(m_filter->index(row, ServersModel::PortColumn).data().toString());
        return ports;
    }
    QModelIndex at(int column) const { return m_model->index(0, column); }
    QList<double> usages() const
    {
        return at(ServersModel::CpuColumn).data(ServersModel::UsagesRole).value<QList<double>>();
    }

    std::unique_ptr<tests::FakeServers> m_servers;
    QDateTime m_now;
    std::unique_ptr<ServersModel> m_model;
    std::unique_ptr<WordsFilter> m_filter;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

BERTH_TEST(ServersModelTest)

#include "tst_serversmodel.moc"
