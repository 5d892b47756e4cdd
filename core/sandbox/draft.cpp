// SPDX-License-Identifier: MIT
#include "core/sandbox/draft.h"

#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace core {

namespace {

using Field = DraftProblem::Field;

Result<Mount> checkedProject(const QString &folder, const EngineFacts &engine, const QStringList &homes)
{
    auto project = checkedMount({.source = folder, .target = projectTarget}, engine, homes);
    if (project && !QFileInfo(project->source).isDir())
        return failure(u"run in "_s + project->source, u"it is no folder"_s);
    return project;
}

} // namespace

QString reasonText(const DraftProblem &problem)
{
    const bool isOfSetting = problem.field == Field::Limits || problem.field == Field::Settings;
    return isOfSetting ? problem.error.detail : reasonText(problem.error);
}

Draft draftContainer(const ContainerRequest &request, const EngineFacts &engine, const QStringList &homes)
{
    Draft draft{.spec = {.command = request.command}};
    const auto note = [&draft](Field field, const Error &error, qsizetype index = 0) {
        draft.problems.append({.field = field, .index = index, .error = error});
    };

    if (request.command.isEmpty() || request.command.first().isEmpty())
        note(Field::Command, {.tried = u"run a command"_s, .detail = u"there is none"_s});
    if (const auto image = parseImage(request.image))
        draft.spec.image = *image;
    else
        note(Field::Image, image.error());
    const auto project = checkedProject(request.folder, engine, homes);
    if (project)
        draft.spec.project = *project;
    else
        note(Field::Folder, project.error());
    const QString user = project ? sandboxUser(engine, project->source) : sandboxUser(engine);
    if (const auto limits = parseLimits(request.memory, request.pids, user))
        draft.spec.limits = *limits;
    else
        note(Field::Limits, limits.error());
    draft.spec.limits.init = engine.hasInit;
    if (engine.flavour == Flavour::Podman)
        draft.spec.removal = ContainerSpec::Removal::ByOwner;

    QSet<QString> targets{projectTarget};
    for (qsizetype i = 0; i < request.mounts.size(); ++i) {
        const auto mount = checkedMount(request.mounts.at(i), engine, homes);
        if (!mount) {
            note(Field::Mount, mount.error(), i);
        } else if (targets.contains(mount->target)) {
            note(Field::Mount,
                 {.tried = u"mount "_s + mount->source,
                  .detail = u"two mounts share the target "_s + mount->target},
                 i);
        } else {
            targets.insert(mount->target);
            draft.spec.mounts.append(*mount);
        }
    }
    return draft;
}

} // namespace core
