// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace core {

// What the header of an ELF program says about where it can run.
struct ElfFacts
{
    QString architecture; // docker's word: amd64, arm64; empty where docker has none for this machine
    quint16 machine = 0;  // the ELF number, to tell where there is no word
    bool isStatic = false;

    bool operator==(const ElfFacts &) const = default;
};

// How much of a file parseElf wants to see.
inline constexpr qsizetype elfHeadSize = qsizetype(64) * 1024;

// Reads the first bytes of a program. The detail of its error goes behind the name of the file: "is not an
// ELF program".
Result<ElfFacts> parseElf(const QByteArray &head);
Result<ElfFacts> readElf(const QString &path);

} // namespace core
