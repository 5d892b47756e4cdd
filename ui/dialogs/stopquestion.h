// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

#include <QList>
#include <QMessageBox>

namespace ui {

// Those that this process started and that run.
QList<core::Server> ownRunning(QList<core::Server> servers);

// The servers as lines to read before one decides, the first of many.
QString listOfServers(const QList<core::Server> &servers);

// One question, whatever number of servers is to be ended; it lists them.
class StopQuestion final : public QMessageBox
{
    Q_OBJECT

public:
    StopQuestion(const QList<core::Server> &servers, QWidget *parent);

Q_SIGNALS:
    void confirmed();
};

} // namespace ui
