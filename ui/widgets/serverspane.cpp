// SPDX-License-Identifier: MIT
#include "ui/widgets/serverspane.h"

#include "core/base/redaction.h"
#include "ui/actions/serveractions.h"
#include "ui/delegates/serverdelegate.h"
#include "ui/models/serversmodel.h"
#include "ui/models/wordsfilter.h"
#include "ui/plaintext.h"
#include "ui/presentation/sentence.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/rhythm.h"
#include "ui/widgets/serverstable.h"
#include "ui/widgets/serverstrip.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

// Of the status, in average characters: what is left of it where the window is narrow.
constexpr int leastStatus = 48;
constexpr int barGlyphSize = 18;
constexpr int narrowestColumn = 16;
constexpr int widestColumn = 2000;

int widthOf(const QFontMetrics &metrics, int column)
{
    const int character = metrics.averageCharWidth();
    switch (column) {
    case ServersModel::StateColumn:
        return metrics.horizontalAdvance(u"State"_s) + 2 * rhythm;
    case ServersModel::PortColumn:
        return 9 * character;
    case ServersModel::ProjectColumn:
        return 20 * character;
    case ServersModel::AddressColumn:
        return 25 * character;
    case ServersModel::UpColumn:
        return 10 * character;
    case ServersModel::MemoryColumn:
        return 12 * character;
    case ServersModel::CpuColumn:
        return ServerDelegate::sparklineWidth + 12 * character;
    case ServersModel::NetworkColumn:
        return 25 * character;
    default:
        return leastStatus * character;
    }
}

} // namespace

ServersPane::ServersPane(core::Servers &servers, ServerActions &actions, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
    , m_actions(actions)
    , m_model(new ServersModel(servers, {}, this))
    , m_filter(new WordsFilter(ServersModel::FilterRole, this))
    , m_pages(new QStackedLayout)
{
    setObjectName(u"serversPane"_s);
    m_filter->setSourceModel(m_model);
    // In the order in which Tab walks.
    QWidget *const toolbar = makeToolbar();
    m_tablePage = makeTablePage();
    m_notice = new Notice(this);
    m_notice->setObjectName(u"serversEmpty"_s);
    setFocusProxy(m_table);
    m_pages->addWidget(m_notice);
    m_pages->addWidget(m_tablePage);
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(toolbar);
    layout->addLayout(m_pages, 1);

    m_minute.setInterval(1min);
    m_minute.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_minute, &QTimer::timeout, m_model, &ServersModel::refreshAges);
    connect(m_notice, &Notice::clicked, this, &ServersPane::onNoticeClicked);
    connect(m_strip, &ServerStrip::remedyWanted, this, [this](Remedy::Kind remedy) {
        const QList<core::ServerKey> keys = selectedKeys();
        if (keys.size() == 1)
            m_actions.apply(remedy, keys.front());
    });
    connect(&servers, &core::Servers::listingChanged, this, &ServersPane::showState);
    // After the view has followed.
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, signal, this, &ServersPane::showState);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &ServersPane::showSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ServersPane::showSelection);
    showState();
}

ServersPane::~ServersPane()
{
    m_servers.setUsageWanted(false);
}

void ServersPane::setNote(const QString &note)
{
    m_note = note;
    showState();
}

void ServersPane::select(core::ServerKey key)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(key));
    if (!index.isValid())
        return;
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    m_table->setFocus(); // whoever has just started it reaches it with the keys
}

QList<int> ServersPane::columns() const
{
    QList<int> widths;
    for (int column = 0; column < ServersModel::ColumnCount; ++column) {
        const int width = m_table->columnWidth(column);
        const bool isUsual = width == widthOf(m_table->fontMetrics(), column);
        widths.append(isUsual || column == ServersModel::StatusColumn ? 0 : width);
    }
    return widths;
}

// It comes from a file, which may have been written by anybody.
void ServersPane::setColumns(const QList<int> &widths)
{
    if (widths.size() != ServersModel::ColumnCount)
        return;
    for (int column = 0; column < ServersModel::ColumnCount; ++column) {
        const int width = widths.at(column);
        if (width >= narrowestColumn && width <= widestColumn)
            m_table->header()->resizeSection(column, width);
    }
    showColumns();
}

void ServersPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model->refreshAges();
    m_minute.start();
    wantUsage();
}

void ServersPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_minute.stop();
    wantUsage();
}

bool ServersPane::event(QEvent *event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::WindowDeactivate)
        wantUsage();
    return done;
}

void ServersPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        showColumns();
}

void ServersPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showColumns();
}

QWidget *ServersPane::makeToolbar()
{
    auto *const bar = new QWidget(this);
    auto *const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm / 2);
    layout->setSpacing(rhythm / 3);
    const QList<std::pair<QAction *, QString>> actions{{m_actions.newServer(), u"newServer"_s},
                                                       {m_actions.open(), u"openServer"_s},
                                                       {m_actions.restart(), u"restartServer"_s},
                                                       {m_actions.stop(), u"stopServer"_s},
                                                       {m_actions.log(), u"serverLog"_s}};
    for (const auto &[action, name] : actions) {
        auto *const button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setObjectName(name);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    m_words = new QLineEdit(bar);
    m_words->setObjectName(u"serverFilter"_s);
    m_words->setPlaceholderText(tr("Filter"));
    m_words->setAccessibleName(tr("Filter the dev servers by port, project, name or state"));
    m_words->setClearButtonEnabled(true);
    m_words->setMaximumWidth(30 * fontMetrics().averageCharWidth());
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setWords(text);
        showState();
    });
    auto *const find = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_F), this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_words, [this] {
        m_words->setFocus(Qt::ShortcutFocusReason);
        m_words->selectAll();
    });
    layout->addWidget(m_words, 1);
    return bar;
}

QTreeView *ServersPane::makeTable()
{
    m_table = new ServersTable(this);
    m_table->setObjectName(u"serversTable"_s);
    m_table->setAccessibleName(tr("Dev servers"));
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new ServerDelegate(m_table));
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setTabKeyNavigation(false);
    m_table->setMinimumHeight(4 * m_table->fontMetrics().lineSpacing());
    // Widths are ours or the user's, never the contents': measuring every row takes its time.
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionsMovable(false);
    m_table->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->header()->setSectionResizeMode(ServersModel::StatusColumn, QHeaderView::Stretch);
    for (int column = 0; column < ServersModel::ColumnCount; ++column)
        m_table->header()->resizeSection(column, widthOf(m_table->fontMetrics(), column));
    m_table->addActions({m_actions.stop(), m_actions.copyAddress()});
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ServersPane::showContextMenu);
    connect(m_table, &QTreeView::activated, m_actions.open(), &QAction::trigger);
    return m_table;
}

QWidget *ServersPane::makeListingBar()
{
    m_bar = new QWidget(this);
    m_bar->setObjectName(u"listingBar"_s);
    m_bar->setAutoFillBackground(true);
    m_bar->setBackgroundRole(QPalette::AlternateBase);
    m_barGlyph = new Glyph(barGlyphSize, m_bar);
    m_barText = new QLabel(m_bar);
    m_barText->setObjectName(u"listingTrouble"_s);
    m_barText->setWordWrap(true);
    makeSelectable(*m_barText);
    auto *const again = new QPushButton(tr("Tr&y again"), m_bar);
    again->setObjectName(u"listAgain"_s);
    again->setAutoDefault(false);
    connect(again, &QPushButton::clicked, this, [this] { m_servers.refresh(); });
    auto *const layout = new QHBoxLayout(m_bar);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm / 2);
    layout->addWidget(m_barGlyph);
    layout->addWidget(m_barText, 1);
    layout->addWidget(again);
    return m_bar;
}

QWidget *ServersPane::makeTablePage()
{
    auto *const page = new QWidget(this);
    auto *const layout = new QVBoxLayout(page);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeListingBar());
    layout->addWidget(makeTable(), 1);
    m_strip = new ServerStrip(page);
    layout->addWidget(m_strip);
    return page;
}

