// SPDX-License-Identifier: MIT
#include "core/base/files.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace core {

std::optional<Error> makeFolder(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        return std::nullopt;
    if (!QDir().mkpath(folder))
        return Error{.tried = u"make the folder "_s + folder, .detail = u"it cannot be made"_s};
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return std::nullopt;
}

std::optional<Error> saveFile(const QString &path, const QByteArray &content, const QString &tried,
                              Readers readers)
{
    QSaveFile file(path);
    const bool isSaved = file.open(QIODevice::WriteOnly)
        && (readers == Readers::Usual || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        && file.write(content) == content.size() && file.commit();
    return isSaved ? std::nullopt : std::optional(Error{.tried = tried, .detail = file.errorString()});
}

} // namespace core
