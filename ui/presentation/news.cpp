// SPDX-License-Identifier: MIT
#include "ui/presentation/news.h"

#include "core/base/redaction.h"
#include "ui/presentation/orphans.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/servers.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::News)
};

constexpr qsizetype named = 5;

} // namespace

News verdictNews(const HealthText &health)
{
    return {.kind = News::Kind::Verdict,
            .mood = health.mood,
            .title = health.headline,
            .text = joinedSentences({health.cause, health.remedy}),
            .actions =
                health.mood == Mood::Fine ? QList<NewsAction>{} : QList<NewsAction>{NewsAction::Details}};
}

News readyNews(const core::Server &server)
{
    const bool canOpen = !server.address().isEmpty();
    return {.kind = News::Kind::Ready,
            .key = server.key,
            .mood = Mood::Fine,
            .title = Text::tr("%1 is ready").arg(serverTitle(server)),
            .text = canOpen ? Text::tr("It answers at %1.").arg(server.address()) : QString(),
            .actions = canOpen ? QList<NewsAction>{NewsAction::Open, NewsAction::ShowLog}
                               : QList<NewsAction>{NewsAction::ShowLog}};
}

News failedNews(const core::Server &server)
{
    return {.kind = News::Kind::Failed,
            .key = server.key,
            .mood = Mood::Trouble,
            .title = Text::tr("%1 has failed").arg(serverTitle(server)),
            .text = core::excerpt(serverExplanation(server)),
            .actions = {NewsAction::ShowLog}};
}

News orphanNews(const QList<core::Server> &orphans)
{
    QStringList names;
    for (const core::Server &orphan : orphans.first(std::min(named, orphans.size())))
        names.append(serverTitle(orphan));
    if (orphans.size() > named)
        names.append(Text::tr("and %n more", nullptr, int(orphans.size() - named)));
    return {.kind = News::Kind::Orphans,
            .mood = Mood::Attention,
            .title = orphansTitle(int(orphans.size())),
            .text = joinedSentences({names.join(u", "_s) % u'.',
                                     orphans.size() == 1 ? Text::tr("Remove it if nobody needs it.")
                                                         : Text::tr("Remove those that nobody needs.")}),
            .actions = {NewsAction::Review}};
}

QString newsActionText(NewsAction action)
{
    switch (action) {
    case NewsAction::Show:
        return Text::tr("Show Berth");
    case NewsAction::Open:
        return Text::tr("Open");
    case NewsAction::ShowLog:
        return Text::tr("Show log");
    case NewsAction::Review:
        return Text::tr("Review…");
    case NewsAction::Details:
        return Text::tr("Details");
    }
    Q_UNREACHABLE();
}

} // namespace ui
