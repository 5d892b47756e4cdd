// SPDX-License-Identifier: MIT
#include "ui/mainwindow.h"

#include "ui/actions/serveractions.h"
#include "ui/dialogs/closeguard.h"
#include "ui/dialogs/historydialog.h"
#include "ui/dialogs/reviewdialog.h"
#include "ui/dialogs/serverform.h"
#include "ui/dialogs/switchguard.h"
#include "ui/dialogs/trayquestion.h"
#include "ui/enginemenu.h"
#include "ui/presentation/facts.h"
#include "ui/presentation/history.h"
#include "ui/presentation/orphans.h"
#include "ui/presentation/report.h"
#include "ui/presentation/sentence.h"
#include "ui/timelinefeed.h"
#include "ui/widgets/copied.h"
#include "ui/widgets/detailspane.h"
#include "ui/widgets/headerarea.h"
#include "ui/widgets/healthheader.h"
#include "ui/widgets/newsbars.h"
#include "ui/widgets/rhythm.h"
#include "ui/widgets/serversarea.h"
#include "ui/widgets/timeline.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <numeric>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

// Details open by themselves only where this much is left for them.
constexpr int roomForDetails = 260;

QFrame *rule(QWidget *parent)
{
    auto *const line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace

MainWindow::MainWindow(core::Monitor &monitor, core::Servers &servers, QString version, QWidget *parent)
    : QMainWindow(parent)
    , m_monitor(monitor)
    , m_servers(servers)
    , m_version(std::move(version))
    , m_engines(new EngineMenu(monitor, this))
    , m_header(new HealthHeader(m_engines))
    , m_detailsAction(new QAction(tr("De&tails"), this))
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_actions(new ServerActions(servers, this))
    , m_guard(new CloseGuard(servers, this))
    , m_switchGuard(new SwitchGuard(monitor, servers, this))
    , m_bars(new NewsBars(servers, this))
    , m_reviewAction(new QAction(tr("Re&view what was left behind…"), this))
    , m_timeline(new Timeline(this))
    , m_historyAction(new QAction(tr("&History…"), this))
{
    setWindowTitle(tr("Berth"));
    resize(960, 640);
    makeMenus();
    m_timeline->hide(); // until there is a history

    auto *const central = new QWidget(this);
    auto *const column = new QVBoxLayout(central);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto *const area = new HeaderArea(m_header, central);
    area->setObjectName(u"headerArea"_s);
    column->addWidget(area);
    column->addWidget(m_timeline);
    column->addWidget(rule(central));
    column->addWidget(makeDetailsBar());
    column->addWidget(m_bars);
    column->addWidget(m_middle, 1);
    setCentralWidget(central);
    makeServers();

    m_ageTimer.setSingleShot(true);
    m_ageTimer.setTimerType(Qt::VeryCoarseTimer);
    m_ageTimer.setInterval(1min);
    connect(&m_ageTimer, &QTimer::timeout, this, &MainWindow::showAge);
    connect(m_header, &HealthHeader::checkWanted, &monitor, &core::Monitor::check);
    connect(m_header, &HealthHeader::factActivated, this, &MainWindow::showStepOfFact);
    connect(&monitor, &core::Monitor::measurementChanged, this, &MainWindow::showMeasurement);
    connect(&monitor, &core::Monitor::contextsChanged, this, &MainWindow::showPlace);
    showMeasurement();
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    showAge();
    openDetailsWhereNeeded();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    m_ageTimer.stop();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_hidesOnClose && !m_isQuitting && !m_guard->isClosing()) {
        event->ignore();
        hideInTray();
        return;
    }
    const bool closes = m_guard->mayClose();
    event->setAccepted(closes);
    if (closes)
        Q_EMIT closed();
}

void MainWindow::chooseContext(const QString &name)
{
    m_switchGuard->choose(name);
}

void MainWindow::setOnQuit(core::OnQuit onQuit)
{
    m_guard->setOnQuit(onQuit);
}

void MainWindow::quit()
{
    m_isQuitting = true;
    close();
    m_isQuitting = false;
}

void MainWindow::closeAnyway()
{
    m_guard->closeAnyway();
}

// The first time it is said where the window has gone.
void MainWindow::hideInTray()
{
    if (m_isTrayKnown) {
        hide();
        Q_EMIT hidden();
        return;
    }
    auto *const question = new TrayQuestion(this);
    connect(question, &TrayQuestion::hideWanted, this, [this] {
        m_isTrayKnown = true;
        close();
    });
    connect(question, &TrayQuestion::quitWanted, this, &MainWindow::quit);
    question->open();
}

