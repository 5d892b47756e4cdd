// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/monitor/monitor.h"

#include <QStringList>

#include <optional>

namespace bench {

// Runs docker on the engine that it reaches; its output, or nothing where it failed.
std::optional<QByteArray> docker(const QStringList &arguments);

// The image with the bench's own server as the one program in it, on that engine for as long as this lives.
class ServerImage final
{
public:
    ServerImage();
    ~ServerImage();
    ServerImage(const ServerImage &) = delete;
    ServerImage &operator=(const ServerImage &) = delete;

    bool isThere() const { return m_isThere; }

    static QString name();
    // What serves on that port; `{port}` is as good.
    static QStringList command(const QString &port);

private:
    bool m_isThere = false;
};

// The program's own, with a check that finds everything in order at once: one that does not is repeated, and
// a bench's engine has no way out.
core::MonitorSources settledSources(const app::Settings &settings);

} // namespace bench
