// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

namespace app {

// Tells when the desktop wants Berth to end: at a logout, or for another reason.
class LogoutWatch final : public QObject
{
    Q_OBJECT

public:
    explicit LogoutWatch(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void saveWanted(); // the session may be about to end
    void logoutCame();
    void quitWanted();

private:
    bool m_isAnnounced = false;
};

} // namespace app
