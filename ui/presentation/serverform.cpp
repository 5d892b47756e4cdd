// SPDX-License-Identifier: MIT
#include "ui/presentation/serverform.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>

#include <utility>

using namespace Qt::StringLiterals;
using core::ContainerRequest;
using core::DraftProblem;
using Field = core::DraftProblem::Field;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::ServerFormText)
};

QString advice(Field field)
{
    switch (field) {
    case Field::Folder:
        return Text::tr("Choose another folder or engine.");
    case Field::Image:
        return Text::tr("Write it as in node:22.");
    case Field::Command:
        return Text::tr("Change the command.");
    case Field::Mount:
        return Text::tr("Change the mount or remove it.");
    case Field::Limits:
    case Field::Settings:
        return Text::tr("Change it in the settings.");
    }
    Q_UNREACHABLE();
}

} // namespace

QString problemSentence(const DraftProblem &problem)
{
    return joinedSentences({sentence(problem.error.detail), advice(problem.field)});
}

QString commandLineSentence(const core::Error &error)
{
    return joinedSentences({sentence(error.detail), Text::tr("Change the line, or edit the list instead.")});
}

QString neededSentence(const ContainerRequest &request)
{
    QStringList needed;
    if (request.folder.isEmpty())
        needed.append(Text::tr("a folder"));
    if (request.image.isEmpty())
        needed.append(Text::tr("an image"));
    if (request.command.isEmpty())
        needed.append(Text::tr("a command"));
    return needed.isEmpty() ? QString() : Text::tr("Still needed: %1.").arg(needed.join(u", "_s));
}

bool isStillNeeded(const DraftProblem &problem, const ContainerRequest &request)
{
    switch (problem.field) {
    case Field::Folder:
        return request.folder.isEmpty();
    case Field::Image:
        return request.image.isEmpty();
    case Field::Command:
        return request.command.isEmpty();
    case Field::Mount:
    case Field::Limits:
    case Field::Settings:
        return false;
    }
    Q_UNREACHABLE();
}

QString commandLines(const QStringList &command)
{
    // The entrypoint is the last option: after it come the image and what the container is given.
    const qsizetype entrypoint = command.indexOf(u"--entrypoint"_s);
    const qsizetype image = entrypoint < 0 ? command.size() : entrypoint + 2;
    QStringList lines;
    QStringList line;
    bool isOfRun = false;
    for (qsizetype at = 0; at < command.size(); ++at) {
        const QString &word = command.at(at);
        const bool isOption = isOfRun && at < image - 1 && word.startsWith("--"_L1);
        if (isOption || at == image)
            lines.append(core::shellCommand(std::exchange(line, {})));
        line.append(word);
        isOfRun = isOfRun || word == "run"_L1;
    }
    lines.append(core::shellCommand(line));
    return lines.join(u" \\\n    "_s);
}

QString replacementSentence(const QString &holder)
{
    constexpr qsizetype shownCharacters = 80;
    return Text::tr("%1 is taken down first.").arg(core::excerpt(holder, shownCharacters));
}

} // namespace ui
