// SPDX-License-Identifier: MIT
#include "ui/widgets/logsearchbar.h"

#include "ui/plaintext.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

LogSearchBar::LogSearchBar(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_count(new MutedLabel(this))
    , m_trouble(new QLabel(this))
{
    setObjectName(u"logSearchBar"_s);
    m_field->setObjectName(u"logSearch"_s);
    m_field->setPlaceholderText(tr("Search the log"));
    m_field->setAccessibleName(tr("Search the log"));
    m_field->setClearButtonEnabled(true);
    m_case = addToggle(u"Aa"_s, u"logSearchCase"_s, tr("Match capital and small letters as they are"));
    m_expression = addToggle(u".*"_s, u"logSearchExpression"_s, tr("Search for a regular expression"));
    m_previous = addButton(Qt::UpArrow, u"logSearchPrevious"_s, tr("Previous match (Shift+F3)"));
    m_next = addButton(Qt::DownArrow, u"logSearchNext"_s, tr("Next match (F3)"));
    m_count->setObjectName(u"logSearchCount"_s);
    m_count->setMinimumWidth(m_count->fontMetrics().averageCharWidth() * 16);
    m_trouble->setObjectName(u"logSearchTrouble"_s);
    m_trouble->setWordWrap(true);
    makeSelectable(*m_trouble);
    m_trouble->hide();

    auto *const row = new QHBoxLayout;
    row->setSpacing(rhythm / 3);
    row->addWidget(m_field, 1);
    row->addWidget(m_case);
    row->addWidget(m_expression);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addSpacing(rhythm / 2);
    row->addWidget(m_count);
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(rhythm / 3);
    layout->addLayout(row);
    layout->addWidget(m_trouble);

    connect(m_field, &QLineEdit::textChanged, this, &LogSearchBar::queryChanged);
    connect(m_case, &QToolButton::toggled, this, &LogSearchBar::queryChanged);
    connect(m_expression, &QToolButton::toggled, this, &LogSearchBar::queryChanged);
    connect(m_previous, &QToolButton::clicked, this, &LogSearchBar::previousWanted);
    connect(m_next, &QToolButton::clicked, this, &LogSearchBar::nextWanted);
    showCount({}, false);
}

LogQuery LogSearchBar::query() const
{
    return {.text = m_field->text(),
            .isCaseSensitive = m_case->isChecked(),
            .isExpression = m_expression->isChecked()};
}

void LogSearchBar::takeFocus()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void LogSearchBar::showCount(const QString &text, bool isAny)
{
    m_trouble->hide();
    m_count->setText(text);
    m_previous->setEnabled(isAny);
    m_next->setEnabled(isAny);
}

void LogSearchBar::showTrouble(const QString &sentence)
{
    showCount({}, false);
    m_trouble->setText(sentence);
    m_trouble->show();
}

void LogSearchBar::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if ((event->modifiers() & Qt::ShiftModifier) != 0)
            Q_EMIT previousWanted();
        else
            Q_EMIT nextWanted();
        return;
    case Qt::Key_Escape:
        Q_EMIT closed();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

QToolButton *LogSearchBar::addToggle(const QString &text, const QString &name, const QString &description)
{
    auto *const toggle = new QToolButton(this);
    toggle->setObjectName(name);
    toggle->setText(text);
    toggle->setCheckable(true);
    toggle->setAutoRaise(true);
    toggle->setToolTip(description);
    toggle->setAccessibleName(description);
    toggle->setFocusPolicy(Qt::TabFocus);
    return toggle;
}

QToolButton *LogSearchBar::addButton(Qt::ArrowType arrow, const QString &name, const QString &description)
{
    auto *const button = new QToolButton(this);
    button->setObjectName(name);
    button->setArrowType(arrow);
    button->setAutoRaise(true);
    button->setToolTip(description);
    button->setAccessibleName(description);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace ui
