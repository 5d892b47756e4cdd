// SPDX-License-Identifier: MIT
#include "ui/widgets/commandlist.h"

#include "ui/widgets/commandrow.h"

#include <QVBoxLayout>

namespace ui {

CommandList::CommandList(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins({});
    m_layout->setSpacing(6);
    hide();
}

void CommandList::setCommands(const QStringList &commands)
{
    while (m_rows.size() < commands.size()) {
        m_rows.append(new CommandRow(tr("Cop&y"), this));
        m_layout->addWidget(m_rows.back());
    }
    while (m_rows.size() > commands.size())
        delete m_rows.takeLast();
    for (qsizetype i = 0; i < commands.size(); ++i)
        m_rows.at(i)->setCommand(commands.at(i));
    setVisible(!commands.isEmpty());
}

QWidget *CommandList::followInTabOrder(QWidget *previous)
{
    for (CommandRow *row : std::as_const(m_rows))
        previous = row->followInTabOrder(previous);
    return previous;
}

} // namespace ui