WindowState MainWindow::state() const
{
    const QList<int> sizes = m_middle->sizes();
    const int height = std::accumulate(sizes.begin(), sizes.end(), 0);
    const bool hasDetails = m_details != nullptr && m_details->isVisibleTo(this) && m_area->isVisibleTo(this);
    return {.geometry = saveGeometry(),
            .logShare = m_area->logShare(),
            .detailsShare = hasDetails && height > 0 ? 100 * sizes.front() / height : m_restored.detailsShare,
            .columns = m_area->columns(),
            .log = m_area->logSettings(),
            .isTrayKnown = m_isTrayKnown,
            .isTraylessKnown = m_isTraylessKnown};
}

void MainWindow::restore(const WindowState &state)
{
    m_restored = state;
    m_isTrayKnown = state.isTrayKnown;
    m_isTraylessKnown = state.isTraylessKnown;
    restoreGeometry(state.geometry);
    m_area->setLogShare(state.logShare);
    m_area->setColumns(state.columns);
    m_area->setLogSettings(state.log);
}

void MainWindow::setLogSettings(const core::LogSettings &settings)
{
    m_area->setLogSettings(settings);
}

void MainWindow::comeForward()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::newServer()
{
    comeForward();
    openForm(m_defaults);
}

// Another's server is not stopped without a question.
void MainWindow::stopServer(core::ServerKey key)
{
    const core::Server *const server = m_servers.find(key);
    if (server != nullptr && !server->isOurs)
        comeForward();
    m_actions->apply(Remedy::Kind::Stop, key);
}

void MainWindow::review()
{
    comeForward();
    if (m_review == nullptr) {
        m_review = new ReviewDialog(m_servers, {}, this);
        m_review->show();
    }
    m_review->raise();
    m_review->activateWindow();
}

void MainWindow::act(const News &news, NewsAction action)
{
    const core::Server *const server = m_servers.find(news.key);
    switch (action) {
    case NewsAction::Show:
        comeForward();
        return m_area->select(news.key);
    case NewsAction::Open:
        if (server != nullptr && server->canBeOpened())
            Q_EMIT openWanted(server->address());
        return;
    case NewsAction::ShowLog:
        comeForward();
        m_area->select(news.key);
        return m_area->showLog(news.key);
    case NewsAction::Review:
        return review();
    case NewsAction::Details:
        comeForward();
        m_detailsChosen = true;
        return m_detailsAction->setChecked(true);
    }
    Q_UNREACHABLE();
}

void MainWindow::tell(const News &news)
{
    m_bars->tell(news);
}

void MainWindow::makeMenus()
{
    QMenu *const berth = menuBar()->addMenu(tr("&Berth"));
    QAction *const check = berth->addAction(tr("Check &again"), &m_monitor, &core::Monitor::check);
    check->setObjectName(u"checkAction"_s);
    check->setShortcuts({QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)});
    QAction *const report = berth->addAction(tr("Copy &report"), this, &MainWindow::copyReport);
    report->setObjectName(u"reportAction"_s);
    report->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    berth->addSeparator();
    QAction *const settings = berth->addAction(tr("&Settings…"), this, &MainWindow::settingsWanted);
    settings->setObjectName(u"settingsAction"_s);
    settings->setShortcut(Qt::CTRL | Qt::Key_Comma);
    settings->setMenuRole(QAction::PreferencesRole);
    QAction *const quit = berth->addAction(tr("&Quit"), this, &MainWindow::quit);
    quit->setObjectName(u"quitAction"_s);
    quit->setShortcut(Qt::CTRL | Qt::Key_Q);
    quit->setMenuRole(QAction::QuitRole);

    QMenu *const servers = menuBar()->addMenu(tr("&Servers"));
    servers->setObjectName(u"serversMenu"_s);
    servers->addAction(m_actions->newServer());
    servers->addSeparator();
    m_actions->addRowActions(*servers);
    servers->addSeparator();
    servers->addAction(m_reviewAction);
    m_reviewAction->setObjectName(u"reviewAction"_s);
    m_reviewAction->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete);
    connect(m_reviewAction, &QAction::triggered, this, &MainWindow::review);

    QMenu *const view = menuBar()->addMenu(tr("&View"));
    view->addAction(m_detailsAction);
    m_detailsAction->setObjectName(u"detailsAction"_s);
    m_detailsAction->setCheckable(true);
    m_detailsAction->setShortcut(Qt::CTRL | Qt::Key_D);
    connect(m_detailsAction, &QAction::toggled, this, &MainWindow::setDetailsOpen);
    view->addAction(m_historyAction);
    m_historyAction->setObjectName(u"historyAction"_s);
    m_historyAction->setShortcut(Qt::CTRL | Qt::Key_H);
    m_historyAction->setVisible(false);
    connect(m_historyAction, &QAction::triggered, this, &MainWindow::showHistory);
    connect(m_detailsAction, &QAction::triggered, this, [this] { m_detailsChosen = true; });

    menuBar()->addMenu(m_engines);
    connect(m_engines, &EngineMenu::chosen, this, &MainWindow::chooseContext);
    QMenu *const help = menuBar()->addMenu(tr("&Help"));
    QAction *const about = help->addAction(tr("&About Berth"), this, &MainWindow::showAbout);
    about->setObjectName(u"aboutAction"_s);
    about->setMenuRole(QAction::AboutRole);
}

