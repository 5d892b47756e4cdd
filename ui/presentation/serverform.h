// SPDX-License-Identifier: MIT
#pragma once

#include "core/sandbox/draft.h"

#include <QString>

namespace ui {

// What is wrong with one field, as sentences to stand beside it; the last says what to do.
QString problemSentence(const core::DraftProblem &problem);

// Why a command line cannot be split.
QString commandLineSentence(const core::Error &error);

// What has to be filled in before anything else can be wrong: "Still needed: an image, a command." Empty
// where nothing has.
QString neededSentence(const core::ContainerRequest &request);
// Whether the problem is no more than that its field is still empty.
bool isStillNeeded(const core::DraftProblem &problem, const core::ContainerRequest &request);

// The command as a shell takes it, each option of docker's on a line of its own; `command` names the program
// first.
QString commandLines(const QStringList &command);

// That the server of this name makes way for the new one.
QString replacementSentence(const QString &holder);

} // namespace ui
