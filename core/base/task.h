// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/blockingpool.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QtConcurrentRun>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <variant>

namespace core {

// Stands for "this work reports nothing on its way".
struct NoReport
{};

// Runs one blocking function on a pool thread and delivers its answer, and the reports it makes on its way,
// to the thread that owns the Task, in order and the answer last. Dropping the Task, or starting it again,
// stops the work by its stop token and silences it: nothing arrives any more. Use it from one thread only.
template <typename T, typename Report = NoReport>
class Task final
{
public:
    using Reporter = std::function<void(const Report &)>;

    // On the threads of that pool.
    explicit Task(QThreadPool &pool = blockingPool())
        : m_pool(pool)
    {}
    ~Task() { cancel(); }
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;

    bool isRunning() const { return m_watcher != nullptr; }

    // `work(std::stop_token) -> T`, then `then(const T &)`.
    template <typename Work, typename Then>
    void start(Work work, Then then)
    {
        startReporting(
            [work = std::move(work)](std::stop_token stop, const Reporter &) { return work(stop); },
            [](const Report &) {}, std::move(then));
    }

    // `work(std::stop_token, const Reporter &) -> T`, `onReport(const Report &)`, `then(const T &)`.
    template <typename Work, typename OnReport, typename Then>
    void startReporting(Work work, OnReport onReport, Then then)
    {
        cancel();
        m_stop = std::stop_source();
        m_watcher = std::make_unique<QFutureWatcher<Item>>();
        auto *const watcher = m_watcher.get();
        // The callbacks may restart or drop this Task and with it the connection that holds them: each is
        // taken out of it before it is called.
        QObject::connect(
            watcher, &QFutureWatcherBase::resultReadyAt, watcher,
            [this, watcher, onReport = std::move(onReport), then = std::move(then)](int index) mutable {
                const Item item = watcher->resultAt(index);
                if (const auto *report = std::get_if<Reported>(&item)) {
                    const auto deliver = onReport;
                    deliver(report->value);
                } else {
                    const auto deliver = std::move(then);
                    m_watcher.release()->deleteLater();
                    watcher->disconnect();
                    deliver(std::get<Answered>(item).value);
                }
            });
        watcher->setFuture(QtConcurrent::run(
            &m_pool, [work = std::move(work), stop = m_stop.get_token()](QPromise<Item> &promise) mutable {
                const Reporter report = [&promise](const Report &value) {
                    promise.addResult(Reported{value});
                };
                promise.addResult(Answered{work(stop, report)});
            }));
    }

    void cancel()
    {
        m_stop.request_stop();
        if (m_watcher != nullptr) {
            m_watcher->disconnect();
            m_watcher.release()->deleteLater();
        }
    }

private:
    struct Reported
    {
        Report value;
    };
    struct Answered
    {
        T value;
    };
    using Item = std::variant<Reported, Answered>;

    QThreadPool &m_pool;
    std::stop_source m_stop{std::nostopstate};
    std::unique_ptr<QFutureWatcher<Item>> m_watcher;
};

} // namespace core
