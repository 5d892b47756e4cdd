// SPDX-License-Identifier: MIT
#include "ui/folderquestion.h"

#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace ui {

void askForFolder(QWidget *parent, const QString &title, const QString &present,
                  std::function<void(const QString &)> then)
{
    auto *const dialog = new QFileDialog(parent, title, present.isEmpty() ? QDir::homePath() : present);
    dialog->setObjectName(u"folderQuestion"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(then));
    dialog->open();
}

} // namespace ui
