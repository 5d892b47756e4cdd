// SPDX-License-Identifier: MIT
#include "core/monitor/folderwatch.h"

#include <QFileInfo>

#include <utility>

namespace core {

namespace {

QString nearestAbove(const QString &folder)
{
    QString path = QFileInfo(folder).path();
    while (!QFileInfo::exists(path) && path != QFileInfo(path).path())
        path = QFileInfo(path).path();
    return path;
}

} // namespace

FolderWatch::FolderWatch(QObject *parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FolderWatch::onChanged);
}

void FolderWatch::follow(const QString &folder)
{
    Followed &followed = m_folders[folder];
    if (++followed.count == 1)
        look(folder, followed);
}

void FolderWatch::leave(const QString &folder)
{
    const auto found = m_folders.find(folder);
    if (found == m_folders.end() || --found->second.count > 0)
        return;
    unwatch(found->second.watched);
    m_folders.erase(found);
}

bool FolderWatch::isGone(const QString &folder) const
{
    const auto found = m_folders.find(folder);
    return found != m_folders.end() && found->second.isGone;
}

FolderWatch::Seen FolderWatch::lookAt(const QString &folder)
{
    return {.above = nearestAbove(folder), .isGone = !QFileInfo(folder).isDir()};
}

void FolderWatch::look(const QString &folder, Followed &followed)
{
    followed.looking.start([folder](const std::stop_token &) { return lookAt(folder); },
                           [this, folder](const Seen &seen) { onSeen(folder, seen); });
}

void FolderWatch::onSeen(const QString &folder, const Seen &seen)
{
    const auto found = m_folders.find(folder);
    if (found == m_folders.end())
        return;
    Followed &followed = found->second;
    if (seen.above != followed.watched) {
        unwatch(followed.watched);
        followed.watched = seen.above;
        if (++m_watchedBy[seen.above] == 1)
            m_watcher.addPath(seen.above);
        look(folder, followed); // what happened before it was watched
    } else if (!m_watcher.directories().contains(seen.above)) {
        m_watcher.addPath(seen.above); // it went and came back meanwhile: the watch went with it
    }
    if (std::exchange(followed.isGone, seen.isGone) != seen.isGone)
        Q_EMIT changed(folder);
}

void FolderWatch::unwatch(const QString &path)
{
    const auto found = m_watchedBy.find(path);
    if (found == m_watchedBy.end() || --*found > 0)
        return;
    m_watchedBy.erase(found);
    m_watcher.removePath(path);
}

void FolderWatch::onChanged(const QString &path)
{
    for (auto &[folder, followed] : m_folders) {
        if (followed.watched == path)
            look(folder, followed);
    }
}

} // namespace core
