// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractNativeEventFilter>
#include <QObject>

#include <xcb/xcb.h>

namespace ui {

// Whether there is a tray on this X display, as its own messages tell: the owner of the selection
// _NET_SYSTEM_TRAY_Sn. Never, where the display is none of X.
class XTrayWatch final : public QObject, private QAbstractNativeEventFilter
{
    Q_OBJECT

public:
    explicit XTrayWatch(QObject *parent = nullptr);

    bool isThere() const { return m_owner != XCB_WINDOW_NONE; }

Q_SIGNALS:
    void changed(); // also when a tray was replaced by another

private:
    bool nativeEventFilter(const QByteArray &type, void *message, qintptr *result) override;
    void look();

    xcb_connection_t *m_connection = nullptr;
    xcb_atom_t m_manager = XCB_ATOM_NONE;   // MANAGER: a new tray greets the root window with it
    xcb_atom_t m_selection = XCB_ATOM_NONE; // _NET_SYSTEM_TRAY_Sn
    xcb_window_t m_owner = XCB_WINDOW_NONE;
};

} // namespace ui