QWidget *MainWindow::makeDetailsBar()
{
    auto *const bar = new QWidget(this);
    m_detailsButton = new QToolButton(bar);
    m_detailsButton->setObjectName(u"detailsButton"_s);
    m_detailsButton->setText(tr("De&tails"));
    m_detailsButton->setAutoRaise(true);
    m_detailsButton->setArrowType(Qt::RightArrow);
    m_detailsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_detailsButton->setFocusPolicy(Qt::StrongFocus);
    connect(m_detailsButton, &QToolButton::clicked, m_detailsAction, &QAction::trigger);
    m_reportButton = new QPushButton(tr("Copy &report"), bar);
    m_reportButton->setObjectName(u"copyReport"_s);
    m_reportButton->setToolTip(tr("Copy a report without secrets, to paste into a bug report"));
    m_reportButton->setAutoDefault(false);
    connect(m_reportButton, &QPushButton::clicked, this, &MainWindow::copyReport);

    auto *const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm / 2);
    layout->addWidget(m_detailsButton);
    layout->addStretch();
    layout->addWidget(m_reportButton);
    return bar;
}

void MainWindow::makeServers()
{
    m_middle->setObjectName(u"middle"_s);
    m_middle->setChildrenCollapsible(false);
    m_area = new ServersArea(m_servers, *m_actions, m_middle);
    connect(m_actions, &ServerActions::newWanted, this, [this] { openForm(m_defaults); });
    connect(m_actions, &ServerActions::editWanted, this, &MainWindow::openForm);
    connect(m_actions, &ServerActions::openWanted, this, &MainWindow::openWanted);
    connect(m_actions, &ServerActions::logWanted, m_area, &ServersArea::showLog);
    connect(&m_servers, &core::Servers::inserted, this, &MainWindow::showServers);
    connect(&m_servers, &core::Servers::removed, this, &MainWindow::showServers);
    connect(m_bars, &NewsBars::acted, this, &MainWindow::act);
    connect(&m_servers, &core::Servers::inserted, this, &MainWindow::enableReview);
    connect(&m_servers, &core::Servers::changed, this, &MainWindow::enableReview);
    connect(&m_servers, &core::Servers::removed, this, &MainWindow::enableReview);
    enableReview();
}

void MainWindow::showMeasurement()
{
    const core::Measurement &current = m_monitor.measurement();
    if (!m_monitor.isChecking())
        m_lastFinishedContext = m_monitor.requestedContext();
    m_header->setHealth(presentRecheck(current, lastOfThisEngine(), QDateTime::currentDateTimeUtc()));
    showServers();
    m_reportButton->setEnabled(!reportable().steps.isEmpty());
    if (m_details != nullptr)
        m_details->setMeasurement(current);
    showPlace();
    showAge();
    openDetailsWhereNeeded();
}

void MainWindow::showAge()
{
    const core::Measurement &current = m_monitor.measurement();
    const core::Measurement last = lastOfThisEngine();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QStringList parts{presentEngine(judgedEngine()),
                      isRecheck(current, last) ? presentCheckedBefore(last, now)
                                               : presentChecked(current, now),
                      presentNextCheck(m_monitor.nextCheckAt())};
    // Where the line breaks, it breaks between its parts.
    parts.replaceInStrings(u" "_s, QString(QChar::Nbsp));
    m_header->setSubline(joinedLine(parts));
    if (isVisible())
        m_ageTimer.start();
}

void MainWindow::showPlace()
{
    QString place = presentPlace(judgedEngine());
    for (const core::Context &context : m_monitor.contexts()) {
        if (place.isEmpty() && context.name == m_monitor.requestedContext())
            place = presentPlace({.context = context.name, .endpoint = context.endpoint});
    }
    if (place.isEmpty())
        place = m_monitor.isChecking() ? tr("choosing…") : tr("none known");
    m_header->setPlace(place);
    if (m_timelineFeed != nullptr)
        m_timelineFeed->setEndpoint(judgedEngine().endpoint);
}

