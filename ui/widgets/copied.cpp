// SPDX-License-Identifier: MIT
#include "ui/widgets/copied.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QPushButton>
#include <QTimer>

#include <chrono>

using namespace std::chrono_literals;

namespace ui {

void copyAndSay(const QString &text, QPushButton &button)
{
    QGuiApplication::clipboard()->setText(text);
    const QString copied = QCoreApplication::translate("ui::Copied", "Copied");
    if (button.text() == copied)
        return;
    // The button keeps its place while it answers.
    button.setMinimumWidth(button.width());
    QTimer::singleShot(1500ms, &button, [&button, label = button.text()] { button.setText(label); });
    button.setText(copied);
}

} // namespace ui
