// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QString>

namespace core {

// What docker's prose says, beside the diagnosis catalogue the one place that knows its words. Each takes a
// whole standard error and matches several versions' texts.

// The engine itself, or the client for it, refused: "docker: …", "Error response from daemon: …".
bool isEngineSpeaking(const QString &said);
// The connection was never made or was lost on the way.
bool saysConnectionBroke(const QString &said);
// The image, or a program of the right kind in it, is not there: never the engine's fault where the image is
// ours.
bool saysImageUnfit(const QString &said);
// The program of that path could not be executed in the container.
bool saysCannotExecute(const QString &said, const QString &program);
// A layer's files are not there, or cannot be mounted.
bool saysLayerUnfit(const QString &said);
// The engine has no init binary for --init.
bool saysInitMissing(const QString &said);
// There is no container of that name or id.
bool saysNoSuchContainer(const QString &said);
// The port is another container's or process's.
bool saysPortTaken(const QString &said);
// The name is another container's.
bool saysNameTaken(const QString &said);
// The folder to be mounted is not there.
bool saysSourceMissing(const QString &said);
bool saysForwardingDisabled(const QString &said);

// Without the client's warnings, which stand before the message and may say anything: a damaged config.json
// is "unexpected EOF" or "invalid character", whatever became of the command.
QString withoutWarnings(QString said);
// Why a command failed, in docker's own words where it said any: one scrubbed line, without the client's
// notes, which are warnings before the message and the hint at --help behind it. Empty where nothing was
// said.
QString reasonOf(const CommandOutcome &outcome);

} // namespace core
