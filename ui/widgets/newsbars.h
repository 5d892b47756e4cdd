// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "ui/presentation/news.h"

#include <QWidget>

namespace ui {

class NewsBar;

// The bars between the engine's health and the dev servers: what was left behind, for as long as there is
// something, and the last piece of news that no notification could tell. Without either it takes no room.
class NewsBars final : public QWidget
{
    Q_OBJECT

public:
    explicit NewsBars(core::Servers &servers, QWidget *parent = nullptr);

    void tell(const News &news);

Q_SIGNALS:
    void acted(const ui::News &news, ui::NewsAction action);

private:
    void showOrphans();
    void show(NewsBar *&bar, const QString &name, const News &news);

    core::Servers &m_servers;
    NewsBar *m_orphans = nullptr; // each is made when it is first needed
    NewsBar *m_note = nullptr;    // about Berth itself
    NewsBar *m_told = nullptr;
};

} // namespace ui
