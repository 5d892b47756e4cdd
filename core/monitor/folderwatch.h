// SPDX-License-Identifier: MIT
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>

namespace core {

// Notices that folders go and come back. What is watched is the nearest folder above each that is there: a
// watch on the folder itself would end with it.
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
    struct Followed
    {
        int count = 0;
        QString watched;
        bool isGone = false;
    };

    void look(const QString &folder, Followed &followed);
    void unwatch(const QString &path);
    void onChanged(const QString &path);

    QFileSystemWatcher m_watcher;
    QHash<QString, Followed> m_folders;
    QHash<QString, int> m_watchedBy; // how many folders need each watched one
};

} // namespace core
