// SPDX-License-Identifier: MIT
#include "ui/tray/xtraywatch.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <cstdlib>
#include <memory>
#include <utility>

namespace ui {

namespace {

// What xcb gives is to be freed.
template <typename T>
std::unique_ptr<T, decltype(&std::free)> owned(T *reply)
{
    return {reply, &std::free};
}

xcb_atom_t atom(xcb_connection_t *connection, const QByteArray &name)
{
    const auto cookie = xcb_intern_atom(connection, 0, uint16_t(name.size()), name.constData());
    const auto reply = owned(xcb_intern_atom_reply(connection, cookie, nullptr));
    return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
}

int screenNumber()
{
    char *host = nullptr;
    int display = 0;
    int screen = 0;
    if (xcb_parse_display(nullptr, &host, &display, &screen) != 0)
        std::free(host);
    return screen;
}

} // namespace

XTrayWatch::XTrayWatch(QObject *parent)
    : QObject(parent)
{
    const auto *const x11 = qApp->nativeInterface<QNativeInterface::QX11Application>();
    if (x11 == nullptr)
        return;
    m_connection = x11->connection();
    m_manager = atom(m_connection, "MANAGER");
    m_selection = atom(m_connection, "_NET_SYSTEM_TRAY_S" + QByteArray::number(screenNumber()));
    QCoreApplication::instance()->installNativeEventFilter(this);
    look();
}

bool XTrayWatch::nativeEventFilter(const QByteArray &, void *message, qintptr *)
{
    const auto *const event = static_cast<const xcb_generic_event_t *>(message);
    const auto kind = event->response_type & 0x7f; // the highest bit says who sent it
    bool isNews = false;
    if (kind == XCB_CLIENT_MESSAGE) {
        const auto *const greeting = reinterpret_cast<const xcb_client_message_event_t *>(event);
        isNews = greeting->type == m_manager && greeting->data.data32[1] == m_selection;
    } else if (kind == XCB_DESTROY_NOTIFY) {
        const auto *const end = reinterpret_cast<const xcb_destroy_notify_event_t *>(event);
        isNews = isThere() && end->window == m_owner;
    }
    // Behind Qt, which handles the same event next.
    if (isNews)
        QMetaObject::invokeMethod(this, &XTrayWatch::look, Qt::QueuedConnection);
    return false;
}

// An owner that ends between the two requests is one that is not there.
void XTrayWatch::look()
{
    const auto cookie = xcb_get_selection_owner(m_connection, m_selection);
    const auto reply = owned(xcb_get_selection_owner_reply(m_connection, cookie, nullptr));
    xcb_window_t owner = reply ? reply->owner : xcb_window_t(XCB_WINDOW_NONE);
    if (owner == m_owner)
        return;
    if (isThere()) { // one that took its place has none of its icons
        m_owner = XCB_WINDOW_NONE;
        Q_EMIT changed();
    }
    if (owner != XCB_WINDOW_NONE) {
        const uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
        const auto wish = xcb_change_window_attributes_checked(m_connection, owner, XCB_CW_EVENT_MASK, &mask);
        if (owned(xcb_request_check(m_connection, wish)))
            owner = XCB_WINDOW_NONE;
    }
    if (owner == XCB_WINDOW_NONE)
        return;
    m_owner = owner;
    Q_EMIT changed();
}

} // namespace ui
