// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <mutex>

namespace core {

// The one static Linux program in the probe image, and the layer that holds it.
struct Payload
{
    enum class Kind { Agent, Busybox };

    Kind kind = Kind::Agent;
    QString architecture;   // docker's word
    QString source;         // "built in", or the file's path
    QString program;        // its absolute path inside the image
    QByteArray layer;       // uncompressed
    QByteArray layerDigest; // sha256 of the layer, in hexadecimal digits
};

// Where payloads are looked for, in this order.
struct PayloadSources
{
    QString configured;      // the setting probe/payload, a busybox; may be empty
    bool builtIn = true;     // the agents in this program
    QStringList systemFiles; // where a static busybox usually is
    QString dataFolder;      // holds <architecture>/busybox

    static PayloadSources standard(const QString &configured);
};

// Finds and keeps the payload for each architecture. May be called from any thread.
class Payloads
{
public:
    explicit Payloads(PayloadSources sources);

    // `architecture` is the engine's own word, and not trusted. A configured payload that does not fit is an
    // error: nothing else takes its place.
    Result<std::shared_ptr<const Payload>> forArchitecture(const QString &architecture);

private:
    Result<Payload> make(const QString &architecture) const;

    const PayloadSources m_sources;
    std::mutex m_mutex;
    QHash<QString, std::shared_ptr<const Payload>> m_made;
};

} // namespace core
