// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QString>

namespace ui {

// The check as Markdown, to paste into a bug report: redacted, and nothing that docker or a container printed
// can leave the block or the table cell that it stands in. Headings are English whatever the language of the
// window, because the one who reads it is not the one who copied it. `system` is the machine: "Debian
// GNU/Linux 12".
QString markdownReport(const core::Measurement &measurement, const QString &berthVersion,
                       const QString &system);

} // namespace ui
