// SPDX-License-Identifier: MIT
#include "ui/widgets/fieldnote.h"

#include "ui/plaintext.h"
#include "ui/widgets/glyph.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int glyphSize = 16;

} // namespace

FieldNote::FieldNote(const QString &name, QWidget *field, QWidget *parent)
    : QWidget(parent)
    , m_field(field)
    , m_glyph(new Glyph(glyphSize, this))
    , m_text(new QLabel(this))
    , m_row(new QHBoxLayout(this))
{
    m_text->setObjectName(name);
    m_text->setWordWrap(true);
    makeSelectable(*m_text);
    m_row->setContentsMargins({});
    m_row->setSpacing(6);
    m_row->addWidget(m_glyph, 0, Qt::AlignTop);
    m_row->addWidget(m_text, 1);
    hide();
}

QString FieldNote::text() const
{
    return m_text->text();
}

void FieldNote::setNote(const QString &text, Mood mood)
{
    m_glyph->setMood(mood);
    if (text == m_text->text())
        return;
    m_text->setText(text);
    m_field->setAccessibleDescription(text);
    setVisible(!text.isEmpty());
    if (!text.isEmpty()) {
        QAccessibleEvent alert(m_text, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void FieldNote::addButton(QPushButton *button)
{
    m_row->addWidget(button, 0, Qt::AlignTop);
}

} // namespace ui
