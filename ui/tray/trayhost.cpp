// SPDX-License-Identifier: MIT
#include "ui/tray/trayhost.h"

#include "ui/tray/statusnotifierwatch.h"
#include "ui/tray/xtraywatch.h"

#include <QGuiApplication>

using namespace Qt::StringLiterals;

namespace ui {

TrayHost::TrayHost(QObject *parent)
    : QObject(parent)
{
    // A platform that only draws into memory has no panel.
    const QString platform = QGuiApplication::platformName();
    if (platform != "xcb"_L1 && !platform.startsWith("wayland"_L1))
        return;
    m_notifier = new StatusNotifierWatch(this);
    m_embedder = new XTrayWatch(this);
    connect(m_notifier, &StatusNotifierWatch::changed, this, &TrayHost::look);
    connect(m_embedder, &XTrayWatch::changed, this, &TrayHost::look);
    look();
}

// A host that was replaced is gone for a moment, so that whoever it showed is shown anew.
void TrayHost::look()
{
    const Kind now = found();
    if (now == m_kind)
        return;
    m_kind = now;
    if (m_chosen == Kind::None)
        m_chosen = now;
    Q_EMIT changed();
}

TrayHost::Kind TrayHost::found() const
{
    const bool mayBeNotifier = m_chosen != Kind::XEmbed;
    if (mayBeNotifier && m_notifier->isThere())
        return Kind::StatusNotifier;
    const bool mayBeEmbedder = m_chosen != Kind::StatusNotifier && m_notifier->isKnown();
    return mayBeEmbedder && m_embedder->isThere() ? Kind::XEmbed : Kind::None;
}

} // namespace ui