void MainWindow::setHistory(core::History &history)
{
    m_history = &history;
    m_timelineFeed = new TimelineFeed(history, *m_timeline, this);
    m_timeline->show();
    m_historyAction->setVisible(true);
    connect(m_timeline, &Timeline::clicked, this, &MainWindow::showHistory);
    const auto note = [this](const QString &title, const QString &text) {
        tell({.kind = News::Kind::Note, .mood = Mood::Attention, .title = title, .text = text});
    };
    connect(&history, &core::History::wasSetAside, this, [this, note] {
        note(tr("The history was damaged"), historySetAsideSentence(m_history->setAside()));
    });
    connect(&history, &core::History::troubleChanged, this, [this, note] {
        if (const auto &trouble = m_history->trouble())
            note(tr("The history is not written"), historyTroubleSentence(*trouble));
    });
    showPlace();
}

void MainWindow::showHistory()
{
    if (m_historyDialog == nullptr)
        m_historyDialog = new HistoryDialog(*m_history, this);
    m_historyDialog->show();
    m_historyDialog->raise();
    m_historyDialog->activateWindow();
}

// Where no container runs there is nothing to start, and what is wrong takes the room.
void MainWindow::showServers()
{
    const core::Measurement &current = m_monitor.measurement();
    const core::Measurement last = lastOfThisEngine();
    const core::Verdict &verdict =
        std::holds_alternative<core::NotMeasured>(current.verdict) ? last.verdict : current.verdict;
    const bool runsNothing =
        std::holds_alternative<core::Unusable>(verdict) || std::holds_alternative<core::Unknown>(verdict);
    m_area->setVisible(!runsNothing || !m_servers.servers().isEmpty());
    m_area->setNote(presentCalm(isRecheck(current, last) ? last : current));
}

void MainWindow::enableReview()
{
    m_reviewAction->setEnabled(!orphansOf(m_servers.servers()).isEmpty());
}

void MainWindow::openForm(const core::LaunchRequest &request)
{
    auto *const form = new ServerForm(m_servers, request, this);
    connect(form, &ServerForm::launched, m_area, &ServersArea::select);
    form->show();
}

void MainWindow::setDetailsOpen(bool open)
{
    if (open && m_details == nullptr) {
        m_details = new DetailsPane(m_middle);
        m_details->setMeasurement(m_monitor.measurement());
        m_middle->insertWidget(0, m_details);
        const int height = m_middle->height() * m_restored.detailsShare / 100;
        if (height > 0)
            m_middle->setSizes({height, m_middle->height() - height});
    }
    m_detailsButton->setAccessibleDescription(open ? tr("Shown") : tr("Hidden"));
    m_detailsButton->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    if (m_details != nullptr)
        m_details->setVisible(open);
}

void MainWindow::openDetailsWhereNeeded()
{
    if (m_detailsChosen || !isVisible() || m_monitor.isChecking() || m_monitor.measurement().steps.isEmpty())
        return;
    const int left = centralWidget()->height() - m_header->heightForWidth(width());
    m_detailsAction->setChecked(left >= roomForDetails && m_area->isHidden());
}

void MainWindow::showStepOfFact(int index)
{
    m_detailsChosen = true;
    m_detailsAction->setChecked(true);
    m_details->showStep(stepBehindFact(index));
}

void MainWindow::copyReport()
{
    copyAndSay(markdownReport(reportable(), m_version, QSysInfo::prettyProductName()), *m_reportButton);
}

void MainWindow::showAbout()
{
    auto *const about = new QMessageBox(this);
    about->setObjectName(u"about"_s);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setWindowTitle(tr("About Berth"));
    about->setTextFormat(Qt::PlainText);
    about->setText(tr("Berth %1").arg(m_version));
    about->setInformativeText(
        tr("Berth tells whether this machine's Docker can run containers, by running one, and looks "
           "after the dev servers that run in them.\n\n"
           "In a terminal, \"berth check\" and \"berth ls\" do the same."));
    about->open();
}

// The last check that ended, where it was about the engine that is judged now; else one that measured
// nothing.
core::Measurement MainWindow::lastOfThisEngine() const
{
    return m_lastFinishedContext == m_monitor.requestedContext() ? m_monitor.lastFinished()
                                                                 : core::Measurement{};
}

// A check that has just begun does not know its engine yet; the last one of the same engine does.
core::EngineFacts MainWindow::judgedEngine() const
{
    const core::EngineFacts &current = m_monitor.measurement().engine;
    return m_monitor.isChecking() && current.context.isEmpty() ? lastOfThisEngine().engine : current;
}

// The check that a report is about: the one under way has little to tell while there is an older one.
core::Measurement MainWindow::reportable() const
{
    const core::Measurement last = lastOfThisEngine();
    return m_monitor.isChecking() && last.startedAt.isValid() ? last : m_monitor.measurement();
}

} // namespace ui
