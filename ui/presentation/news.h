// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "ui/presentation/health.h"

#include <QList>
#include <QString>

namespace ui {

enum class NewsAction { Show, Open, ShowLog, Review, Details };

// Something that happened while nobody may have looked.
struct News
{
    enum class Kind {
        Verdict, // the engine is judged otherwise
        Ready,
        Failed,
        Orphans,
        Note // about Berth itself; told in the window
    };

    Kind kind = Kind::Verdict;
    core::ServerKey key{}; // of the server that it is about
    Mood mood = Mood::Fine;
    QString title;
    QString text; // plain
    QList<NewsAction> actions;

    bool operator==(const News &) const = default;
};

News verdictNews(const HealthText &health);
News readyNews(const core::Server &server);
News failedNews(const core::Server &server);
News orphanNews(const QList<core::Server> &orphans);

// On its button.
QString newsActionText(NewsAction action);

} // namespace ui
