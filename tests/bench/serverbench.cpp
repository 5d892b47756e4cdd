// SPDX-License-Identifier: MIT
#include "tests/bench/serverbench.h"

#include "app/finish.h"
#include "core/monitor/serverlist.h"
#include "tests/bench/child.h"
#include "tests/bench/memoryengine.h"
#include "tests/bench/stallmeter.h"
#include "ui/dialogs/serverform.h"
#include "ui/mainwindow.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr double turnLimitMs = 16;
constexpr double rowLimitMs = 30;
constexpr double launchLimitMs = 60;
constexpr int manyServers = 1000;
constexpr int fewServers = 20;
constexpr int rowsStarted = 50;
constexpr int launches = 20;

// The real window on an engine in memory.
class Scene final
{
public:
    Scene(int containers, int running)
        : engine(containers, running)
        , list({.payloads = std::make_shared<core::Payloads>(core::PayloadSources::standard({})),
                .stateFolder = folder.path(),
                .patience = 60s,
                .sentence = [](const core::ServerTrouble &) { return QString(); }})
        , monitor({.measure = [](const core::CheckRequest &, const std::stop_token &,
                                 const core::MeasurementReporter &) { return core::Measurement(); },
                   .listContexts = [](const std::stop_token &) { return QList<core::Context>(); },
                   .reach = {},
                   .servers = {}})
        , window(monitor, list, u"bench"_s)
    {
        window.resize(1280, 800);
        window.show();
        list.watch(engine.access());
        waitFor(500ms); // what the window still makes behind its first frame
    }

    bool takeList()
    {
        list.onConnected();
        return waitUntil([this] { return list.listing().state == core::Listing::State::Listed; }, 60s);
    }
    // Null where the window has no table yet.
    QAbstractItemView *table() const { return window.findChild<QAbstractItemView *>(u"serversTable"_s); }

    const QTemporaryDir folder;
    MemoryEngine engine;
    core::ServerList list;
    core::Monitor monitor;
    ui::MainWindow window;
};

int failed(const char *what)
{
    std::fprintf(stderr, "%s\n", what);
    return 1;
}

int runList()
{
    Scene scene(manyServers, manyServers);
    StallMeter meter;
    meter.begin();
    if (!scene.takeList() || !waitUntil([&] { return scene.list.servers().size() == manyServers; }, 60s))
        return failed("the servers were not listed");
    waitFor(1s); // what listing them leaves to do
    printFigure("listed", meter.longestMs());

    auto *const table = scene.table();
    auto *const filter = scene.window.findChild<QLineEdit *>(u"serverFilter"_s);
    if (table == nullptr || filter == nullptr || table->model()->rowCount() != manyServers)
        return failed("the window does not show the servers");
    waitFor(3s); // each is asked once whether it answers
    for (const QString &text : {u"7"_s, u"77"_s, u"777"_s, QString()}) {
        meter.begin();
        filter->setText(text);
        waitFor(400ms);
        printFigure("filtered", meter.longestMs());
    }
    int signalsOfChange = 0;
    QObject::connect(table->model(), &QAbstractItemModel::dataChanged, table, [&] { ++signalsOfChange; });
    QObject::connect(table->model(), &QAbstractItemModel::modelReset, table,
                     [&] { signalsOfChange += manyServers; });
    QObject::connect(table->model(), &QAbstractItemModel::layoutChanged, table,
                     [&] { signalsOfChange += manyServers; });
    meter.begin();
    scene.list.onEvent(scene.engine.event(manyServers / 2, u"pause"_s));
    waitFor(20ms);
    printFigure("changed", meter.longestMs());
    printFigure("signals", signalsOfChange);
    return 0;
}

// Sees when the table has painted itself.
class PaintWatch final : public QObject
{
public:
    explicit PaintWatch(QAbstractItemView *table)
        : m_viewport(table->viewport())
    {
        m_viewport->installEventFilter(this);
        connect(table->model(), &QAbstractItemModel::rowsInserted, this, [this] { m_isInserted = true; });
    }

    // Milliseconds from the line to the row on the screen.
    std::optional<double> measure(const std::function<void()> &tell)
    {
        m_isInserted = false;
        m_isPainted = false;
        QElapsedTimer timer;
        timer.start();
        tell();
        QEventLoop loop;
        connect(this, &QObject::objectNameChanged, &loop, &QEventLoop::quit);
        QTimer::singleShot(2s, &loop, &QEventLoop::quit);
        loop.exec();
        return m_isPainted ? std::optional(double(timer.nsecsElapsed()) / 1e6) : std::nullopt;
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched != m_viewport || event->type() != QEvent::Paint || !m_isInserted || m_isPainted)
            return false;
        m_isPainted = true;
        // Once the paint event that is about to be handled has been.
        QMetaObject::invokeMethod(
            this, [this] { setObjectName(QString::number(++m_count)); }, Qt::QueuedConnection);
        return false;
    }

