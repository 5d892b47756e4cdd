// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QList>

// Checks as they come out of real engines, made by hand: for the window's tests and its screenshots.
namespace samples {

core::EngineFacts engine();
QList<core::Context> contexts();

core::Measurement starting();         // nothing known
core::Measurement containersKnown();  // usable, network and limits under way
core::Measurement usable();           // everything fine
core::Measurement cutOff();           // containers reach nothing, this machine does
core::Measurement offline();          // neither does
core::Measurement namesFail();        // the route works, DNS does not
core::Measurement filtered();         // a name resolves, the address does not answer
core::Measurement limitsPartial();    // two limits are not in force
core::Measurement layerDamaged();     // unusable, with commands
core::Measurement frozen();           // the engine accepts and never answers
core::Measurement notInstalled();     // no docker program
core::Measurement permissionDenied(); // the socket is not the user's
core::Measurement loadFailed();       // the engine answered, the check could not be carried out
core::Measurement podman();           // usable, behind podman's socket

} // namespace samples
