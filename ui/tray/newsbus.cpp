// SPDX-License-Identifier: MIT
#include "ui/tray/newsbus.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

const QString service = u"org.freedesktop.Notifications"_s;
const QString path = u"/org/freedesktop/Notifications"_s;
constexpr int patience = 5000; // ms
// What a click on the notification itself invokes.
const QString defaultAction = u"default"_s;

QDBusMessage call(const QString &method)
{
    return QDBusMessage::createMethodCall(service, path, service, method);
}

// Action ids and what stands on their buttons, by turns.
QStringList actionsOf(const News &news)
{
    QStringList actions{defaultAction, newsActionText(NewsAction::Show)};
    for (const NewsAction action : news.actions)
        actions.append({QString::number(int(action)), newsActionText(action)});
    return actions;
}

// A server that takes markup takes every text for markup.
QDBusMessage notification(const News &news, uint replaced, const QStringList &capabilities)
{
    const QString body = capabilities.contains(u"body-markup"_s) ? news.text.toHtmlEscaped() : news.text;
    const QStringList actions = capabilities.contains(u"actions"_s) ? actionsOf(news) : QStringList();
    constexpr uchar normal = 1;
    const QVariantMap hints{{u"desktop-entry"_s, u"io.github.berth.Berth"_s},
                            {u"urgency"_s, QVariant::fromValue(normal)}};
    constexpr int asItLikes = -1;
    QDBusMessage message = call(u"Notify"_s);
    message << u"Berth"_s << replaced << u"io.github.berth.Berth"_s << news.title << body << actions << hints
            << asItLikes;
    return message;
}

} // namespace

NewsBus::NewsBus(QObject *parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    // From whoever sends them: on this bus everybody is the user, and an id that is not ours is dropped.
    bus.connect({}, path, service, u"ActionInvoked"_s, this, SLOT(onActionInvoked(uint, QString)));
    bus.connect({}, path, service, u"NotificationClosed"_s, this, SLOT(onClosed(uint, uint)));
}

NewsBus::~NewsBus()
{
    for (auto shown = m_shown.cbegin(); shown != m_shown.cend(); ++shown)
        close(shown.key());
}

void NewsBus::show(const News &news)
{
    if (QDBusConnection::sessionBus().isConnected())
        whenAnswered(call(u"GetCapabilities"_s), &NewsBus::onCapabilities, news);
    else
        Q_EMIT refused(news);
}

void NewsBus::withdraw(News::Kind kind)
{
    m_shown.removeIf([this, kind](const auto &shown) {
        if (shown.value().kind == kind)
            close(shown.key());
        return shown.value().kind == kind;
    });
}

void NewsBus::onActionInvoked(uint id, const QString &action)
{
    if (!m_shown.contains(id))
        return;
    const News news = m_shown.value(id); // whoever acts on it may have it withdrawn
    if (action == defaultAction)
        return acted(news, NewsAction::Show);
    for (const NewsAction known : news.actions) {
        if (action == QString::number(int(known)))
            return acted(news, known);
    }
}

void NewsBus::onClosed(uint id, uint)
{
    m_shown.remove(id);
}

void NewsBus::onCapabilities(const News &news, QDBusPendingCallWatcher &answer)
{
    const QDBusPendingReply<QStringList> capabilities = answer;
    if (capabilities.isError())
        Q_EMIT refused(news);
    else
        whenAnswered(notification(news, shownLike(news), capabilities.value()), &NewsBus::onShown, news);
}

void NewsBus::onShown(const News &news, QDBusPendingCallWatcher &answer)
{
    const QDBusPendingReply<uint> id = answer;
    if (id.isError())
        Q_EMIT refused(news);
    else
        m_shown.insert(id.value(), news);
}

void NewsBus::whenAnswered(const QDBusMessage &question,
                           void (NewsBus::*then)(const News &news, QDBusPendingCallWatcher &answer),
                           const News &news)
{
    const auto pending = QDBusConnection::sessionBus().asyncCall(question, patience);
    auto *const answer = new QDBusPendingCallWatcher(pending, this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, then, news] {
        answer->deleteLater();
        (this->*then)(news, *answer);
    });
}

// What it takes the place of: the last word about the same thing. 0 where there is none.
uint NewsBus::shownLike(const News &news) const
{
    const auto found = std::ranges::find_if(
        m_shown, [&news](const News &other) { return other.kind == news.kind && other.key == news.key; });
    return found == m_shown.cend() ? 0 : found.key();
}

void NewsBus::close(uint id)
{
    QDBusConnection::sessionBus().send(call(u"CloseNotification"_s) << id);
}

} // namespace ui
