// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

namespace ui {

class StatusNotifierWatch;
class XTrayWatch;

// What would show an icon of the tray right now. A session starts its parts in any order, and a panel can end
// and come back.
class TrayHost final : public QObject
{
    Q_OBJECT

public:
    enum class Kind {
        None,
        StatusNotifier, // over the session's bus
        XEmbed          // a window within the panel's
    };

    explicit TrayHost(QObject *parent = nullptr);

    Kind kind() const { return m_kind; }

Q_SIGNALS:
    void changed();

private:
    void look();
    Kind found() const;

    StatusNotifierWatch *m_notifier = nullptr; // null where the platform has no such hosts
    XTrayWatch *m_embedder = nullptr;
    Kind m_kind = Kind::None;
    // Qt decides for one of the two when it makes its first icon, and stays with it.
    Kind m_chosen = Kind::None;
};

} // namespace ui
