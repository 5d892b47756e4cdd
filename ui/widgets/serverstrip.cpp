// SPDX-License-Identifier: MIT
#include "ui/widgets/serverstrip.h"

#include "ui/plaintext.h"
#include "ui/widgets/commandlist.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/rhythm.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int glyphSize = 22;

} // namespace

ServerStrip::ServerStrip(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new Glyph(glyphSize, this))
    , m_text(new QLabel(this))
    , m_commands(new CommandList(this))
    , m_row(new QHBoxLayout)
{
    setObjectName(u"serverStrip"_s);
    m_text->setObjectName(u"serverTrouble"_s);
    m_text->setWordWrap(true);
    makeSelectable(*m_text);
    auto *const layout = new QGridLayout(this);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm);
    layout->setHorizontalSpacing(rhythm);
    layout->setVerticalSpacing(rhythm / 2);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_glyph, 0, 0, Qt::AlignTop);
    layout->addWidget(m_text, 0, 1);
    // As wide as the header's, so that the Copy buttons stay near what they copy.
    m_commands->setMaximumWidth(110 * fontMetrics().averageCharWidth());
    layout->addWidget(m_commands, 1, 1);
    layout->addLayout(m_row, 2, 1);
    m_row->setSpacing(rhythm / 2);
    m_row->addStretch();
}

void ServerStrip::showServer(const core::Server &server, const std::optional<core::LaunchRequest> &request)
{
    m_glyph->setMood(serverMood(server));
    m_text->setText(serverExplanation(server));
    m_commands->setCommands(serverCommands(server));
    offer(remediesFor(server, request));
    QWidget *previous = m_commands->followInTabOrder(m_text);
    for (QPushButton *button : std::as_const(m_buttons)) {
        setTabOrder(previous, button);
        previous = button;
    }
}

void ServerStrip::offer(const QList<Remedy> &remedies)
{
    // A button that somebody is about to press stays where it is.
    if (remedies == m_remedies)
        return;
    m_remedies = remedies;
    qDeleteAll(m_buttons);
    m_buttons.clear();
    for (const Remedy &remedy : remedies) {
        auto *const button = new QPushButton(remedy.text, this);
        button->setObjectName(u"remedy%1"_s.arg(m_buttons.size()));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this,
                [this, kind = remedy.kind] { Q_EMIT remedyWanted(kind); });
        m_row->insertWidget(int(m_buttons.size()), button);
        m_buttons.append(button);
    }
}

} // namespace ui
