// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/news.h"

#include <QHash>
#include <QObject>

class QDBusMessage;
class QDBusPendingCallWatcher;

namespace ui {

// The desktop's notifications (org.freedesktop.Notifications). What it cannot show comes back by `refused`.
class NewsBus final : public QObject
{
    Q_OBJECT

public:
    explicit NewsBus(QObject *parent = nullptr);
    ~NewsBus() override; // its notifications go: nobody would hear what is clicked on

    void show(const News &news);
    // Takes back what is still shown of a kind.
    void withdraw(News::Kind kind);

Q_SIGNALS:
    void acted(const ui::News &news, ui::NewsAction action);
    void refused(const ui::News &news);

private Q_SLOTS:
    void onActionInvoked(uint id, const QString &action);
    void onClosed(uint id, uint reason);

private:
    void onCapabilities(const News &news, QDBusPendingCallWatcher &answer);
    void onShown(const News &news, QDBusPendingCallWatcher &answer);
    void whenAnswered(const QDBusMessage &question,
                      void (NewsBus::*then)(const News &news, QDBusPendingCallWatcher &answer),
                      const News &news);
    uint shownLike(const News &news) const;
    void close(uint id);

    QHash<uint, News> m_shown; // by the id that the desktop gave
};

} // namespace ui
