// SPDX-License-Identifier: MIT
#include "ui/dialogs/closeguard.h"

#include "ui/dialogs/stopquestion.h"

#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

CloseGuard::CloseGuard(core::Servers &servers, QWidget *window, std::chrono::milliseconds patience)
    : QObject(window)
    , m_servers(servers)
    , m_window(window)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &CloseGuard::onPatienceOver);
    // Queued: closing from inside a list's signal could end the list.
    connect(&servers, &core::Servers::changed, this, &CloseGuard::closeWhereAllEnded, Qt::QueuedConnection);
    connect(&servers, &core::Servers::removed, this, &CloseGuard::closeWhereAllEnded, Qt::QueuedConnection);
}

bool CloseGuard::mayClose()
{
    if (std::exchange(m_isFree, false) || own().isEmpty())
        return true;
    if (m_question != nullptr) {
        m_question->raise();
    } else if (m_isWaiting) {
        askAgain();
    } else {
        switch (m_onQuit) {
        case core::OnQuit::Ask:
            ask();
            break;
        case core::OnQuit::Stop:
            stopAll(core::Haste::Stop);
            break;
        case core::OnQuit::Leave:
            m_servers.leaveAll();
            return true;
        }
    }
    return false;
}

void CloseGuard::closeAnyway()
{
    // Whoever says so twice does not get more time.
    if (!std::exchange(m_asks, false))
        return;
    closeQuestion();
    if (m_onQuit == core::OnQuit::Leave)
        leaveAll();
    else
        stopAll(core::Haste::Stop);
}

QList<core::Server> CloseGuard::own() const
{
    return ownRunning(m_servers.servers());
}

void CloseGuard::ask()
{
    const int count = int(own().size());
    makeQuestion(count == 1 ? tr("A dev server would go on running.")
                            : tr("%n dev servers would go on running.", nullptr, count),
                 tr("&Stop"), core::Haste::Stop)
        ->open();
}

void CloseGuard::askAgain()
{
    const int count = int(own().size());
    makeQuestion(count == 1 ? tr("A dev server has not ended yet.")
                            : tr("%n dev servers have not ended yet.", nullptr, count),
                 tr("&Stop at once"), core::Haste::Kill)
        ->open();
}

QMessageBox *CloseGuard::makeQuestion(const QString &text, const QString &stopText, core::Haste haste)
{
    m_question = new QMessageBox(m_window);
    m_question->setObjectName(u"closeQuestion"_s);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setWindowTitle(tr("Quit Berth"));
    m_question->setIcon(QMessageBox::Question);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setText(text);
    m_question->setInformativeText(listOfServers(own()));
    QPushButton *const stop = m_question->addButton(stopText, QMessageBox::AcceptRole);
    stop->setObjectName(u"closeStop"_s);
    QPushButton *const leave = m_question->addButton(tr("&Leave running"), QMessageBox::DestructiveRole);
    leave->setObjectName(u"closeLeave"_s);
    QPushButton *const cancel = m_question->addButton(QMessageBox::Cancel);
    cancel->setObjectName(u"closeCancel"_s);
    m_question->setDefaultButton(stop);
    m_question->setEscapeButton(cancel);
    connect(stop, &QPushButton::clicked, this, [this, haste] { stopAll(haste); });
    connect(leave, &QPushButton::clicked, this, &CloseGuard::leaveAll);
    connect(m_question, &QMessageBox::rejected, this, [this] { m_isWaiting = false; });
    // It may be hidden in the tray.
    m_window->show();
    m_window->raise();
    return m_question;
}

void CloseGuard::stopAll(core::Haste haste)
{
    QList<core::ServerKey> keys;
    for (const core::Server &server : own())
        keys.append(server.key);
    m_isWaiting = true;
    m_patience.start();
    m_servers.stop(keys, haste);
    closeWhereAllEnded();
}

void CloseGuard::leaveAll()
{
    m_servers.leaveAll();
    close();
}

void CloseGuard::onPatienceOver()
{
    if (!m_isWaiting)
        return;
    if (!m_asks)
        close();
    else if (m_question == nullptr)
        askAgain();
}

void CloseGuard::closeWhereAllEnded()
{
    if (m_isWaiting && own().isEmpty())
        close();
}

void CloseGuard::closeQuestion()
{
    if (m_question != nullptr)
        m_question->close();
}

void CloseGuard::close()
{
    m_isFree = true;
    m_isWaiting = false;
    closeQuestion();
    m_window->close();
}

} // namespace ui
