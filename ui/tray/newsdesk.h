// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"
#include "ui/presentation/news.h"

#include <QHash>
#include <QSet>

#include <optional>

namespace ui {

// How much of Berth is seen: whoever looks at the window needs no notification.
enum class View { Hidden, Shown, Active };

// What is the case now.
struct Situation
{
    // The engine as it is judged, absent while it is not or is checked once more.
    std::optional<HealthText> health;
    QString context; // that `health` is about
    QList<core::Server> servers;
    View view = View::Hidden;
};

// What was the case, so that nothing is told twice, and nothing at all that was so when Berth started but for
// what was left behind.
struct Known
{
    struct Server
    {
        QString id; // another container is another server
        bool ready = false;
        bool failed = false;

        bool operator==(const Server &) const = default;
    };

    std::optional<QString> headline; // of the context
    QString context;
    QHash<core::ServerKey, Server> servers;
    QSet<QString> orphans; // ids

    bool operator==(const Known &) const = default;
};

// What is new, and takes it down in `known`.
QList<News> newsOf(const Situation &situation, Known &known);

} // namespace ui
