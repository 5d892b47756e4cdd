// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/monitor.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/samples.h"
#include "ui/mainwindow.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTest>
#include <QTreeView>

#include <memory>
#include <mutex>
#include <semaphore>

namespace tests {

// An engine made of measurements: a check reports each of them and ends with the last, or waits until it is
// stopped where the last one is still under way.
class MeasuredEngine final
{
public:
    void answerWith(const QList<core::Measurement> &measurements)
    {
        const std::scoped_lock lock(m_mutex);
        m_measurements = measurements;
    }
    QStringList askedContexts() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_asked;
    }

    core::MonitorSources sources()
    {
        return {
            .measure =
                [this](const core::CheckRequest &request, const std::stop_token &stop,
                       const core::MeasurementReporter &report) { return measure(request, stop, report); },
            .listContexts = [](const std::stop_token &) { return samples::contexts(); }};
    }

private:
    core::Measurement measure(const core::CheckRequest &request, const std::stop_token &stop,
                              const core::MeasurementReporter &report)
    {
        QList<core::Measurement> measurements;
        {
            const std::scoped_lock lock(m_mutex);
            m_asked.append(request.context);
            measurements = m_measurements;
        }
        for (const core::Measurement &measurement : std::as_const(measurements))
            report(measurement);
        if (!measurements.back().running.isEmpty()) {
            std::binary_semaphore asked(0);
            const std::stop_callback wake(stop, [&asked] { asked.release(); });
            asked.acquire();
        }
        return measurements.back();
    }

    mutable std::mutex m_mutex;
    QList<core::Measurement> m_measurements{samples::usable()};
    QStringList m_asked;
};

// The window over such an engine, and over servers that the test sets by hand. Each test function has one of
// its own.
class WindowScene
{
protected:
    void setUp()
    {
        m_engine = std::make_unique<MeasuredEngine>();
        m_monitor = std::make_unique<core::Monitor>(m_engine->sources());
        m_servers = std::make_unique<FakeServers>();
        m_servers->setListing({.state = core::Listing::State::Listed});
        makeWindow();
    }
    void tearDown()
    {
        m_window.reset();
        m_servers.reset();
        m_monitor.reset();
        core::blockingPool().waitForDone();
        m_engine.reset();
    }

    // In the place of the one before.
    void makeWindow()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_monitor, *m_servers, QStringLiteral("0.1.0"));
    }
    void show()
    {
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void check(const QList<core::Measurement> &measurements)
    {
        m_engine->answerWith(measurements);
        m_monitor->check();
    }
    void checkAndWait(const QList<core::Measurement> &measurements)
    {
        check(measurements);
        QTRY_VERIFY(!m_monitor->isChecking());
    }

    template <typename T>
    T *child(const QString &name) const
    {
        T *const found = m_window->findChild<T *>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    QAbstractButton *button(const QString &name) const { return child<QAbstractButton>(name); }
    QString text(const QString &label) const { return child<QLabel>(label)->text(); }
    QString fact(const QString &name) const { return button(name)->accessibleName(); }
    // The table of the servers, which comes behind the first frame; null before.
    QTreeView *table() const { return m_window->findChild<QTreeView *>(QStringLiteral("serversTable")); }

    std::unique_ptr<MeasuredEngine> m_engine;
    std::unique_ptr<core::Monitor> m_monitor;
    std::unique_ptr<FakeServers> m_servers;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace tests
