// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace ui {

// Asks for a folder, beginning with `present`, and tells it to `then` unless `parent` is gone by then or the
// question is closed.
void askForFolder(QWidget *parent, const QString &title, const QString &present,
                  std::function<void(const QString &folder)> then);

} // namespace ui