private:
    QWidget *m_viewport;
    bool m_isInserted = false;
    bool m_isPainted = false;
    int m_count = 0;
};

int runRow()
{
    Scene scene(fewServers + rowsStarted, fewServers);
    if (!scene.takeList() || !waitUntil([&] { return scene.table() != nullptr; }, 10s))
        return failed("the servers were not listed");
    waitFor(2s);
    PaintWatch watch(scene.table());
    for (int i = fewServers; i < fewServers + rowsStarted; ++i) {
        const auto ms = watch.measure([&] { scene.list.onEvent(scene.engine.event(i, u"start"_s)); });
        if (!ms)
            return failed("the row was not painted");
        printFigure("row", *ms);
        waitFor(60ms);
        scene.list.onEvent(scene.engine.event(i, u"die"_s));
        scene.list.onEvent(scene.engine.event(i, u"destroy"_s));
        waitFor(60ms);
    }
    return 0;
}

// Milliseconds from the click to `docker run`.
std::optional<double> launchOnce(Scene &scene, const core::LaunchRequest &request)
{
    auto *const form = new ui::ServerForm(scene.list, request, &scene.window);
    form->show();
    auto *const start = form->findChild<QPushButton *>(u"formStart"_s);
    if (!waitUntil([start] { return start->isEnabled(); }, 10s))
        return std::nullopt;
    scene.engine.forgetRun();
    const auto clicked = std::chrono::steady_clock::now();
    start->click();
    if (!waitUntil([&scene] { return scene.engine.lastRun().has_value(); }, 10s))
        return std::nullopt;
    const std::chrono::duration<double, std::milli> taken = *scene.engine.lastRun() - clicked;
    waitFor(200ms);
    return taken.count();
}

int runLaunch()
{
    Scene scene(fewServers, fewServers);
    if (!scene.takeList())
        return failed("the servers were not listed");
    waitFor(2s);
    const QTemporaryDir project;
    for (int i = 0; i < launches; ++i) {
        const core::PortRange range;
        const auto ms = launchOnce(scene,
                                   {.container = {.folder = project.path(),
                                                  .image = u"node:22"_s,
                                                  .command = {u"npm"_s, u"start"_s}},
                                    .port = quint16(range.first + i)});
        if (!ms)
            return failed("the server was not launched");
        printFigure("launch", *ms);
    }
    return 0;
}

} // namespace

QList<Row> measureList(int times)
{
    QList<double> listed;
    QList<double> filtered;
    QList<double> changed;
    QList<double> signalsOfChange;
    for (int i = 0; i < times; ++i) {
        const Figures figures = figuresOfChild(u"list"_s);
        listed += figures.value(u"listed"_s);
        filtered += figures.value(u"filtered"_s);
        changed += figures.value(u"changed"_s);
        signalsOfChange += figures.value(u"signals"_s);
    }
    return {limited(u"1 000 dev servers listed: longest GUI turn"_s, u"ms"_s, listed, turnLimitMs),
            limited(u"1 000 dev servers filtered: longest GUI turn"_s, u"ms"_s, filtered, turnLimitMs),
            limited(u"one of 1 000 changes: longest GUI turn"_s, u"ms"_s, changed, turnLimitMs),
            limited(u"one of 1 000 changes: signals of the model"_s, u""_s, signalsOfChange, 1)};
}

QList<Row> measureRow()
{
    const QList<double> all = figuresOfChild(u"row"_s).value(u"row"_s);
    const QList<double> worst = all.isEmpty() ? all : QList{*std::ranges::max_element(all)};
    return {limited(u"start event to its row painted"_s, u"ms"_s, all, rowLimitMs),
            limited(u"the same, the worst one"_s, u"ms"_s, worst, rowLimitMs)};
}

QList<Row> measureLaunch()
{
    return {limited(u"click to docker run, its commands apart"_s, u"ms"_s,
                    figuresOfChild(u"launch"_s).value(u"launch"_s), launchLimitMs)};
}

std::optional<int> runServerChild(const QString &which, int argc, char *argv[])
{
    const QHash<QString, int (*)()> all{{u"list"_s, runList}, {u"row"_s, runRow}, {u"launch"_s, runLaunch}};
    if (!all.contains(which))
        return std::nullopt;
    QApplication application(argc, argv);
    const int exitCode = all.value(which)();
    app::finishBlockingWork(exitCode);
    return exitCode;
}

} // namespace bench
