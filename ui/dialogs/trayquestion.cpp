// SPDX-License-Identifier: MIT
#include "ui/dialogs/trayquestion.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

TrayQuestion::TrayQuestion(QWidget *parent)
    : QMessageBox(parent)
{
    setObjectName(u"trayQuestion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Close Berth"));
    setIcon(QMessageBox::Information);
    setTextFormat(Qt::PlainText);
    setText(tr("Berth goes on in the tray."));
    setInformativeText(
        tr("It watches Docker and your dev servers there. To end it, choose Quit in the tray's menu "
           "or press Ctrl+Q. The settings have a choice for this."));
    QPushButton *const hide = addButton(tr("&Close the window"), QMessageBox::AcceptRole);
    hide->setObjectName(u"trayHide"_s);
    QPushButton *const quit = addButton(tr("&Quit Berth"), QMessageBox::DestructiveRole);
    quit->setObjectName(u"trayQuit"_s);
    QPushButton *const cancel = addButton(QMessageBox::Cancel);
    setDefaultButton(hide);
    setEscapeButton(cancel);
    connect(hide, &QPushButton::clicked, this, &TrayQuestion::hideWanted);
    connect(quit, &QPushButton::clicked, this, &TrayQuestion::quitWanted);
}

} // namespace ui
