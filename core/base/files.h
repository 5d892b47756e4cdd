// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace core {

// Who may read what is written.
enum class Readers {
    Usual, // as the system has it for new files
    Owner  // the user alone
};

// Makes the folder for the user alone; one that is there stays as it is.
std::optional<Error> makeFolder(const QString &folder);

// Writes the file whole or not at all. The error is what `tried` says: "save the last run".
std::optional<Error> saveFile(const QString &path, const QByteArray &content, const QString &tried,
                              Readers readers = Readers::Usual);

} // namespace core
