// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace ui {

// The time of the user's click in an id of X11's startup notification: "…_TIME123". Untrusted text.
std::optional<quint32> clickTimeOf(const QString &startupId);

// Makes the window the active one in the name of the click that `token` stands for: a desktop keeps one that
// asks by itself from taking the focus. Tells the launcher that its wait is over.
void activate(QWidget &window, const QString &token);

} // namespace ui
