// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/docker/engine.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace core {

// A hole in the boundary as somebody asks for it: nothing of it is checked yet.
struct MountRequest
{
    enum class Access { ReadWrite, ReadOnly };

    QString source; // on this machine, absolute or relative
    QString target; // in the container, absolute
    Access access = Access::ReadWrite;

    bool operator==(const MountRequest &) const = default;
};

// One that was checked.
struct Mount
{
    using Access = MountRequest::Access;

    QString source; // canonical: no symbolic link is left in it for anybody to follow
    QString target;
    Access access = Access::ReadWrite;
    quint64 device = 0; // what was found at the source
    quint64 inode = 0;

    bool operator==(const Mount &) const = default;
};

// The home folders of the calling user: of the environment and of the user database.
QStringList homeFolders();

// A mount that may be passed to the engine. Refused are: an engine on another host, which would mount its own
// folder of that name; what is no folder and no plain file; the docker socket, the system's own folders, the
// home folders and what programs keep their secrets in, and all that is above or, but for a project in a home
// folder, inside of these, by whatever name it is reached; and what docker cannot be told.
Result<Mount> checkedMount(const MountRequest &request, const EngineFacts &engine, const QStringList &homes);

// Whether the source is still what was checked; asked right before the engine is. What remains: the engine
// resolves the path once more when it starts the container, some ten milliseconds later, and whoever may
// write to a folder above the source can put a symbolic link there in between. A path is all that docker can
// be told.
std::optional<Error> changeSince(const Mount &mount);

// `--mount type=bind,…`, each field quoted as in a line of CSV where it has to be.
QStringList mountArguments(const Mount &mount);

} // namespace core
