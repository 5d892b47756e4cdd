// SPDX-License-Identifier: MIT
#include "ui/dialogs/switchguard.h"

#include "core/monitor/monitor.h"
#include "ui/dialogs/stopquestion.h"

#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

SwitchGuard::SwitchGuard(core::Monitor &monitor, core::Servers &servers, QWidget *window)
    : QObject(window)
    , m_monitor(monitor)
    , m_servers(servers)
    , m_window(window)
{
    // Queued: switching from inside a list's signal would change that list.
    connect(&servers, &core::Servers::changed, this, &SwitchGuard::switchWhereAllEnded, Qt::QueuedConnection);
    connect(&servers, &core::Servers::removed, this, &SwitchGuard::switchWhereAllEnded, Qt::QueuedConnection);
}

void SwitchGuard::choose(const QString &context)
{
    if (context == m_monitor.requestedContext()) {
        callOff();
        return;
    }
    m_wanted = context;
    if (ownRunning(m_servers.servers()).isEmpty())
        switchNow();
    else if (m_question != nullptr)
        m_question->raise();
    else if (!m_isWaiting)
        ask();
}

void SwitchGuard::ask()
{
    const QList<core::Server> running = ownRunning(m_servers.servers());
    m_question = new QMessageBox(m_window);
    m_question->setObjectName(u"switchQuestion"_s);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setWindowTitle(tr("Another engine"));
    m_question->setIcon(QMessageBox::Question);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setText(running.size() == 1
                            ? tr("A dev server runs on the present engine.")
                            : tr("%n dev servers run on the present engine.", nullptr, int(running.size())));
    m_question->setInformativeText(listOfServers(running) % u"\n\n"_s
                                   % tr("What is left running is listed again with its engine."));
    QPushButton *const stop = m_question->addButton(tr("&Stop"), QMessageBox::AcceptRole);
    stop->setObjectName(u"switchStop"_s);
    QPushButton *const leave = m_question->addButton(tr("&Leave running"), QMessageBox::DestructiveRole);
    leave->setObjectName(u"switchLeave"_s);
    QPushButton *const cancel = m_question->addButton(QMessageBox::Cancel);
    cancel->setObjectName(u"switchCancel"_s);
    m_question->setDefaultButton(stop);
    m_question->setEscapeButton(cancel);
    connect(stop, &QPushButton::clicked, this, &SwitchGuard::stopAll);
    connect(leave, &QPushButton::clicked, this, &SwitchGuard::leaveAll);
    connect(m_question, &QMessageBox::rejected, this, &SwitchGuard::callOff);
    m_question->open();
}

void SwitchGuard::stopAll()
{
    QList<core::ServerKey> keys;
    for (const core::Server &server : ownRunning(m_servers.servers()))
        keys.append(server.key);
    m_isWaiting = true;
    m_servers.stop(keys, core::Haste::Stop);
    switchWhereAllEnded();
}

void SwitchGuard::leaveAll()
{
    m_servers.leaveAll();
    switchNow();
}

void SwitchGuard::callOff()
{
    m_wanted.reset();
    m_isWaiting = false;
}

void SwitchGuard::switchWhereAllEnded()
{
    if (m_isWaiting && ownRunning(m_servers.servers()).isEmpty())
        switchNow();
}

void SwitchGuard::switchNow()
{
    // Closing the question calls off what it is about.
    const auto context = std::exchange(m_wanted, std::nullopt);
    m_isWaiting = false;
    if (m_question != nullptr)
        m_question->close();
    if (context)
        m_monitor.chooseContext(*context);
}

} // namespace ui
