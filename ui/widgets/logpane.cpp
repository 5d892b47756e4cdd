// SPDX-License-Identifier: MIT
#include "ui/widgets/logpane.h"

#include "core/base/files.h"
#include "ui/plaintext.h"
#include "ui/presentation/log.h"
#include "ui/presentation/sentence.h"
#include "ui/widgets/logsearchbar.h"
#include "ui/widgets/logview.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// Writes all or nothing; returns the sentence that says how it went.
QString writeLog(const QString &name, const QByteArray &contents)
{
    const auto error = core::saveFile(name, contents, {});
    return error ? logNotSaved(name, error->detail) : logSaved(name);
}

QString fileNameFor(const QString &title)
{
    static const QRegularExpression odd(u"[^A-Za-z0-9._-]+"_s);
    QString name = title;
    name.replace(odd, u"-"_s);
    while (name.startsWith(u'-') || name.startsWith(u'.'))
        name.remove(0, 1);
    return (name.isEmpty() ? u"server"_s : name.left(80)) % u".log"_s;
}

} // namespace

LogPane::LogPane(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_tools(new QToolBar(this))
    , m_searchBar(new LogSearchBar(this))
    , m_view(new LogView(this))
    , m_note(new MutedLabel(this))
    , m_search(new LogSearch(this))
{
    setObjectName(u"logPane"_s);
    makeActions();
    m_searchBar->hide();
    m_note->setObjectName(u"logNote"_s);
    m_note->setWordWrap(true);
    makeSelectable(*m_note);
    m_note->hide();

    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm);
    layout->setSpacing(rhythm / 2);
    layout->addWidget(makeHead());
    layout->addWidget(m_searchBar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_note);

    connect(m_view, &LogView::refreshed, this, &LogPane::onRefreshed);
    connect(m_view, &LogView::followingChanged, m_follow, &QAction::setChecked);
    connect(m_view, &LogView::selectionChanged, this, [this] { m_copy->setEnabled(m_view->hasSelection()); });
    connect(m_searchBar, &LogSearchBar::queryChanged, this, &LogPane::takeQuery);
    connect(m_searchBar, &LogSearchBar::nextWanted, this, &LogPane::goToNext);
    connect(m_searchBar, &LogSearchBar::previousWanted, this, &LogPane::goToPrevious);
    connect(m_searchBar, &LogSearchBar::closed, this, &LogPane::closeSearch);
    connect(m_search, &LogSearch::changed, this, &LogPane::onFound);
    showLog({}, nullptr);
}

void LogPane::showLog(const QString &title, std::shared_ptr<core::ServerLog> log)
{
    m_name = log != nullptr ? logTitle(title, log->source()) : title;
    showTitle();
    for (QAction *const action : {m_find, m_follow, m_pause, m_clear, m_save})
        action->setEnabled(log != nullptr);
    if (log == m_log && log != nullptr)
        return;
    m_log = std::move(log);
    m_saved.clear();
    m_pause->setChecked(false);
    m_view->setLog(m_log);
    m_search->setLog(m_log);
    takeQuery();
}

void LogPane::startSearch()
{
    if (m_log == nullptr)
        return;
    m_searchBar->show();
    m_searchBar->takeFocus();
    m_find->setChecked(true);
    takeQuery();
}

core::LogSettings LogPane::settings() const
{
    return {.wrap = m_wrap->isChecked(), .timestamps = m_times->isChecked()};
}

void LogPane::setSettings(const core::LogSettings &settings)
{
    m_wrap->setChecked(settings.wrap);
    m_times->setChecked(settings.timestamps);
}

bool LogPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_title && event->type() == QEvent::Resize)
        showTitle();
    return QWidget::eventFilter(watched, event);
}

