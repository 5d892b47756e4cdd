// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/sandbox/mounts.h"
#include "core/sandbox/shapes.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace core {

// A hardened container as somebody asks for it: nothing of it is checked yet.
struct ContainerRequest
{
    QString folder = QStringLiteral(".");
    QString image;
    QStringList command;                   // the program and its arguments
    QList<MountRequest> mounts;            // further holes, beyond the project folder
    QString memory = QStringLiteral("2g"); // the settings sandbox/memory and sandbox/pids as they are written
    QString pids = QStringLiteral("512");

    bool operator==(const ContainerRequest &) const = default;
};

// One thing that is wrong with a request, and where.
struct DraftProblem
{
    enum class Field { Folder, Image, Command, Mount, Limits, Settings };

    Field field = Field::Folder;
    qsizetype index = 0; // of the mount
    Error error;

    bool operator==(const DraftProblem &) const = default;
};

// What is wrong with it, with what was tried where that is not said yet: a setting's error names the setting.
QString reasonText(const DraftProblem &problem);

// The container as far as it can be made: it is whole where there is no problem. Name and labels are the
// caller's.
struct Draft
{
    ContainerSpec spec;
    QList<DraftProblem> problems;
};

Draft draftContainer(const ContainerRequest &request, const EngineFacts &engine, const QStringList &homes);

} // namespace core
