// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "core/monitor/settings.h"

#include <QMessageBox>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace ui {

// Stands between a window and its closing while servers of this process run: they are stopped, or left
// running, or the window stays. It waits for their end without blocking anything, and not for ever.
class CloseGuard final : public QObject
{
    Q_OBJECT

public:
    // `patience` is how long a stop may take before it is asked what to do: 3 s of grace, and some for the
    // engine.
    CloseGuard(core::Servers &servers, QWidget *window,
               std::chrono::milliseconds patience = std::chrono::seconds(4));

    // What becomes of the servers; where the user has not chosen, it is asked.
    void setOnQuit(core::OnQuit onQuit) { m_onQuit = onQuit; }
    // Whether it was decided what becomes of them, so that the window closes for good.
    bool isClosing() const { return m_isWaiting || m_isFree; }

    // Whether the window may close now. Where not, it asks or waits, and closes the window itself once it
    // may.
    bool mayClose();
    // Closes without a question and at the latest when the patience is over: for whoever is told to end from
    // outside. Stops them unless the user wants them left.
    void closeAnyway();

private:
    QList<core::Server> own() const;
    void ask();
    void askAgain();
    QMessageBox *makeQuestion(const QString &text, const QString &stopText, core::Haste haste);
    void stopAll(core::Haste haste);
    void leaveAll();
    void onPatienceOver();
    void closeWhereAllEnded();
    void closeQuestion();
    void close();

    core::Servers &m_servers;
    QWidget *m_window;
    QPointer<QMessageBox> m_question;
    QTimer m_patience;
    core::OnQuit m_onQuit = core::OnQuit::Ask;
    bool m_isWaiting = false;
    bool m_asks = true;
    bool m_isFree = false; // nothing keeps the window any more
};

} // namespace ui
