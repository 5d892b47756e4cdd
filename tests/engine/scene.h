// SPDX-License-Identifier: MIT
#pragma once

#include "tests/engine/berthcall.h"
#include "tests/engine/privateengine.h"

#include <QDir>
#include <QMetaType>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

namespace tests {

// One row on its way: an engine, the call that will judge it, and what the row's way of breaking left to
// undo.
struct Scene
{
    explicit Scene(PrivateEngine &theEngine);
    ~Scene();
    Scene(const Scene &) = delete;
    Scene &operator=(const Scene &) = delete;

    QString path(const QString &name) const { return folder.filePath(name); }
    void heal(); // undoes, the last step first

    PrivateEngine &engine;
    QTemporaryDir folder{QDir::tempPath() + QStringLiteral("/berth-scene-XXXXXX")};
    BerthCall call; // DOCKER_HOST leads to the engine
    std::vector<std::unique_ptr<QObject>> parts;
    std::vector<std::function<void()>> undo;
};

using Break = std::function<void(Scene &)>;

// Root, the programs that the engine tests are made with, a docker client. Fails in one sentence, never
// skips.
void verifyMachine();

// An engine with these server images, for a class of tests; none, and the running test has failed, where this
// machine is not made for it.
std::unique_ptr<PrivateEngine> makeEngine(const EngineSetup &setup = {}, const QStringList &images = {});

// One more check must call the engine usable, and then nothing of Berth's is on it.
void verifyHealsAndNothingIsLeft(PrivateEngine &engine);
void verifyNothingIsLeft(const PrivateEngine &engine);
// No process but `exception` has `text` in its command line, or soon has not: clients get time to be killed.
void verifyNoClientOf(const QString &text, qint64 exception = 0);

// The docker clients of this machine: their words differ from version to version.
QStringList dockerClients();
void useClient(Scene &scene, const QString &client);
// Makes berth use a docker client that runs `script` on each `verb` and then goes on as any other.
void useClientThat(Scene &scene, const QString &verb, const QString &script);

// The archive that berth gives to `load`.
QByteArray probeArchive(PrivateEngine &engine);
// Makes an image of somebody else's with the same layer: berth's layer is the same bytes each time, and as
// long as that image is there, the engine neither removes nor unpacks it again.
void keepProbeLayer(Scene &scene);

} // namespace tests

Q_DECLARE_METATYPE(tests::Break)
Q_DECLARE_METATYPE(tests::EngineSetup)
