// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/stream.h"

#include <QList>
#include <QProcessEnvironment>
#include <QStringList>

namespace tests {

// Streams of real processes that play a shell script instead of docker's client, each its own; the last
// script is played again where there are more streams than scripts.
class PlayedStreams final
{
public:
    explicit PlayedStreams(QStringList scripts)
        : m_scripts(std::move(scripts))
    {}

    core::StreamStarter starter()
    {
        return [this](const QStringList &arguments) {
            const QString script = m_scripts.value(m_asked.size(), m_scripts.last());
            m_asked.append(arguments);
            return std::make_unique<core::Stream>(QStringLiteral("/bin/sh"),
                                                  QStringList{QStringLiteral("-c"), script},
                                                  QProcessEnvironment::systemEnvironment());
        };
    }

    // The arguments of each stream that was asked for.
    const QList<QStringList> &asked() const { return m_asked; }

private:
    QStringList m_scripts;
    QList<QStringList> m_asked;
};

} // namespace tests
