// SPDX-License-Identifier: MIT
#include "ui/widgets/factbutton.h"

#include "ui/colors.h"
#include "ui/plaintext.h"
#include "ui/widgets/glyph.h"

#include <QEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int padding = 8;
constexpr int glyphSize = 22;
constexpr int textLeft = padding + glyphSize + padding;
// In average characters: what every value of a check fits into, so that no button changes its size under way.
constexpr int valueWidth = 11;

} // namespace

FactButton::FactButton(const QString &label, QWidget *parent)
    : QAbstractButton(parent)
    , m_glyph(new Glyph(glyphSize, this))
{
    setText(label);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize FactButton::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int name = metrics.size(Qt::TextShowMnemonic, text()).width();
    const int value = std::max(valueWidth * metrics.averageCharWidth(), metrics.horizontalAdvance(m_value));
    // One more than the text, because what is drawn may be a fraction wider than what is measured.
    return {textLeft + std::max(name, value) + 1 + padding, 2 * metrics.lineSpacing() + 2 * padding};
}

QSize FactButton::minimumSizeHint() const
{
    return sizeHint();
}

void FactButton::setFact(const Fact &fact)
{
    m_glyph->setMood(fact.mood);
    setAccessibleName(tr("%1: %2, %3").arg(fact.name, fact.value, moodWord(fact.mood)));
    setAccessibleDescription(fact.explanation);
    setToolTip(plainToolTip(fact.explanation));
    if (fact.value == m_value)
        return;
    m_value = fact.value;
    updateGeometry();
    update();
}

void FactButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    option.initFrom(this);
    option.state |= QStyle::State_AutoRaise | (isDown() ? QStyle::State_Sunken : QStyle::State_Raised);
    if (isDown() || underMouse())
        painter.drawPrimitive(QStyle::PE_PanelButtonTool, option);
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        focus.rect = rect().adjusted(2, 2, -2, -2);
        painter.drawPrimitive(QStyle::PE_FrameFocusRect, focus);
    }
    const QFontMetrics metrics = fontMetrics();
    const QRect lines(textLeft, (height() - 2 * metrics.lineSpacing()) / 2, width() - textLeft - padding,
                      metrics.lineSpacing());
    const auto line = [&](int number) {
        return QStyle::visualRect(layoutDirection(), rect(), lines.translated(0, number * lines.height()));
    };
    const Qt::Alignment alignment =
        QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignVCenter;
    const bool underlined = style()->styleHint(QStyle::SH_UnderlineShortcut, &option, this) != 0;
    painter.setPen(mutedColor(palette()));
    painter.drawText(line(0), int(alignment) | (underlined ? Qt::TextShowMnemonic : Qt::TextHideMnemonic),
                     text());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(line(1), int(alignment), metrics.elidedText(m_value, Qt::ElideRight, lines.width()));
}

void FactButton::resizeEvent(QResizeEvent *)
{
    placeGlyph();
}

void FactButton::changeEvent(QEvent *event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
    if (event->type() == QEvent::LayoutDirectionChange)
        placeGlyph();
}

bool FactButton::event(QEvent *event)
{
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave)
        update();
    return QAbstractButton::event(event);
}

void FactButton::placeGlyph()
{
    const QRect place(padding, (height() - glyphSize) / 2, glyphSize, glyphSize);
    m_glyph->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
}

} // namespace ui
