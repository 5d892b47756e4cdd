// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverend.h"
#include "core/probe/verdict.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>
#include <variant>

namespace core {

// A verdict as it is remembered.
struct VerdictEntry
{
    enum class Result { Usable, Unusable, Unknown };

    QString key;     // its own: written twice, it is one
    QString session; // of the window that asked; empty where a command did
    QDateTime at;    // UTC: when the check ended
    QString context;
    QString endpoint;
    Result result = Result::Unknown;
    Egress::Status egress = Egress::Status::NotMeasured;
    Hardening::Status hardening = Hardening::Status::NotMeasured;
    QString diagnosis; // its id; empty where there is none
    QString reason;    // one scrubbed line; empty where all is well
    std::chrono::milliseconds elapsed{0};

    bool operator==(const VerdictEntry &) const = default;
};

// The end of a dev server as it is remembered.
struct ServerEndEntry
{
    using Ending = ServerEnd::Ending;
    using Witness = ServerEnd::Witness;

    QString key;                        // of the one run: the same for each witness
    Witness witness = Witness::Watcher; // who knows most about it has the last word
    QDateTime at;                       // UTC
    QString name;
    quint16 port = 0; // 0 where it never had one
    QString project;
    QString image;
    std::optional<std::chrono::milliseconds> ran; // absent where it never started
    Ending ending = Ending::Removed;
    std::optional<int> exitCode;
    QString reason; // one sentence, made by whoever recorded it; empty where there is nothing to explain

    bool operator==(const ServerEndEntry &) const = default;
};

using HistoryEntry = std::variant<VerdictEntry, ServerEndEntry>;

// For how long a window was there without a break: the last verdict held meanwhile.
struct WatchSpan
{
    QString session;
    QDateTime began; // UTC
    QDateTime seen;  // UTC: when it was there the last time

    bool operator==(const WatchSpan &) const = default;
};

// How often a window says that it is still there.
inline constexpr std::chrono::minutes watchBeat{5};

// The same span, seen now; or a new one where the machine slept, or its clock jumped.
WatchSpan continued(const WatchSpan &span, const QDateTime &now);

// An endpoint as entries have it: one redacted line.
QString rememberedEndpoint(const QString &endpoint);

QDateTime timeOf(const HistoryEntry &entry);

} // namespace core
