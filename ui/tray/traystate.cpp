// SPDX-License-Identifier: MIT
#include "ui/tray/traystate.h"

#include "core/monitor/monitor.h"
#include "ui/presentation/orphans.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Tray)
};

bool comesOrGoes(const core::Server &server)
{
    switch (server.state) {
    case core::ServerState::Preparing:
    case core::ServerState::Starting:
    case core::ServerState::Announced:
        return server.isOurs;
    case core::ServerState::Stopping:
        return true;
    case core::ServerState::Ready:
    case core::ServerState::Running:
    case core::ServerState::Paused:
    case core::ServerState::Created:
    case core::ServerState::Exited:
    case core::ServerState::Failed:
    case core::ServerState::Stopped:
        return false;
    }
    Q_UNREACHABLE();
}

bool runs(const core::Server &server)
{
    return server.isAlive() && server.state != core::ServerState::Exited
        && server.state != core::ServerState::Created;
}

QString runningSentence(int count)
{
    if (count == 0)
        return {};
    return count == 1 ? Text::tr("A dev server runs.") : Text::tr("%n dev servers run.", nullptr, count);
}

} // namespace

EngineWord engineWord(const core::Monitor &monitor, const EngineWord &before)
{
    const QString &context = monitor.requestedContext();
    if (monitor.isChecking())
        return before.context == context ? before : EngineWord{.context = context};
    const HealthText text = presentHealth(monitor.measurement(), QDateTime::currentDateTimeUtc());
    return {.context = context, .mood = text.mood, .headline = text.headline};
}

TrayState trayState(const EngineWord &engine, bool isChecking, const QList<core::Server> &servers)
{
    const int orphans = int(std::ranges::count_if(servers, &core::isOrphan));
    const auto with = [orphans](TraySign sign) { return TrayState{.sign = sign, .orphans = orphans}; };
    if (engine.mood == Mood::Trouble)
        return with(TraySign::Trouble);
    if (engine.mood == Mood::Unknown)
        return with(TraySign::Unknown);
    if (orphans > 0)
        return with(TraySign::Orphans);
    if (engine.mood == Mood::Attention)
        return with(TraySign::Attention);
    const bool busy =
        isChecking || engine.mood == Mood::Measuring || std::ranges::any_of(servers, &comesOrGoes);
    return with(busy ? TraySign::Busy : TraySign::Fine);
}

QString trayToolTip(const EngineWord &engine, const QList<core::Server> &servers)
{
    const int orphans = int(std::ranges::count_if(servers, &core::isOrphan));
    QStringList lines{engine.headline.isEmpty() ? Text::tr("Berth: checking Docker…")
                                                : Text::tr("Berth: %1").arg(engine.headline),
                      runningSentence(int(std::ranges::count_if(servers, &runs))),
                      orphans == 0 ? QString() : orphansTitle(orphans) + u'.'};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace ui
