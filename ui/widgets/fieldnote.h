// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QWidget>

class QFormLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class Glyph;

// What is to be said about one field of a form, right below it, with buttons that put it right. Hidden where
// there is nothing to say.
class FieldNote final : public QWidget
{
    Q_OBJECT

public:
    // `field` is what it is about; a screen reader reads the note with it.
    FieldNote(const QString &name, QWidget *field, QWidget *parent = nullptr);

    QString text() const;

    void setNote(const QString &text, Mood mood = Mood::Trouble);
    // Comes behind the text; its owner shows and hides it.
    void addButton(QPushButton *button);

private:
    QWidget *m_field;
    Glyph *m_glyph;
    QLabel *m_text;
    QHBoxLayout *m_row;
};

// A row of a form: the field with its note below. `control` is what the label names; `field` holds it.
void addField(QFormLayout &form, const QString &label, QWidget *control, QWidget *field, FieldNote *note);

} // namespace ui
