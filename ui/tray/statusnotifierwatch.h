// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QDBusServiceWatcher;

namespace ui {

// Whether some panel shows StatusNotifier items, as the session's bus tells. Nothing is asked twice without
// a reason, and nothing is waited for.
class StatusNotifierWatch final : public QObject
{
    Q_OBJECT

public:
    explicit StatusNotifierWatch(QObject *parent = nullptr);

    // Whether the first answer is there; without a bus, at once.
    bool isKnown() const { return m_isKnown; }
    bool isThere() const { return m_isThere; }

Q_SIGNALS:
    void changed(); // of any of them; also when a host was replaced by another

private Q_SLOTS:
    void ask();

private:
    void onOwnerChanged(const QString &owner);
    void settle(bool there);

    QDBusServiceWatcher *m_watcher = nullptr; // null without a bus
    quint64 m_asked = 0;                      // an answer to an older question is none
    bool m_isKnown = false;
    bool m_isThere = false;
};

} // namespace ui
