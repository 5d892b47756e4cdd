// SPDX-License-Identifier: MIT
#include "ui/widgets/healthheader.h"

#include "ui/plaintext.h"
#include "ui/widgets/advicebox.h"
#include "ui/widgets/factbutton.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int glyphSize = 44;
constexpr double headlineScale = 1.35;

} // namespace

HealthHeader::HealthHeader(QMenu *engines, QWidget *parent)
    : QWidget(parent)
    , m_glyph(new Glyph(glyphSize, this))
    , m_headline(new MutedLabel(this))
    , m_sub(new MutedLabel(this))
    , m_engine(new QPushButton(this))
    , m_check(new QPushButton(tr("Check &again"), this))
    , m_facts(new QWidget(this))
    , m_grid(new QGridLayout(this))
    , m_adviceRow(new QHBoxLayout)
{
    m_glyph->setObjectName(u"stateGlyph"_s);
    m_headline->setObjectName(u"headline"_s);
    m_headline->setWordWrap(true);
    makeSelectable(*m_headline);
    m_sub->setObjectName(u"subline"_s);
    m_sub->setWordWrap(true);
    makeSelectable(*m_sub);
    takeHeadlineFont();

    m_engine->setObjectName(u"engineButton"_s);
    m_engine->setFlat(true);
    m_engine->setAutoDefault(false);
    m_engine->setMenu(engines);
    auto *const engineLabel = new MutedLabel(this);
    engineLabel->setText(tr("En&gine:"));
    engineLabel->setBuddy(m_engine);

    m_check->setObjectName(u"checkAgain"_s);
    m_check->setAutoDefault(false);
    connect(m_check, &QPushButton::clicked, this, &HealthHeader::checkWanted);

    auto *const engineRow = new QHBoxLayout;
    engineRow->setSpacing(2);
    engineRow->addWidget(engineLabel);
    engineRow->addWidget(m_engine);
    engineRow->addStretch();
    auto *const texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_headline);
    texts->addWidget(m_sub);
    texts->addLayout(engineRow);

    const QStringList labels{tr("&Containers"), tr("&Internet"), tr("&DNS"), tr("&Limits")};
    const QStringList names{u"containersFact"_s, u"internetFact"_s, u"dnsFact"_s, u"limitsFact"_s};
    auto *const facts = new QHBoxLayout(m_facts);
    facts->setContentsMargins({});
    facts->setSpacing(4);
    for (int i = 0; i < labels.size(); ++i) {
        auto *const button = new FactButton(labels.at(i), m_facts);
        button->setObjectName(names.at(i));
        connect(button, &QAbstractButton::clicked, this, [this, i] { Q_EMIT factActivated(i); });
        facts->addWidget(button);
        m_factButtons.append(button);
    }

    m_grid->setContentsMargins(2 * rhythm, rhythm + rhythm / 2, 2 * rhythm, rhythm);
    m_grid->setHorizontalSpacing(rhythm);
    m_grid->setVerticalSpacing(rhythm);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(m_glyph, 0, 0, Qt::AlignTop);
    m_grid->addLayout(texts, 0, 1);
    // Made after the facts, which it follows in the tab order.
    m_advice = new AdviceBox(this);
    // Longer lines are hard to read, and would take the Copy buttons far from what they copy.
    m_advice->setMaximumWidth(110 * fontMetrics().averageCharWidth());
    m_adviceRow->addWidget(m_advice, 1);
    m_adviceRow->addStretch(0);
    arrange();
}

void HealthHeader::setHealth(const HealthText &text)
{
    m_glyph->setMood(text.mood);
    m_headline->setText(text.headline);
    m_headline->setMuted(text.isLast);
    m_headline->setAccessibleName(text.isLast ? tr("%1 (the last answer; checking again)").arg(text.headline)
                                              : tr("%1 (%2)").arg(text.headline, moodWord(text.mood)));
    // "Checking again…" is shorter than what it stands in for, and nothing shall move up for it.
    m_sub->setMinimumHeight(text.isLast ? m_sub->height() : 0);
    for (qsizetype i = 0; i < m_factButtons.size(); ++i)
        m_factButtons.at(i)->setFact(text.facts.at(i));
    m_advice->setAdvice(text);
    arrange();
}

void HealthHeader::setSubline(const QString &line)
{
    m_sub->setText(line);
}

void HealthHeader::setPlace(const QString &place)
{
    m_place = place;
    m_engine->setAccessibleName(tr("Engine: %1").arg(place));
    m_engine->setToolTip(plainToolTip(place));
    elidePlace();
}

void HealthHeader::resizeEvent(QResizeEvent *)
{
    arrange();
    elidePlace();
}

void HealthHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        takeHeadlineFont();
}

void HealthHeader::arrange()
{
    const int columns = width() >= wideFrom() ? 4 : 3;
    if (columns == m_columns)
        return;
    m_columns = columns;
    const bool wide = columns == 4;
    m_grid->removeItem(m_adviceRow);
    m_grid->addWidget(m_facts, wide ? 0 : 1, wide ? 2 : 0, 1, wide ? 1 : columns,
                      wide ? Qt::AlignVCenter : Qt::Alignment());
    m_grid->addWidget(m_check, 0, columns - 1, wide ? Qt::AlignVCenter : Qt::AlignTop);
    m_grid->addLayout(m_adviceRow, 2, 1, 1, columns - 1);
}

void HealthHeader::elidePlace()
{
    const int room = width() / 2;
    m_engine->setText(plainActionText(m_engine->fontMetrics().elidedText(m_place, Qt::ElideMiddle, room)));
}

void HealthHeader::takeHeadlineFont()
{
    QFont larger = font();
    larger.setPointSizeF(font().pointSizeF() * headlineScale);
    larger.setWeight(QFont::DemiBold);
    m_headline->setFont(larger);
}

int HealthHeader::wideFrom() const
{
    // Beside the facts a headline needs room for some forty characters, or it breaks into a column.
    const int headline = 40 * m_headline->fontMetrics().averageCharWidth();
    return headline + glyphSize + m_facts->sizeHint().width() + m_check->sizeHint().width() + 7 * rhythm;
}

} // namespace ui
