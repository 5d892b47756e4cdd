// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace ui {

class FieldNote;

// One page of the settings: rows of labels and fields, and what is to be said about each right below it.
class SettingsPage final : public QWidget
{
    Q_OBJECT

public:
    // A field that is wrong and what is said about it.
    struct Line
    {
        QLineEdit *edit = nullptr;
        FieldNote *note = nullptr;
    };

    explicit SettingsPage(QWidget *parent = nullptr);

    // `name` is the object's; its note has that name with "Error" behind it.
    Line addLine(const QString &label, const QString &name, const QString &placeholder = {});
    // A line with a button that looks for a file.
    Line addFile(const QString &label, const QString &name, const QString &placeholder);
    QComboBox *addChoice(const QString &label, const QString &name);
    QCheckBox *addFlag(const QString &text, const QString &name);
    // Below the row before.
    FieldNote *addNote(const QString &name, QWidget *field);
    // What holds for the whole page.
    void addHint(const QString &text);

private:
    Line add(const QString &label, QLineEdit *edit, QWidget *field, const QString &name);

    QFormLayout *m_form;
};

} // namespace ui
