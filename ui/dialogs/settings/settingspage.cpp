// SPDX-License-Identifier: MIT
#include "ui/dialogs/settings/settingspage.h"

#include "ui/widgets/fieldnote.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

void browse(QLineEdit *edit, const QString &title)
{
    auto *const dialog = new QFileDialog(edit, title, edit->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
    dialog->open();
}

} // namespace

SettingsPage::SettingsPage(QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(rhythm, rhythm, rhythm, rhythm);
    m_form->setHorizontalSpacing(rhythm);
    m_form->setVerticalSpacing(rhythm);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

SettingsPage::Line SettingsPage::addLine(const QString &label, const QString &name,
                                         const QString &placeholder)
{
    auto *const edit = new QLineEdit(this);
    edit->setPlaceholderText(placeholder);
    return add(label, edit, edit, name);
}

SettingsPage::Line SettingsPage::addFile(const QString &label, const QString &name,
                                         const QString &placeholder)
{
    auto *const row = new QWidget(this);
    auto *const edit = new QLineEdit(row);
    edit->setPlaceholderText(placeholder);
    auto *const look = new QPushButton(tr("Browse…"), row);
    look->setAutoDefault(false);
    connect(look, &QPushButton::clicked, edit,
            [edit, title = QString(label).remove(u'&').remove(u':')] { browse(edit, title); });
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(rhythm / 2);
    layout->addWidget(edit, 1);
    layout->addWidget(look);
    return add(label, edit, row, name);
}

SettingsPage::Line SettingsPage::add(const QString &label, QLineEdit *edit, QWidget *field,
                                     const QString &name)
{
    edit->setObjectName(name);
    auto *const note = new FieldNote(name % u"Error"_s, edit, this);
    addField(*m_form, label, edit, field, note);
    return {.edit = edit, .note = note};
}

QComboBox *SettingsPage::addChoice(const QString &label, const QString &name)
{
    auto *const box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove(u'&').remove(u':'));
    m_form->addRow(label, box);
    return box;
}

QCheckBox *SettingsPage::addFlag(const QString &text, const QString &name)
{
    auto *const box = new QCheckBox(text, this);
    box->setObjectName(name);
    m_form->addRow(box);
    return box;
}

FieldNote *SettingsPage::addNote(const QString &name, QWidget *field)
{
    auto *const note = new FieldNote(name, field, this);
    m_form->addRow(note);
    return note;
}

void SettingsPage::addHint(const QString &text)
{
    auto *const hint = new MutedLabel(this);
    hint->setText(text);
    hint->setWordWrap(true);
    m_form->addRow(hint);
}

} // namespace ui
