// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>

namespace core {

// The last run of a port, kept on disk because --rm takes the container's own log with it:
// `<folder>/<port>.run`, one line of JSON and then the output as it came, at most 1 MiB of its end.
struct LastRun
{
    static constexpr qsizetype mostBytes = 1024 * 1024;

    quint16 port = 0;
    QString name;
    QString project;
    QString image;
    QDateTime started; // UTC
    QDateTime ended;
    std::optional<int> exitCode;
    QString reason; // one sentence for people, made by whoever saves it; empty where it was stopped as asked
    QByteArray output;

    bool operator==(const LastRun &) const = default;
};

// Written whole or not at all (QSaveFile), readable by the user alone.
std::optional<Error> saveLastRun(const QString &folder, const LastRun &run);
Result<LastRun> readLastRun(const QString &folder, quint16 port);

// The port that the project had last; absent where it had none.
std::optional<quint16> lastPortOf(const QString &folder, const QString &project);

// $XDG_STATE_HOME/berth, else ~/.local/state/berth; it need not exist.
QString stateFolder();

} // namespace core
