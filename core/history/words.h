// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/entry.h"

#include <QString>

namespace core {

// The words that the file, the JSON and the exported table have for these; they are for ever.
QString wordOf(VerdictEntry::Result result);
QString wordOf(Egress::Status status);
QString wordOf(Hardening::Status status);
QString wordOf(ServerEndEntry::Ending ending);

// And back; a word that nobody knows is the one that claims least.
VerdictEntry::Result resultOf(const QString &word);
Egress::Status egressOf(const QString &word);
Hardening::Status hardeningOf(const QString &word);
ServerEndEntry::Ending endingOf(const QString &word);

} // namespace core
