// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/engine.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace core {

// The engine's architecture as `version --format {{.Server.Arch}}` prints it: one `[a-z0-9_]+` word. Anything
// else, an empty line above all, is no engine's answer.
std::optional<QString> parseArchitecture(const QByteArray &out);

// The version in `docker --version` ("Docker version 28.2.2, build …"); empty where there is none.
QString parseClientVersion(const QByteArray &out);

// `version --format {{json .}}`: fills in the two versions, the architecture and, for podman and Desktop, the
// flavour. What cannot be read leaves the facts as they are.
void applyVersion(EngineFacts &facts, const QByteArray &out);

// `info --format {{json .}}`: everything else about the engine.
void applyInfo(EngineFacts &facts, const QByteArray &out);

// The objects in docker's output, one per line, or in podman's one array. Broken rows are logged and skipped.
QList<QJsonObject> parseRows(const QByteArray &out);

} // namespace core