void LogPane::makeActions()
{
    m_find = addAction(tr("Find"), u"logFind"_s);
    m_find->setCheckable(true);
    m_find->setShortcut(QKeySequence::Find);
    m_follow = addAction(tr("Follow"), u"logFollow"_s);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Keep the newest lines in view (End)"));
    m_pause = addAction(tr("Pause"), u"logPause"_s);
    m_pause->setCheckable(true);
    m_pause->setToolTip(tr("Hold the view still while lines come"));
    m_wrap = addAction(tr("Wrap"), u"logWrap"_s);
    m_wrap->setCheckable(true);
    m_wrap->setToolTip(tr("Break long lines at the edge"));
    m_times = addAction(tr("Times"), u"logTimestamps"_s);
    m_times->setCheckable(true);
    m_times->setToolTip(tr("Show when each line came"));
    m_clear = addAction(tr("Clear"), u"logClear"_s);
    m_clear->setToolTip(tr("Hide the lines that are there; they are still saved"));
    m_save = addAction(tr("Save…"), u"logSave"_s);
    m_save->setToolTip(tr("Save everything the log still has, as it came"));
    m_close = addAction(tr("Close"), u"logClose"_s);
    m_close->setToolTip(tr("Close the log"));
    m_copy = new QAction(tr("Copy"), this);
    m_copy->setObjectName(u"logCopy"_s);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_copy->setEnabled(false);
    auto *const all = new QAction(tr("Select all"), this);
    all->setObjectName(u"logSelectAll"_s);
    all->setShortcut(QKeySequence::SelectAll);
    all->setShortcutContext(Qt::WidgetShortcut);
    m_view->addActions({m_copy, all, m_save});
    auto *const next = new QAction(tr("Next match"), this);
    next->setShortcut(Qt::Key_F3);
    auto *const previous = new QAction(tr("Previous match"), this);
    previous->setShortcut(Qt::SHIFT | Qt::Key_F3);
    for (QAction *const action : {m_find, next, previous}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QWidget::addAction(action);
    }

    connect(m_find, &QAction::triggered, this, &LogPane::startSearch);
    connect(m_follow, &QAction::triggered, m_view, &LogView::setFollowing);
    connect(m_pause, &QAction::toggled, m_view, &LogView::setPaused);
    connect(m_wrap, &QAction::toggled, m_view, &LogView::setWrapping);
    connect(m_times, &QAction::toggled, m_view, &LogView::setTimesShown);
    connect(m_clear, &QAction::triggered, this, [this] {
        m_pause->setChecked(false);
        m_view->clear();
    });
    connect(m_save, &QAction::triggered, this, &LogPane::chooseFile);
    connect(m_close, &QAction::triggered, this, &LogPane::closed);
    connect(m_copy, &QAction::triggered, m_view, &LogView::copy);
    connect(all, &QAction::triggered, m_view, &LogView::selectAll);
    connect(next, &QAction::triggered, this, &LogPane::goToNext);
    connect(previous, &QAction::triggered, this, &LogPane::goToPrevious);
}

QAction *LogPane::addAction(const QString &text, const QString &name)
{
    auto *const action = new QAction(text, this);
    action->setObjectName(name);
    m_tools->addAction(action);
    // A tool bar gives its buttons no place in the tab order.
    m_tools->widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
    m_tools->widgetForAction(action)->setObjectName(name % u"Button"_s);
    return action;
}

QWidget *LogPane::makeHead()
{
    auto *const head = new QWidget(this);
    m_title->setObjectName(u"logTitle"_s);
    m_title->setTextFormat(Qt::PlainText);
    m_title->installEventFilter(this);
    QFont font = m_title->font();
    font.setBold(true);
    m_title->setFont(font);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_title->setMinimumWidth(8 * m_title->fontMetrics().averageCharWidth());
    m_tools->setObjectName(u"logTools"_s);
    m_tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto *const row = new QHBoxLayout(head);
    row->setContentsMargins({});
    row->addWidget(m_title, 1);
    row->addWidget(m_tools);
    return head;
}

