// SPDX-License-Identifier: MIT
#include "ui/activation.h"

#include <QGuiApplication>
#include <QRegularExpression>
#include <QWidget>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <xcb/xcb.h>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// One message to the window manager, from a window of ours.
class RootMessage final
{
public:
    RootMessage(xcb_connection_t *connection, WId window)
        : m_connection(connection)
        , m_window(xcb_window_t(window))
        , m_root(xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root)
    {}

    xcb_atom_t atom(const char *name) const
    {
        const auto cookie = xcb_intern_atom(m_connection, 0, uint16_t(std::strlen(name)), name);
        const std::unique_ptr<xcb_intern_atom_reply_t, decltype(&std::free)> reply(
            xcb_intern_atom_reply(m_connection, cookie, nullptr), &std::free);
        return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    }

    xcb_client_message_event_t make(uint8_t format, const char *type) const
    {
        xcb_client_message_event_t event = {};
        event.response_type = XCB_CLIENT_MESSAGE;
        event.format = format;
        event.window = m_window;
        event.type = atom(type);
        return event;
    }

    void send(const xcb_client_message_event_t &event, uint32_t mask) const
    {
        xcb_send_event(m_connection, 0, m_root, mask, reinterpret_cast<const char *>(&event));
    }

private:
    xcb_connection_t *m_connection;
    xcb_window_t m_window;
    xcb_window_t m_root;
};

void askForFocus(const RootMessage &message, quint32 time)
{
    constexpr uint32_t fromApplication = 1;
    xcb_client_message_event_t event = message.make(32, "_NET_ACTIVE_WINDOW");
    event.data.data32[0] = fromApplication;
    event.data.data32[1] = time;
    message.send(event, XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
}

// In pieces of 20 bytes, the end of which is a zero.
void endStartup(const RootMessage &message, const QString &startupId)
{
    QByteArray text = startupId.toUtf8();
    text.replace('\\', "\\\\").replace('"', "\\\"");
    text = "remove: ID=\"" + text + '"' + '\0';
    const char *type = "_NET_STARTUP_INFO_BEGIN";
    constexpr qsizetype piece = 20;
    for (qsizetype begin = 0; begin < text.size(); begin += piece) {
        xcb_client_message_event_t event = message.make(8, type);
        const QByteArray bytes = text.mid(begin, piece);
        std::ranges::copy(bytes, std::begin(event.data.data8));
        message.send(event, XCB_EVENT_MASK_PROPERTY_CHANGE);
        type = "_NET_STARTUP_INFO";
    }
}

} // namespace

std::optional<quint32> clickTimeOf(const QString &startupId)
{
    static const QRegularExpression form(u"_TIME([0-9]{1,10})\\z"_s);
    bool isTime = false;
    const quint32 time = form.match(startupId).captured(1).toUInt(&isTime);
    return isTime ? std::optional(time) : std::nullopt;
}

void activate(QWidget &window, const QString &token)
{
    // Where Qt looks for it on Wayland.
    if (!token.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
    window.activateWindow();
    const auto *const x11 = qApp->nativeInterface<QNativeInterface::QX11Application>();
    if (x11 == nullptr || token.isEmpty())
        return;
    qunsetenv("XDG_ACTIVATION_TOKEN");
    const RootMessage message(x11->connection(), window.winId());
    if (const auto time = clickTimeOf(token))
        askForFocus(message, *time);
    endStartup(message, token);
    xcb_flush(x11->connection());
}

} // namespace ui
