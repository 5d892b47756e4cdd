// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/probe/payload.h"

#include <QByteArray>
#include <QMap>
#include <QString>

namespace core {

// The uncompressed layer that holds `program` and nothing else, mode 0755 and owned by root, at the absolute
// path `pathInImage`.
Result<QByteArray> imageLayer(const QByteArray &program, const QString &pathInImage);

// An archive for `docker load`: one image of one layer, named `tag`. The same arguments give the same bytes.
Result<QByteArray> imageArchive(const Payload &payload, const QString &tag,
                                const QMap<QString, QString> &labels);

} // namespace core