void LogPane::closeSearch()
{
    m_searchBar->hide();
    m_find->setChecked(false);
    m_view->setFocus(Qt::OtherFocusReason);
    takeQuery();
}

void LogPane::takeQuery()
{
    const bool isOpen = !m_searchBar->isHidden();
    const LogPattern pattern(isOpen ? m_searchBar->query() : LogQuery());
    m_isBroken = !pattern.trouble().isEmpty();
    if (m_isBroken) {
        // What was found with the last expression that could be read stays.
        m_searchBar->showTrouble(patternTrouble(pattern.trouble()));
        return;
    }
    m_match.reset();
    m_seekFrom = m_view->topLine();
    m_view->setPattern(pattern);
    m_search->setRange(m_view->lines().begin(), m_view->lines().end());
    m_search->setPattern(pattern);
}

void LogPane::onRefreshed()
{
    const LogLines &lines = m_view->lines();
    m_search->setRange(lines.begin(), lines.end());
    m_pause->setText(lines.isPaused() ? resumeLabel(lines.newLines()) : tr("Pause"));
    showNote();
}

void LogPane::onFound()
{
    if (m_search->pattern().isEmpty()) {
        m_searchBar->showCount({}, false);
        return;
    }
    if (m_match && m_match->line < m_view->lines().begin()) {
        m_match.reset();
        m_view->clearCurrentMatch();
    }
    if (m_seekFrom) {
        auto first = m_search->firstFrom(*m_seekFrom);
        if (!first && m_search->isComplete())
            first = m_search->last();
        if (first)
            goTo(first);
        else if (m_search->isComplete())
            m_seekFrom.reset();
    }
    if (!m_isBroken) {
        const qint64 ordinal = m_match ? m_search->ordinal(*m_match) : 0;
        m_searchBar->showCount(matchCount(ordinal, m_search->count(), m_search->isComplete()),
                               m_search->count() > 0);
    }
}

void LogPane::goToNext()
{
    auto next = m_match ? m_search->after(*m_match) : m_search->firstFrom(m_view->topLine());
    if (!next)
        next = m_search->firstFrom(m_view->lines().begin()); // around the end
    goTo(next);
    onFound();
}

void LogPane::goToPrevious()
{
    goTo(m_match ? m_search->before(*m_match) : m_search->last());
    onFound();
}

void LogPane::goTo(const std::optional<LogMatch> &match)
{
    const auto span = match ? m_search->span(*match) : std::nullopt;
    if (!span)
        return;
    m_seekFrom.reset();
    m_match = match;
    m_view->setCurrentMatch(match->line, *span);
    m_view->reveal(match->line, *span);
}

void LogPane::showTitle()
{
    m_title->setText(m_title->fontMetrics().elidedText(m_name, Qt::ElideMiddle, m_title->width()));
    m_title->setToolTip(plainToolTip(m_name));
}

void LogPane::showNote()
{
    const LogLines &lines = m_view->lines();
    const QString skipped =
        skippedLines(lines.skipped(), m_log != nullptr ? m_log->ring().end() - m_log->ring().begin() : 0);
    const QString note = joinedSentences({skipped, m_saved});
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void LogPane::chooseFile()
{
    auto *const dialog = new QFileDialog(this, tr("Save log"));
    dialog->setObjectName(u"logSaveDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Logs (*.log *.txt)"), tr("All files (*)")});
    dialog->setDefaultSuffix(u"log"_s);
    dialog->selectFile(fileNameFor(m_name));
    connect(dialog, &QFileDialog::fileSelected, this, &LogPane::save);
    dialog->open();
}

void LogPane::save(const QString &file)
{
    if (m_log == nullptr)
        return;
    m_saving.start([file, contents = m_log->ring().contents()](
                       const std::stop_token &) { return writeLog(file, contents); },
                   [this](const QString &sentence) {
                       m_saved = sentence;
                       showNote();
                   });
}

} // namespace ui
