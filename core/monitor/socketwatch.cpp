// SPDX-License-Identifier: MIT
#include "core/monitor/socketwatch.h"

#include "core/docker/socket.h"

#include <QFileInfo>

namespace core {

SocketWatch::SocketWatch(QObject *parent)
    : QObject(parent)
{
    connect(&m_folder, &QFileSystemWatcher::directoryChanged, this, &SocketWatch::look);
}

void SocketWatch::watch(const QString &path)
{
    m_looking.cancel();
    if (const QStringList watched = m_folder.directories(); !watched.isEmpty())
        m_folder.removePaths(watched);
    m_path = path;
    if (const QString folder = QFileInfo(path).path(); !path.isEmpty() && QFileInfo::exists(folder))
        m_folder.addPath(folder);
}

// An engine makes its socket, then listens, then sets its permissions: each is a change of the folder, and
// the last one counts.
void SocketWatch::look()
{
    m_looking.start(
        [path = m_path](const std::stop_token &) {
            return lookAtSocket(path).state == SocketFacts::State::Listening;
        },
        [this](bool isListening) {
            if (isListening)
                Q_EMIT listening();
        });
}

} // namespace core
