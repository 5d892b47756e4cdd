// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/serverlist.h"
#include "tests/core/fakeengine.h"

#include <QCoreApplication>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

namespace tests {

// What somebody knows of a list who hears its signals only.
class Mirror final : public QObject
{
public:
    explicit Mirror(core::Servers &servers)
    {
        connect(&servers, &core::Servers::inserted, this, [this, &servers](qsizetype index) {
            rows.insert(index, servers.servers().at(index));
            check(servers);
        });
        connect(&servers, &core::Servers::changed, this, [this, &servers](qsizetype index) {
            isConsistent = isConsistent && rows.at(index).key == servers.servers().at(index).key;
            rows[index] = servers.servers().at(index);
            check(servers);
        });
        connect(&servers, &core::Servers::moved, this, [this](qsizetype from, qsizetype to) {
            isConsistent = isConsistent && from != to;
            rows.move(from, to);
        });
        connect(&servers, &core::Servers::removed, this,
                [this, &servers](qsizetype index, core::ServerKey key) {
                    isConsistent = isConsistent && rows.takeAt(index).key == key;
                    check(servers);
                });
    }

    QList<core::Server> rows;
    bool isConsistent = true;

private:
    void check(const core::Servers &servers) { isConsistent = isConsistent && rows == servers.servers(); }
};

inline QString nameOf(int port)
{
    return QStringLiteral("berth-devserver-%1").arg(port);
}

// A list on an engine in memory, and somebody who hears it. Each test function has one of its own.
class ListScene
{
protected:
    void setUp(core::ServerListSources sources = {.patience = std::chrono::milliseconds(300)})
    {
        m_ends.clear();
        m_engine = std::make_unique<FakeEngine>();
        sources.keepEnd = [this](const core::ServerEnd &end) { m_ends.append(end); };
        m_list = std::make_unique<core::ServerList>(std::move(sources));
        m_mirror = std::make_unique<Mirror>(*m_list);
        m_engine->onEvent = [this](const QString &line) { m_list->onEvent(line); };
    }
    // A list of its own, for those who look for the owners.
    void useOwners(const core::OwnerSources &owners)
    {
        m_mirror.reset();
        m_list = std::make_unique<core::ServerList>(
            core::ServerListSources{.owners = owners,
                                    .patience = std::chrono::milliseconds(300),
                                    .keepEnd = [this](const core::ServerEnd &end) { m_ends.append(end); }});
        m_mirror = std::make_unique<Mirror>(*m_list);
    }
    void tearDown()
    {
        QVERIFY(m_mirror->isConsistent);
        QCOMPARE(m_mirror->rows, m_list->servers());
        m_mirror.reset();
        m_list.reset();
        core::lookingPool().waitForDone();
        core::blockingPool().waitForDone();
        m_engine.reset();
    }

    void list()
    {
        m_list->watch(m_engine->access());
        m_list->onConnected();
        QTRY_COMPARE(m_list->listing().state, core::Listing::State::Listed);
    }

    // Until everything that is under way is done and heard, but for what waits for its time.
    static void settle()
    {
        constexpr int longestMs = 1000; // and no longer than there is something to do
        do {
            core::lookingPool().waitForDone();
            core::blockingPool().waitForDone();
            QCoreApplication::processEvents(QEventLoop::AllEvents, longestMs);
        } while (core::lookingPool().activeThreadCount() + core::blockingPool().activeThreadCount() > 0);
    }

    core::ServerKey launch()
    {
        QTcpServer nobody;
        if (!nobody.listen(QHostAddress::LocalHost))
            qFatal("no free port");
        const quint16 port = nobody.serverPort();
        nobody.close(); // before the launch looks who holds it
        return m_list->launch({.container = {.folder = m_project.path(),
                                             .image = QStringLiteral("node:22"),
                                             .command = {QStringLiteral("npm"), QStringLiteral("start")}},
                               .port = port});
    }

    const core::Server &row() const { return m_list->servers().first(); }

    QStringList names() const
    {
        QStringList names;
        for (const core::Server &server : m_list->servers())
            names.append(server.name);
        return names;
    }

    QTemporaryDir m_project;
    QList<core::ServerEnd> m_ends; // that were to be remembered
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<core::ServerList> m_list;
    std::unique_ptr<Mirror> m_mirror;
};

} // namespace tests
