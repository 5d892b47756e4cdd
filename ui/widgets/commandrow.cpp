// SPDX-License-Identifier: MIT
#include "ui/widgets/commandrow.h"

#include "ui/plaintext.h"
#include "ui/widgets/copied.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

CommandRow::CommandRow(const QString &label, QWidget *parent)
    : QWidget(parent)
    , m_line(new QLineEdit(this))
    , m_copy(new QPushButton(label, this))
{
    m_line->setObjectName(u"command"_s);
    m_line->setReadOnly(true);
    m_line->setFrame(false);
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_line->setTextMargins(6, 4, 6, 4);
    // A command reads from left to right in every language.
    m_line->setLayoutDirection(Qt::LeftToRight);
    m_line->setAccessibleName(tr("Command"));
    m_copy->setObjectName(u"copyCommand"_s);
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &CommandRow::copy);

    auto *const layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_copy);
}

void CommandRow::setCommand(const QString &command)
{
    if (command == m_line->text())
        return;
    m_line->setText(command);
    m_line->setCursorPosition(0);
    m_line->setToolTip(plainToolTip(command));
    m_copy->setAccessibleName(tr("Copy the command %1").arg(command));
    m_copy->setEnabled(!command.isEmpty());
}

QWidget *CommandRow::followInTabOrder(QWidget *previous)
{
    setTabOrder(previous, m_line);
    setTabOrder(m_line, m_copy);
    return m_copy;
}

void CommandRow::copy()
{
    copyAndSay(m_line->text(), *m_copy);
}

} // namespace ui
