// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_history.h"

#include "core/history/history.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/historyentries.h"
#include "tests/ui/measuredengine.h"
#include "tests/ui/picture.h"
#include "ui/dialogs/historydialog.h"
#include "ui/mainwindow.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/timeline.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTreeView>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace screenshots {

namespace {

void fill(const QTemporaryDir &state)
{
    if (HistoryFile(state.path(), 5s).write(samples::day(QDateTime::currentDateTimeUtc())).trouble)
        qFatal("the history could not be written");
}

void shootDialog(const QTemporaryDir &state, const QString &words, const QString &file)
{
    History history(state.path());
    auto *const dialog = new ui::HistoryDialog(history);
    dialog->show();
    const auto *const notice = dialog->findChild<ui::Notice *>(u"historyNotice"_s);
    waitUntil([notice] { return notice->content().mood != ui::Mood::Measuring; }, u"the history"_s);
    dialog->findChild<QLineEdit *>(u"historyWords"_s)->setText(words);
    save(*dialog, file);
    dialog->close();
}

} // namespace

void shootHistory(const QDir &folder, const QString &suffix)
{
    const QTemporaryDir full;
    fill(full);
    shootDialog(full, {}, folder.filePath(u"history-full-%1.png"_s.arg(suffix)));
    shootDialog(full, u"nowhere"_s, folder.filePath(u"history-filtered-%1.png"_s.arg(suffix)));
    const QTemporaryDir empty;
    shootDialog(empty, {}, folder.filePath(u"history-empty-%1.png"_s.arg(suffix)));
    const QTemporaryDir failed;
    QDir(failed.path()).mkpath(u"history.sqlite"_s);
    shootDialog(failed, {}, folder.filePath(u"history-failed-%1.png"_s.arg(suffix)));
}

void shootTimeline(const QDir &folder, const QString &suffix)
{
    const QTemporaryDir state;
    fill(state);
    History history(state.path());
    Measurement measurement = samples::usable();
    measurement.engine.endpoint = u"unix:///var/run/docker.sock"_s;
    tests::MeasuredEngine engine;
    engine.answerWith({measurement});
    Monitor monitor(engine.sources());
    tests::FakeServers servers;
    servers.setListing({.state = Listing::State::Listed});
    ui::MainWindow window(monitor, servers, u"0.1.0"_s);
    window.setHistory(history);
    window.show();
    history.open();
    monitor.check();
    const auto *const timeline = window.findChild<ui::Timeline *>(u"timeline"_s);
    waitUntil([&] { return !monitor.isChecking() && !timeline->segments().isEmpty(); }, u"the timeline"_s);
    save(window, folder.filePath(u"timeline-%1.png"_s.arg(suffix)));
}

} // namespace screenshots
