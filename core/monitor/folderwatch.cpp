// SPDX-License-Identifier: MIT
#include "core/monitor/folderwatch.h"

#include <QFileInfo>

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
    if (found == m_folders.end() || --found->count > 0)
        return;
    unwatch(found->watched);
    m_folders.erase(found);
}

bool FolderWatch::isGone(const QString &folder) const
{
    return m_folders.value(folder).isGone;
}

void FolderWatch::look(const QString &folder, Followed &followed)
{
    const QString above = nearestAbove(folder);
    if (above != followed.watched) {
        unwatch(followed.watched);
        followed.watched = above;
        if (++m_watchedBy[above] == 1)
            m_watcher.addPath(above);
    } else if (!m_watcher.directories().contains(above)) {
        m_watcher.addPath(above); // it went and came back meanwhile: the watch went with it
    }
    followed.isGone = !QFileInfo(folder).isDir();
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
    QStringList others;
    for (auto followed = m_folders.begin(); followed != m_folders.end(); ++followed) {
        if (followed->watched != path)
            continue;
        const bool wasGone = followed->isGone;
        look(followed.key(), *followed);
        if (followed->isGone != wasGone)
            others.append(followed.key());
    }
    for (const QString &folder : std::as_const(others))
        Q_EMIT changed(folder);
}

} // namespace core
