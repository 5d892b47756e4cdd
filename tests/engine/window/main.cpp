// SPDX-License-Identifier: MIT
#include "app/finish.h"
#include "app/settings.h"
#include "app/windowsession.h"
#include "tests/engine/window/driver.h"

#include <QApplication>

using namespace Qt::StringLiterals;

// Berth's window as `berth` opens it, with a driver in the place of a person.
int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"berth"_s);
    QApplication::setApplicationDisplayName(u"Berth"_s);
    int exitCode = 0;
    {
        app::WindowSession session(app::readSettings().settings, {});
        session.window().setObjectName(u"mainWindow"_s);
        const tests::Driver driver(session.window());
        session.open();
        exitCode = QApplication::exec();
    }
    app::finishBlockingWork(exitCode);
    return exitCode;
}
