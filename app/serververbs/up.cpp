// SPDX-License-Identifier: MIT
#include "app/serververbs/up.h"

#include "app/composition.h"
#include "app/launchdefaults.h"
#include "app/outputpipe.h"
#include "app/printing.h"
#include "app/remember.h"
#include "app/serververbs/upsession.h"
#include "app/signalwatch.h"
#include "core/base/instancelock.h"
#include "core/base/rejectedsetting.h"
#include "core/devserver/name.h"
#include "core/devserver/owners.h"
#include "core/history/records.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>

using namespace core;
using namespace Qt::StringLiterals;
using Kind = ServerTrouble::Kind;

namespace app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("UpVerb", text);
}

// The request with what the settings say of it.
Result<LaunchRequest> completed(const LaunchRequest &asked, const Settings &settings)
{
    LaunchRequest request = withSettings(asked, settings);
    if (request.container.image.isEmpty())
        return failure(u"choose an image"_s,
                       tr("No image is named: give one with --image, or in the setting servers/image."));
    if (asked.container.image.isEmpty() && !parseImage(request.container.image))
        return rejectedSetting(u"servers/image"_s, request.container.image, u"an image, as in node:22"_s);
    if (!request.rejected.isEmpty())
        return tl::unexpected(request.rejected.first());
    return request;
}

int orElse(int exitCode, int otherwise)
{
    return exitCode != 0 ? exitCode : otherwise;
}

} // namespace

QString upSentence(const ServerTrouble &trouble)
{
    const auto port = portOfServerName(trouble.holder);
    QString sentence = ui::troubleSentence(trouble);
    if (trouble.kind != Kind::PortHeldByServer || !port)
        return sentence;
    // Only one of our own name gives way.
    const QString advice = trouble.holder == serverName(*port)
        ? tr("“berth open %1” opens it, and “berth up --replace” starts this one in its place.").arg(*port)
        : tr("“berth open %1” opens it, and “berth down %1” takes it down.").arg(*port);
    return ui::joinedSentences({sentence, advice});
}

int upExitCode(const Server &server, int takenDown)
{
    if (server.state == ServerState::Stopped)
        return takenDown;
    const ServerTrouble trouble = server.trouble.value_or(ServerTrouble{.kind = Kind::CouldNotStart});
    switch (trouble.kind) {
    case Kind::BadRequest:
    case Kind::EngineUnreachable:
    case Kind::ImageMissing:
    case Kind::PortHeldByServer:
    case Kind::PortHeldByContainer:
    case Kind::PortHeldByProcess:
    case Kind::NoFreePort:
    case Kind::CouldNotStart:
    case Kind::FolderGone:
    case Kind::EngineLost:
    case Kind::ClientEnded:
    case Kind::NotRemoved:
        return ExitNotStarted;
    case Kind::CommandNotFound:
        return ExitNotFound;
    case Kind::CommandNotExecutable:
        return ExitNotExecutable;
    case Kind::OutOfMemory:
    case Kind::RemovedOutside:
        return orElse(trouble.exitCode, ExitKilled);
    case Kind::Exited: // a server that ends has failed, whatever it says
    case Kind::PidsLimit:
    case Kind::StoppedOutside:
        return orElse(trouble.exitCode, ExitFailed);
    case Kind::OwnLoopback:
    case Kind::ServesNothing:
    case Kind::NotReadyInTime:
    case Kind::NotHttp:
    case Kind::RenamedOutside:
        return ExitFailed;
    }
    Q_UNREACHABLE();
}

int runUpVerb(const CommandLine &line, const Settings &settings)
{
    const auto request = completed(line.launch, settings);
    if (!request) {
        say(upSentence({.kind = Kind::BadRequest, .detail = request.error().detail}));
        return ExitNotStarted;
    }
    outliveReaders();
    const EngineAccess access = composeAccess(settings, line.context);
    QList<HistoryEntry> ends;
    LaunchSources sources = composeLaunch(settings, access);
    sources.keepEnd = [&ends](const ServerEnd &end) { ends.append(serverEndEntry(end)); };
    int exitCode = 0;
    {
        const InstanceLock lock(instancesFolder());
        UpSession session(*request, sources, access, line.keeping);
        SignalWatch signalWatch;
        QObject::connect(&signalWatch, &SignalWatch::interrupted, &session, &UpSession::interrupt);
        QObject::connect(&session, &UpSession::over, &session,
                         [](int code) { QCoreApplication::exit(code); });
        session.start();
        exitCode = QCoreApplication::exec();
    }
    blockingPool().waitForDone();
    remember(ends);
    return exitCode;
}

} // namespace app
