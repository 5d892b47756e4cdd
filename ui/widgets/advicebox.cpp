// SPDX-License-Identifier: MIT
#include "ui/widgets/advicebox.h"

#include "ui/plaintext.h"
#include "ui/widgets/commandlist.h"

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
    , m_commands(new CommandList(this))
{
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_cause);
    layout->addWidget(m_remedy);
    layout->addWidget(m_commands);
    m_commands->setContentsMargins(0, 6, 0, 0);
}

void AdviceBox::setAdvice(const HealthText &text)
{
    m_cause->setText(text.cause);
    m_cause->setVisible(!text.cause.isEmpty());
    m_remedy->setText(text.remedy);
    m_remedy->setVisible(!text.remedy.isEmpty());
    m_commands->setCommands(text.commands);
    m_commands->followInTabOrder(m_remedy);
    setVisible(!text.cause.isEmpty() || !text.remedy.isEmpty() || !text.commands.isEmpty());
}

} // namespace ui
