// SPDX-License-Identifier: MIT
#include "ui/widgets/fieldnote.h"

#include "ui/plaintext.h"
#include "ui/widgets/glyph.h"

#include <QAccessible>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

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
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeading); // beside the glyph, whatever room there is
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

void addField(QFormLayout &form, const QString &label, QWidget *control, QWidget *field, FieldNote *note)
{
    auto *const both = new QVBoxLayout;
    both->setSpacing(4);
    both->addWidget(field);
    both->addWidget(note);
    auto *const text = new QLabel(label, form.parentWidget());
    text->setBuddy(control);
    // A screen reader looks for the label among the control's siblings, and it is none.
    control->setAccessibleName(QString(label).remove(u'&').remove(u':'));
    form.addRow(text, both);
}

} // namespace ui
