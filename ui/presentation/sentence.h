// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace ui {

// `text` with a capital letter in front.
QString capitalised(QString text);

// A raw reason as a sentence: one redacted line that begins with a capital letter and ends with a full stop.
// Empty stays empty.
QString sentence(const QString &reason);

// The sentences that are not empty, one after the other.
QString joinedSentences(const QStringList &sentences);

// The parts that are not empty, as one line with dots between: "Docker Engine 28.2.2 · checked just now".
QString joinedLine(const QStringList &parts);

} // namespace ui
