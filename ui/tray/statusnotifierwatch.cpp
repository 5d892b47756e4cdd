// SPDX-License-Identifier: MIT
#include "ui/tray/statusnotifierwatch.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

const QString service = u"org.kde.StatusNotifierWatcher"_s;
const QString path = u"/StatusNotifierWatcher"_s;
constexpr int patience = 5000; // ms

} // namespace

StatusNotifierWatch::StatusNotifierWatch(QObject *parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        m_isKnown = true;
        return;
    }
    m_watcher = new QDBusServiceWatcher(service, bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(m_watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
            [this](const QString &, const QString &, const QString &owner) { onOwnerChanged(owner); });
    // From whoever sends them, because a signal only makes us ask.
    for (const QString &signal : {u"StatusNotifierHostRegistered"_s, u"StatusNotifierHostUnregistered"_s})
        bus.connect({}, path, service, signal, this, SLOT(ask()));
    ask();
}

void StatusNotifierWatch::ask()
{
    QDBusMessage question =
        QDBusMessage::createMethodCall(service, path, u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    question << service << u"IsStatusNotifierHostRegistered"_s;
    question.setAutoStartService(false);
    const auto pending = QDBusConnection::sessionBus().asyncCall(question, patience);
    auto *const answer = new QDBusPendingCallWatcher(pending, this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, number = ++m_asked] {
        answer->deleteLater();
        const QDBusPendingReply<QVariant> reply = *answer;
        if (number == m_asked)
            settle(reply.isValid() && reply.value().toBool());
    });
}

// One that was replaced has forgotten its items.
void StatusNotifierWatch::onOwnerChanged(const QString &owner)
{
    ++m_asked;
    settle(false);
    if (!owner.isEmpty())
        ask();
}

void StatusNotifierWatch::settle(bool there)
{
    if (m_isKnown && there == m_isThere)
        return;
    m_isKnown = true;
    m_isThere = there;
    Q_EMIT changed();
}

} // namespace ui
