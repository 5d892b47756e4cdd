// SPDX-License-Identifier: MIT
#include "tests/tray/driver.h"

#include <QApplication>

// Berth's tray as a panel shows it, with a driver in the place of an engine and of a person.
int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("berth"));
    QApplication::setQuitOnLastWindowClosed(false);
    const tests::TrayDriver driver;
    return QApplication::exec();
}
