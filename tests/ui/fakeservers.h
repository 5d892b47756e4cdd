// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"

#include <algorithm>
#include <utility>

namespace tests {

// A list of dev servers that a test sets by hand. Intents are written down and change nothing.
class FakeServers final : public core::Servers
{
public:
    struct Stopped
    {
        QList<core::ServerKey> keys;
        core::Haste haste = core::Haste::Stop;

        bool operator==(const Stopped &) const = default;
    };

    struct Kept
    {
        QList<core::ServerKey> keys;
        core::Keeping keeping = core::Keeping::Keep;

        bool operator==(const Kept &) const = default;
    };

    const QList<core::Server> &servers() const override { return m_servers; }
    const core::Listing &listing() const override { return m_listing; }

    core::ServerKey launch(const core::LaunchRequest &request) override
    {
        launched.append(request);
        return core::ServerKey{quint64(1000 + launched.size())};
    }
    void stop(const QList<core::ServerKey> &keys, core::Haste haste) override
    {
        stopped.append({keys, haste});
    }
    void restart(core::ServerKey key) override { restarted.append(key); }
    bool canRestart(core::ServerKey key) const override { return requestOf(key).has_value(); }
    std::optional<core::LaunchRequest> requestOf(core::ServerKey key) const override
    {
        const auto found = requests.constFind(quint64(key));
        return found == requests.cend() ? std::nullopt : std::optional(*found);
    }
    void leaveAll() override { ++leftAll; }
    void keep(const QList<core::ServerKey> &keys, core::Keeping keeping) override
    {
        kept.append({keys, keeping});
    }
    void reap(const QList<core::ServerKey> &keys) override { reapedKeys.append(keys); }
    std::shared_ptr<core::ServerLog> log(core::ServerKey key) override
    {
        auto &log = logs[quint64(key)];
        if (log == nullptr)
            log = std::make_shared<core::ServerLog>(core::ServerLog::Source::Followed);
        return log;
    }
    void preview(const core::LaunchRequest &request, QObject *context,
                 std::function<void(const core::LaunchPreview &)> then) override
    {
        previewed.append(request);
        if (holdsPreviews) {
            heldPreviews.append([answer = previewAnswer, then = std::move(then)] { then(answer); });
            return;
        }
        // Never from inside the question, as the real one.
        QMetaObject::invokeMethod(
            context, [answer = previewAnswer, then = std::move(then)] { then(answer); },
            Qt::QueuedConnection);
    }
    QStringList command(const QStringList &arguments) const override
    {
        return QStringList{QStringLiteral("docker")} + arguments;
    }
    void setUsageWanted(bool wanted) override { usageWanted = wanted; }
    void refresh() override { ++refreshed; }

    // The list as a whole, row by row: what is there goes, what is given comes.
    void setServers(const QList<core::Server> &servers)
    {
        while (!m_servers.isEmpty())
            remove(m_servers.size() - 1);
        for (const core::Server &server : servers)
            insert(server);
    }
    // Where it belongs by port and name.
    qsizetype insert(const core::Server &server)
    {
        const auto place = std::ranges::upper_bound(m_servers, server, &FakeServers::isBefore);
        const qsizetype index = place - m_servers.begin();
        m_servers.insert(index, server);
        Q_EMIT inserted(index);
        return index;
    }
    // The row with this key takes these values; where its port or name moves it, it moves.
    void change(const core::Server &server)
    {
        const qsizetype from = indexOf(server.key);
        m_servers[from] = server;
        const auto others = m_servers.first(from) + m_servers.sliced(from + 1);
        const qsizetype to =
            std::ranges::upper_bound(others, server, &FakeServers::isBefore) - others.begin();
        if (to != from) {
            m_servers.move(from, to);
            Q_EMIT moved(from, to);
        }
        Q_EMIT changed(to);
    }
    void remove(qsizetype index)
    {
        const core::ServerKey key = m_servers.takeAt(index).key;
        Q_EMIT removed(index, key);
    }
    void setListing(const core::Listing &listing)
    {
        m_listing = listing;
        Q_EMIT listingChanged();
    }

    // What was asked for, in order.
    QList<core::LaunchRequest> launched;
    QList<Stopped> stopped;
    QList<core::ServerKey> restarted;
    QList<core::LaunchRequest> previewed;
    QList<Kept> kept;
    QList<QList<core::ServerKey>> reapedKeys; // the test emits reaped() by hand
    int leftAll = 0;
    int refreshed = 0;
    bool usageWanted = false;

    // What is answered.
    core::LaunchPreview previewAnswer;
    bool holdsPreviews = false;
    QList<std::function<void()>> heldPreviews;   // each is answered when it is called
    QMap<quint64, core::LaunchRequest> requests; // by key: these can be restarted
    QMap<quint64, std::shared_ptr<core::ServerLog>> logs;

private:
    static bool isBefore(const core::Server &one, const core::Server &other)
    {
        return std::pair(one.port, one.name) < std::pair(other.port, other.name);
    }
    qsizetype indexOf(core::ServerKey key) const
    {
        return std::ranges::find(m_servers, key, &core::Server::key) - m_servers.begin();
    }

    QList<core::Server> m_servers;
    core::Listing m_listing{.state = core::Listing::State::Listed};
};

} // namespace tests
