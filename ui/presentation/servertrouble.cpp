// SPDX-License-Identifier: MIT
#include "ui/presentation/servertrouble.h"

#include "core/base/redaction.h"
#include "core/sandbox/hardening.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using core::ServerTrouble;
using Kind = ServerTrouble::Kind;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::ServerTrouble)
};

QString shown(const QString &text)
{
    constexpr qsizetype shownCharacters = 100;
    return core::excerpt(text, shownCharacters);
}

// What happened, what docker said of it where it said anything, and what to do: the diagnosis where the
// trouble is recognised, else `otherwise`.
QString explained(const QString &whatHappened, const ServerTrouble &trouble, const QString &otherwise)
{
    const QString advice = trouble.diagnosis
        ? joinedSentences({trouble.diagnosis->cause, trouble.diagnosis->remedy})
        : otherwise;
    return joinedSentences({whatHappened, sentence(trouble.detail), advice});
}

QString heldByContainer(const ServerTrouble &trouble)
{
    const QString name = shown(trouble.holder);
    return trouble.detail.isEmpty()
        ? Text::tr("The container “%1” holds the port: remove it, or choose another port.").arg(name)
        : Text::tr("The container “%1” (%2) holds the port: remove it, or choose another port.")
              .arg(name, shown(trouble.detail));
}

QString heldByProcess(const ServerTrouble &trouble)
{
    return trouble.holder.isEmpty()
        ? Text::tr("A program of this machine listens on the port: end it, or choose another port.")
        : Text::tr("The program “%1” (process %2) listens on the port: end it, or choose another port.")
              .arg(shown(trouble.holder), QString::number(trouble.holderPid));
}

QString exited(const ServerTrouble &trouble)
{
    return trouble.exitCode == 0
        ? Text::tr("It ended by itself, without an error: give it a command that goes on serving.")
        : Text::tr("It ended by itself with exit code %1: look into its log for the reason.")
              .arg(trouble.exitCode);
}

} // namespace

QString troubleSentence(const ServerTrouble &trouble)
{
    switch (trouble.kind) {
    case Kind::BadRequest:
        return explained(Text::tr("It cannot be started like this."), trouble,
                         Text::tr("Change that, then start it again."));
    case Kind::EngineUnreachable:
        return explained(Text::tr("The engine cannot be reached."), trouble,
                         Text::tr("Check the engine, then start it again."));
    case Kind::ImageMissing:
        return explained(Text::tr("Its image is not there and could not be pulled."), trouble,
                         Text::tr("Check the name of the image, or pull it with “docker pull”."));
    case Kind::PortHeldByServer:
        return Text::tr("The dev server “%1” holds the port: open that one, replace it, or choose another "
                        "port.")
            .arg(shown(trouble.holder));
    case Kind::PortHeldByContainer:
        return heldByContainer(trouble);
    case Kind::PortHeldByProcess:
        return heldByProcess(trouble);
    case Kind::NoFreePort:
        return Text::tr("No port of the range is free: take down a dev server, or widen the range with the "
                        "settings servers/firstPort and servers/lastPort.");
    case Kind::CommandNotFound:
        return explained(Text::tr("There is no such command in the image."), trouble,
                         Text::tr("Name one that it has."));
    case Kind::CommandNotExecutable:
        return explained(Text::tr("The command cannot be executed in the container."), trouble,
                         Text::tr("Make it executable there, or name another one."));
    case Kind::CouldNotStart:
        return explained(Text::tr("Its container could not be started."), trouble,
                         Text::tr("Check whether the engine can run containers at all."));
    case Kind::Exited:
        return exited(trouble);
    case Kind::OutOfMemory:
        return Text::tr("It was killed: it hit the memory limit of %1. Raise it with the setting "
                        "sandbox/memory.")
            .arg(core::memoryText(trouble.memory));
    case Kind::PidsLimit:
        return Text::tr("It hit the limit of %1 processes: raise it with the setting sandbox/pids.")
            .arg(trouble.pids);
    case Kind::OwnLoopback:
        return Text::tr("It listens on 127.0.0.1 inside its container, where nothing from outside reaches "
                        "it: have it listen on 0.0.0.0, mostly with --host 0.0.0.0.");
    case Kind::ServesNothing:
        return Text::tr("Nothing listens on the port inside its container: have it use that port; {port} in "
                        "its command stands for it.");
    case Kind::NotReadyInTime:
        return Text::tr("It runs and has not answered yet: look into its log for what it is doing.");
    case Kind::NotHttp:
        return Text::tr("It answers, but not by HTTP: look into its log for what it serves on that port.");
    case Kind::FolderGone:
        return Text::tr("Its project folder is not there any more: take it down, or put the folder back and "
                        "restart it.");
    case Kind::EngineLost:
        return explained(Text::tr("The engine went away under it."), trouble,
                         Text::tr("Check the engine, then start it again."));
    case Kind::ClientEnded:
        return Text::tr("Its docker client was ended from outside, and its container runs on: take it down, "
                        "or start it again in its place.");
    case Kind::StoppedOutside:
        return Text::tr("It was stopped from outside, by “docker stop” or a signal: start it again if that "
                        "was not meant.");
    case Kind::RemovedOutside:
        return Text::tr("Its container was killed or removed from outside: start it again if that was not "
                        "meant.");
    case Kind::RenamedOutside:
        return Text::tr("Its container was renamed to “%1” from outside: rename it back, or take it down.")
            .arg(shown(trouble.detail));
    case Kind::NotRemoved:
        return explained(Text::tr("It was to be taken down, and its container is still there."), trouble,
                         Text::tr("Check the engine, then take it down again."));
    }
    Q_UNREACHABLE();
}

QString troubleId(Kind kind)
{
    switch (kind) {
    case Kind::BadRequest:
        return u"bad-request"_s;
    case Kind::EngineUnreachable:
        return u"engine-unreachable"_s;
    case Kind::ImageMissing:
        return u"image-missing"_s;
    case Kind::PortHeldByServer:
        return u"port-held-by-server"_s;
    case Kind::PortHeldByContainer:
        return u"port-held-by-container"_s;
    case Kind::PortHeldByProcess:
        return u"port-held-by-process"_s;
    case Kind::NoFreePort:
        return u"no-free-port"_s;
    case Kind::CommandNotFound:
        return u"command-not-found"_s;
    case Kind::CommandNotExecutable:
        return u"command-not-executable"_s;
    case Kind::CouldNotStart:
        return u"could-not-start"_s;
    case Kind::Exited:
        return u"exited"_s;
    case Kind::OutOfMemory:
        return u"out-of-memory"_s;
    case Kind::PidsLimit:
        return u"pids-limit"_s;
    case Kind::OwnLoopback:
        return u"own-loopback"_s;
    case Kind::ServesNothing:
        return u"serves-nothing"_s;
    case Kind::NotReadyInTime:
        return u"not-ready-in-time"_s;
    case Kind::NotHttp:
        return u"not-http"_s;
    case Kind::FolderGone:
        return u"folder-gone"_s;
    case Kind::EngineLost:
        return u"engine-lost"_s;
    case Kind::ClientEnded:
        return u"client-ended"_s;
    case Kind::StoppedOutside:
        return u"stopped-outside"_s;
    case Kind::RemovedOutside:
        return u"removed-outside"_s;
    case Kind::RenamedOutside:
        return u"renamed-outside"_s;
    case Kind::NotRemoved:
        return u"not-removed"_s;
    }
    Q_UNREACHABLE();
}

} // namespace ui
