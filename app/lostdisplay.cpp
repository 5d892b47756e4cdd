// SPDX-License-Identifier: MIT
#include "app/lostdisplay.h"

#include <QCoreApplication>
#include <QThread>

#include <cstdlib>
#include <utility>

using namespace Qt::StringLiterals;

namespace app {

namespace {

// A message handler can reach nothing but what is global.
std::function<void()> *ending = nullptr;
QtMessageHandler previousHandler = nullptr;

// In the words of Qt's xcb and wayland plugins, right before they call exit(). A function for exit() itself
// would be too late: what was made after it was registered is destroyed before it is called.
bool isLoss(QtMsgType type, const QString &message)
{
    return type == QtWarningMsg
        && (message.startsWith("The X11 connection broke"_L1)
            || message.startsWith("The Wayland connection "_L1));
}

void onMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    previousHandler(type, context, message);
    const bool isMainThread = qApp != nullptr && QThread::currentThread() == qApp->thread();
    if (ending == nullptr || !isMainThread || !isLoss(type, message))
        return;
    const auto end = std::exchange(ending, nullptr);
    (*end)();
    std::_Exit(EXIT_FAILURE);
}

} // namespace

LostDisplay::LostDisplay(std::function<void()> end)
{
    ending = new std::function<void()>(std::move(end));
    previousHandler = qInstallMessageHandler(&onMessage);
}

LostDisplay::~LostDisplay()
{
    qInstallMessageHandler(previousHandler);
    delete std::exchange(ending, nullptr);
}

} // namespace app
