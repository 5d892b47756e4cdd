// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QString>

namespace screenshots {

// The history in every state, as "history-STATE-SUFFIX.png", and the window with the strip, as
// "timeline-SUFFIX.png".
void shootHistory(const QDir &folder, const QString &suffix);
void shootTimeline(const QDir &folder, const QString &suffix);

} // namespace screenshots
