// SPDX-License-Identifier: MIT
#include "ui/widgets/commandedit.h"

#include "core/base/redaction.h"
#include "core/devserver/words.h"
#include "ui/presentation/serverform.h"
#include "ui/widgets/mutedlabel.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int rowsShown = 4;

int rowHeight(const QListWidget &list)
{
    return list.fontMetrics().height() + 4;
}

QListWidgetItem *wordItem(const QString &word, const QListWidget &list)
{
    auto *const item = new QListWidgetItem(word);
    item->setSizeHint({1, rowHeight(list)}); // as wide as the list
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled);
    return item;
}

} // namespace

CommandEdit::CommandEdit(QWidget *parent)
    : QWidget(parent)
    , m_line(new QLineEdit(this))
    , m_words(new QListWidget(this))
    , m_add(button(u"formAddWord"_s, tr("A&dd")))
    , m_remove(button(u"formRemoveWord"_s, tr("Remo&ve")))
    , m_up(button(u"formWordUp"_s, tr("Up")))
    , m_down(button(u"formWordDown"_s, tr("Down")))
{
    setFocusProxy(m_line);
    m_line->setObjectName(u"formCommand"_s);
    m_line->setPlaceholderText(tr("npm run dev"));
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    // A command reads from left to right in every language.
    m_line->setLayoutDirection(Qt::LeftToRight);
    m_words->setObjectName(u"formWords"_s);
    m_words->setAccessibleName(tr("Words of the command, the program first"));
    m_words->setFont(m_line->font());
    m_words->setLayoutDirection(Qt::LeftToRight);
    m_words->setDragDropMode(QAbstractItemView::InternalMove);
    m_words->setDefaultDropAction(Qt::MoveAction);
    m_words->setUniformItemSizes(true);
    m_words->setTextElideMode(Qt::ElideMiddle);
    m_words->setFixedHeight(rowsShown * rowHeight(*m_words) + 2 * m_words->frameWidth());

    auto *const layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_line, 0, 0, 1, 3);
    layout->addWidget(m_words, 1, 0, 2, 1);
    layout->setColumnStretch(0, 1);
    layout->setRowStretch(2, 1);
    layout->addWidget(m_add, 1, 1, Qt::AlignTop);
    layout->addWidget(m_remove, 1, 2, Qt::AlignTop);
    layout->addWidget(m_up, 2, 1, Qt::AlignTop);
    layout->addWidget(m_down, 2, 2, Qt::AlignTop);
    auto *const hint = new MutedLabel(this);
    hint->setText(tr("One word per row, the program first. {port} stands for the port."));
    hint->setWordWrap(true);
    layout->addWidget(hint, 3, 0, 1, 3);

    connect(m_line, &QLineEdit::textEdited, this, &CommandEdit::takeLine);
    connect(m_words, &QListWidget::itemChanged, this, &CommandEdit::takeWords);
    const QAbstractItemModel *const rows = m_words->model();
    connect(rows, &QAbstractItemModel::rowsInserted, this, &CommandEdit::takeWords);
    connect(rows, &QAbstractItemModel::rowsMoved, this, &CommandEdit::takeWords);
    connect(rows, &QAbstractItemModel::rowsRemoved, this, &CommandEdit::takeWords);
    connect(m_words, &QListWidget::currentRowChanged, this, &CommandEdit::enableButtons);
    connect(m_add, &QPushButton::clicked, this, &CommandEdit::addWord);
    connect(m_remove, &QPushButton::clicked, this, &CommandEdit::removeWord);
    connect(m_up, &QPushButton::clicked, this, [this] { moveWord(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveWord(1); });
    enableButtons();
}

QStringList CommandEdit::command() const
{
    QStringList words;
    for (int row = 0; row < m_words->count(); ++row)
        words.append(m_words->item(row)->text());
    return words;
}

QWidget *CommandEdit::line() const
{
    return m_line;
}

void CommandEdit::setCommand(const QStringList &command)
{
    fillWords(command);
    m_line->setText(core::shellCommand(command));
    m_trouble.clear();
}

QPushButton *CommandEdit::button(const QString &name, const QString &text)
{
    auto *const button = new QPushButton(text, this);
    button->setObjectName(name);
    return button;
}

void CommandEdit::fillWords(const QStringList &words)
{
    const QScopedValueRollback filling(m_isFilling, true);
    m_words->clear();
    for (const QString &word : words)
        m_words->addItem(wordItem(word, *m_words));
    enableButtons();
}

void CommandEdit::takeLine()
{
    const auto words = core::splitCommand(m_line->text());
    m_trouble = words ? QString() : commandLineSentence(words.error());
    if (words)
        fillWords(*words);
    Q_EMIT edited();
}

void CommandEdit::takeWords()
{
    if (m_isFilling)
        return;
    m_line->setText(core::shellCommand(command()));
    m_trouble.clear();
    enableButtons();
    Q_EMIT edited();
}

void CommandEdit::addWord()
{
    const int row = m_words->currentRow() < 0 ? m_words->count() : m_words->currentRow() + 1;
    QListWidgetItem *const item = wordItem({}, *m_words);
    m_words->insertItem(row, item);
    m_words->setCurrentItem(item);
    m_words->editItem(item);
}

void CommandEdit::removeWord()
{
    const int row = m_words->currentRow();
    delete m_words->takeItem(row);
    m_words->setCurrentRow(qMin(row, m_words->count() - 1));
}

void CommandEdit::moveWord(int rows)
{
    const int row = m_words->currentRow();
    {
        const QScopedValueRollback filling(m_isFilling, true);
        QListWidgetItem *const item = m_words->takeItem(row);
        m_words->insertItem(row + rows, item);
        m_words->setCurrentItem(item);
    }
    takeWords();
}

void CommandEdit::enableButtons()
{
    const int row = m_words->currentRow();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_words->count());
}

} // namespace ui
