// SPDX-License-Identifier: MIT
#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace bench {

// Dev servers that run on the engine that docker reaches, from an image of their own, for as long as this
// lives.
class ManyServers final
{
public:
    explicit ManyServers(int count);
    ~ManyServers();

    bool areRunning() const { return m_areRunning; }

private:
    bool importImage();
    bool run(const QStringList &arguments) const;

    const QTemporaryDir m_folder;
    QStringList m_names;
    bool m_areRunning = false;
};

} // namespace bench
