// SPDX-License-Identifier: MIT
#include "ui/widgets/advicebox.h"

#include "ui/plaintext.h"
#include "ui/widgets/commandrow.h"

#include <QLabel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QLabel *paragraph(const QString &name, QWidget *parent)
{
    auto *const label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    makeSelectable(*label);
    return label;
}

} // namespace

AdviceBox::AdviceBox(QWidget *parent)
    : QWidget(parent)
    , m_cause(paragraph(u"cause"_s, this))
    , m_remedy(paragraph(u"remedy"_s, this))
    , m_rows(new QVBoxLayout)
{
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_cause);
    layout->addWidget(m_remedy);
    layout->addLayout(m_rows);
    m_rows->setContentsMargins(0, 6, 0, 0);
    m_rows->setSpacing(6);
}

void AdviceBox::setAdvice(const HealthText &text)
{
    m_cause->setText(text.cause);
    m_cause->setVisible(!text.cause.isEmpty());
    m_remedy->setText(text.remedy);
    m_remedy->setVisible(!text.remedy.isEmpty());
    setCommands(text.commands);
    setVisible(!text.cause.isEmpty() || !text.remedy.isEmpty() || !text.commands.isEmpty());
}

void AdviceBox::setCommands(const QStringList &commands)
{
    while (m_commands.size() < commands.size()) {
        m_commands.append(new CommandRow(tr("Cop&y"), this));
        m_rows->addWidget(m_commands.back());
    }
    while (m_commands.size() > commands.size())
        delete m_commands.takeLast();
    for (qsizetype i = 0; i < commands.size(); ++i)
        m_commands.at(i)->setCommand(commands.at(i));
    // New controls come last in the window's tab order; these belong behind the words that they follow.
    QWidget *last = m_remedy;
    for (CommandRow *row : std::as_const(m_commands))
        last = row->followInTabOrder(last);
}

} // namespace ui
