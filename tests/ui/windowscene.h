// SPDX-License-Identifier: MIT
#pragma once

#include "tests/ui/fakeservers.h"
#include "tests/ui/measuredengine.h"
#include "ui/mainwindow.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTest>
#include <QTreeView>

#include <memory>

namespace tests {

// The window over an engine made of measurements, and over servers that the test sets by hand. Each test
// function has one of its own.
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
