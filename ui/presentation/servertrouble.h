// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

#include <QString>

namespace ui {

// What is wrong with a dev server and what to do about it, as plain text.
QString troubleSentence(const core::ServerTrouble &trouble);

// The kind as the word that `berth ls --json` has for it; it does not change.
QString troubleId(core::ServerTrouble::Kind kind);

} // namespace ui