// The status says most. Where it gets too narrow, columns go that say the least; whoever stretched one by
// hand keeps it as it is.
void ServersPane::showColumns()
{
    const QFontMetrics metrics = m_table->fontMetrics();
    int needed = leastStatus * metrics.averageCharWidth() + m_table->verticalScrollBar()->sizeHint().width();
    for (int column = 0; column < ServersModel::ColumnCount; ++column) {
        if (column != ServersModel::StatusColumn)
            needed += m_table->header()->isSectionHidden(column) ? widthOf(metrics, column)
                                                                 : m_table->columnWidth(column);
    }
    for (const int column : {ServersModel::AddressColumn, ServersModel::CpuColumn, ServersModel::MemoryColumn,
                             ServersModel::NetworkColumn}) {
        const bool hide = needed > width();
        const bool hidden = m_table->header()->isSectionHidden(column);
        if (hide)
            needed -= hidden ? widthOf(metrics, column) : m_table->columnWidth(column);
        if (hide != hidden)
            m_table->setColumnHidden(column, hide);
    }
}

void ServersPane::showContextMenu(const QPoint &place)
{
    auto *const menu = new QMenu(this);
    menu->setObjectName(u"serverMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_actions.addRowActions(*menu);
    menu->popup(m_table->viewport()->mapToGlobal(place));
}

// A long list arrives in turns. It is shown once it is whole: painting each turn takes longer than the turn.
// What was started here meanwhile is not held back.
bool ServersPane::isArriving() const
{
    return m_servers.listing().state == core::Listing::State::Loading
        && m_pages->currentWidget() != m_tablePage
        && std::ranges::none_of(m_servers.servers(), &core::Server::isOurs);
}

void ServersPane::showState()
{
    const bool hasRows = m_filter->rowCount() > 0 && !isArriving();
    if (!hasRows)
        m_notice->setContent(noticeContent());
    showListingBar();
    // What is not shown takes no room.
    m_notice->setSizePolicy(QSizePolicy::Preferred, hasRows ? QSizePolicy::Ignored : QSizePolicy::Preferred);
    m_pages->setCurrentWidget(hasRows ? m_tablePage : static_cast<QWidget *>(m_notice));
    m_words->setEnabled(m_model->rowCount() > 0 || !m_words->text().isEmpty());
    showSelection();
    wantUsage();
}

Notice::Content ServersPane::noticeContent() const
{
    if (m_model->rowCount() > 0 && !isArriving())
        return {.mood = Mood::Unknown,
                .headline = tr("No dev server matches the filter"),
                .text = core::excerpt(m_words->text(), 60),
                .button = tr("Sho&w all")};
    const ListingText listing = presentListing(m_servers.listing());
    switch (m_servers.listing().state) {
    case core::Listing::State::Loading:
        return {.mood = listing.mood, .headline = listing.headline, .text = listing.text};
    case core::Listing::State::Listed:
        return {.headline = tr("No dev servers"), .text = m_note, .button = tr("&New dev server…")};
    case core::Listing::State::Failed:
    case core::Listing::State::Silent:
        return {.mood = listing.mood,
                .headline = listing.headline,
                .text = listing.text,
                .button = tr("Tr&y again")};
    }
    Q_UNREACHABLE();
}

void ServersPane::showListingBar()
{
    const ListingText listing = presentListing(m_servers.listing());
    const auto state = m_servers.listing().state;
    m_bar->setVisible(state == core::Listing::State::Failed || state == core::Listing::State::Silent);
    m_barGlyph->setMood(listing.mood);
    m_barText->setText(joinedSentences({sentence(listing.headline), listing.text}));
}

void ServersPane::showSelection()
{
    const QList<core::ServerKey> keys = selectedKeys();
    m_actions.setSelection(keys);
    const core::Server *const server = keys.size() == 1 ? m_servers.find(keys.front()) : nullptr;
    const bool says = server != nullptr && !serverExplanation(*server).isEmpty();
    if (says)
        m_strip->showServer(*server, m_servers.requestOf(server->key));
    m_strip->setVisible(says);
}

void ServersPane::onNoticeClicked()
{
    if (m_model->rowCount() > 0)
        m_words->clear();
    else if (m_servers.listing().state == core::Listing::State::Listed)
        m_actions.newServer()->trigger();
    else
        m_servers.refresh();
}

// Asking what they use takes docker 2 s each time: only while somebody looks.
void ServersPane::wantUsage()
{
    m_servers.setUsageWanted(isActiveWindow() && isVisible() && m_filter->rowCount() > 0);
}

QList<core::ServerKey> ServersPane::selectedKeys() const
{
    QList<core::ServerKey> keys;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        keys.append(core::ServerKey{index.data(ServersModel::KeyRole).value<quint64>()});
    return keys;
}

} // namespace ui
