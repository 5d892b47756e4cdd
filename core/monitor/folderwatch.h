// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>

#include <map>

namespace core {

// Notices that folders go and come back. What is watched is the nearest folder above each that is there: a
// watch on the folder itself would end with it. Looking at one can take for ever, where it is on another
// machine that is away: it is done on a thread of its own, and until it is known a folder counts as there.
class FolderWatch final : public QObject
{
    Q_OBJECT

public:
    explicit FolderWatch(QObject *parent = nullptr);

    // As often as it is followed it has to be left.
    void follow(const QString &folder);
    void leave(const QString &folder);
    bool isGone(const QString &folder) const;

Q_SIGNALS:
    void changed(const QString &folder);

private:
    struct Seen
    {
        QString above; // the nearest one that is there
        bool isGone = false;
    };
    struct Followed
    {
        int count = 0;
        QString watched;
        bool isGone = false;
        Task<Seen> looking{lookingPool()};
    };

    static Seen lookAt(const QString &folder);
    void look(const QString &folder, Followed &followed);
    void onSeen(const QString &folder, const Seen &seen);
    void unwatch(const QString &path);
    void onChanged(const QString &path);

    QFileSystemWatcher m_watcher;
    std::map<QString, Followed> m_folders;
    QHash<QString, int> m_watchedBy; // how many folders need each watched one
};

} // namespace core
