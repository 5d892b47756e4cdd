// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QSet>
#include <QString>

#include <functional>

namespace app {

// Prints a check for people: each fact once, as soon as it is known, and at the end the conclusion.
class FactPrinter final
{
public:
    explicit FactPrinter(std::function<void(const QString &)> print);

    void report(const core::Measurement &soFar);
    void conclude(const core::Measurement &measurement);

private:
    std::function<void(const QString &)> m_print;
    QSet<QString> m_printed; // names of facts
    bool m_placePrinted = false;
};

} // namespace app
