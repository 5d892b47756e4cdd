// SPDX-License-Identifier: MIT
#include "ui/dialogs/historydialog.h"

#include "core/base/files.h"
#include "core/base/redaction.h"
#include "core/history/csv.h"
#include "ui/delegates/rowdelegate.h"
#include "ui/models/historyfilter.h"
#include "ui/models/historymodel.h"
#include "ui/plaintext.h"
#include "ui/presentation/history.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/rhythm.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

HistoryDialog::HistoryDialog(core::History &history, QWidget *parent)
    : QDialog(parent)
    , m_reader(history.reader())
    , m_model(new HistoryModel(this))
    , m_filter(new HistoryFilter(this))
    , m_notice(new Notice(this))
    , m_stack(new QStackedWidget(this))
    , m_result(new QLabel(this))
{
    setObjectName(u"historyDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("History"));
    resize(860, 480);
    m_filter->setSourceModel(m_model);
    m_notice->setObjectName(u"historyNotice"_s);
    m_result->setObjectName(u"historyResult"_s);
    m_result->setWordWrap(true);
    makeSelectable(*m_result);
    m_result->hide();

    auto *const layout = new QVBoxLayout(this);
    layout->setSpacing(rhythm);
    layout->addWidget(makeBar());
    m_table = makeTable();
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_table);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_result);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_export = buttons->addButton(tr("&Export…"), QDialogButtonBox::ActionRole);
    m_export->setObjectName(u"historyExport"_s);
    m_export->setAutoDefault(false);
    layout->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_export, &QPushButton::clicked, this, &HistoryDialog::askWhereTo);
    connect(m_notice, &Notice::clicked, this, &HistoryDialog::read);
    connect(&history, &core::History::recorded, this, &HistoryDialog::read);
    showWhatThereIs();
    read();
}

QWidget *HistoryDialog::makeBar()
{
    auto *const bar = new QWidget(this);
    m_words = new QLineEdit(bar);
    m_words->setObjectName(u"historyWords"_s);
    m_words->setPlaceholderText(tr("Filter"));
    m_words->setAccessibleName(tr("Filter by words"));
    m_words->setClearButtonEnabled(true);
    m_kind = new QComboBox(bar);
    m_kind->setObjectName(u"historyKind"_s);
    m_kind->setAccessibleName(tr("Kind of entries"));
    m_kind->addItem(tr("Everything"), int(HistoryFilter::Kind::Everything));
    m_kind->addItem(tr("Checks"), int(HistoryFilter::Kind::Checks));
    m_kind->addItem(tr("Dev servers"), int(HistoryFilter::Kind::Servers));
    m_kind->addItem(tr("Troubles"), int(HistoryFilter::Kind::Troubles));
    auto *const layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    layout->addWidget(m_words, 1);
    layout->addWidget(m_kind);
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setWords(text);
        showWhatThereIs();
    });
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        m_filter->setKind(HistoryFilter::Kind(m_kind->currentData().toInt()));
        showWhatThereIs();
    });
    return bar;
}

QTreeView *HistoryDialog::makeTable()
{
    auto *const table = new QTreeView(this);
    table->setObjectName(u"historyTable"_s);
    table->setAccessibleName(tr("What happened"));
    table->setModel(m_filter);
    table->setItemDelegate(new RowDelegate(table));
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAlternatingRowColors(true);
    const int character = table->fontMetrics().averageCharWidth();
    table->header()->resizeSection(HistoryModel::WhenColumn, 28 * character);
    table->header()->resizeSection(HistoryModel::WhatColumn, 44 * character);
    table->header()->resizeSection(HistoryModel::DurationColumn, 17 * character);
    return table;
}

void HistoryDialog::read()
{
    if (m_reading.isRunning()) {
        m_isStale = true;
        return;
    }
    m_reading.start([reader = m_reader](const std::stop_token &) { return reader({}); },
                    [this](const core::HistoryResult<core::HistoryAnswer> &answer) {
                        showAnswer(answer);
                        if (std::exchange(m_isStale, false))
                            read();
                    });
}

void HistoryDialog::showAnswer(const core::HistoryResult<core::HistoryAnswer> &answer)
{
    m_outcome = answer ? core::HistoryResult<void>() : tl::unexpected(answer.error());
    if (answer)
        m_model->setEntries(answer->entries);
    showWhatThereIs();
}

// Loading, failed, empty and filtered away look different.
void HistoryDialog::showWhatThereIs()
{
    const bool isShown = m_outcome && *m_outcome && m_filter->rowCount() > 0;
    m_export->setEnabled(isShown);
    m_stack->setCurrentWidget(isShown ? static_cast<QWidget *>(m_table) : m_notice);
    if (!m_outcome)
        m_notice->setContent({.mood = Mood::Measuring, .headline = tr("Reading the history…")});
    else if (!*m_outcome)
        m_notice->setContent({.mood = Mood::Trouble,
                              .headline = tr("The history cannot be read"),
                              .text = historyTroubleSentence(m_outcome->error()),
                              .button = tr("&Read again")});
    else if (m_model->rowCount() == 0)
        m_notice->setContent(
            {.headline = tr("Nothing is remembered yet"),
             .text = tr("Each check of Docker and each end of a dev server is kept here for 90 days.")});
    else
        m_notice->setContent({.headline = tr("Nothing matches"),
                              .text = tr("Take away a word of the filter, or choose another kind.")});
}

void HistoryDialog::askWhereTo()
{
    auto *const question = new QFileDialog(this, tr("Export the history"));
    question->setObjectName(u"historyFile"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setAcceptMode(QFileDialog::AcceptSave);
    question->setNameFilter(tr("Comma-separated values (*.csv)"));
    question->setDefaultSuffix(u"csv"_s);
    question->selectFile(u"berth-history.csv"_s);
    connect(question, &QFileDialog::fileSelected, this, &HistoryDialog::exportTo);
    question->open();
}

void HistoryDialog::exportTo(const QString &path)
{
    m_exporting.start(
        [path, entries = shownEntries()](const std::stop_token &) {
            return core::saveFile(path, core::historyCsv(entries), u"write "_s + path);
        },
        [this, path](const std::optional<core::Error> &error) {
            m_result->setText(error ? tr("The history is not exported: %1. Choose another place.")
                                          .arg(core::excerpt(core::reasonText(*error)))
                                    : tr("Exported to %1.").arg(core::excerpt(path)));
            m_result->show();
        });
}

QList<core::HistoryEntry> HistoryDialog::shownEntries() const
{
    QList<core::HistoryEntry> entries;
    for (int row = 0; row < m_filter->rowCount(); ++row)
        entries.append(m_model->entries().at(m_filter->mapToSource(m_filter->index(row, 0)).row()));
    return entries;
}

} // namespace ui
