// SPDX-License-Identifier: MIT
#pragma once

#include <QMap>
#include <QStringList>

namespace bench {

// What a program may leave behind, counted by name: child processes, descriptors and threads of this process,
// containers and volumes of the engine, lock files and other files in its folder.
using Footprint = QMap<QString, qsizetype>;

inline const QString processes = QStringLiteral("child processes");
inline const QString descriptors = QStringLiteral("open descriptors");
inline const QString threads = QStringLiteral("threads");
inline const QString containers = QStringLiteral("containers");
inline const QString volumes = QStringLiteral("volumes");
inline const QString lockFiles = QStringLiteral("lock files");
inline const QString otherFiles = QStringLiteral("other files");

// Counts now. Threads that wait for work end first: those that are still there have some. What cannot be
// counted is -1.
Footprint footprint(const QString &folder);

// What is more in `now` than in `before`, of these names.
QStringList moreThan(const Footprint &before, const Footprint &now, const QStringList &names);

// What it has of the machine's memory; and how much of that is nothing but its own. The rest are pages of
// files, its program's and its libraries', which the system takes and brings back as it likes.
double residentMiB();
double ownMiB();

} // namespace bench
