// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QString>

namespace screenshots {

// Every state of the tray at every size, on panels of several colours.
void shootTray(const QDir &folder);

// The dialog about what was left behind, before and after a removal.
void shootReview(const QDir &folder, const QString &suffix);

// The window with the bars of what was left behind and of news.
void shootNews(const QDir &folder, const QString &suffix);

} // namespace screenshots
