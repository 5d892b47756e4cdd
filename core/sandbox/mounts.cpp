// SPDX-License-Identifier: MIT
#include "core/sandbox/mounts.h"

#include "core/base/redaction.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

#ifdef Q_OS_UNIX
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace core {

namespace {

// Which device and inode a path leads to: the same for every name of one folder, bind mounts included.
struct Identity
{
    quint64 device = 0;
    quint64 inode = 0;

    bool operator==(const Identity &) const = default;
};

std::optional<Identity> identityOf(const QString &path)
{
#ifdef Q_OS_UNIX
    struct stat facts
    {};
    if (::stat(QFile::encodeName(path).constData(), &facts) == 0)
        return Identity{.device = facts.st_dev, .inode = facts.st_ino};
#else
    Q_UNUSED(path);
#endif
    return std::nullopt;
}

// The path itself, then each folder above it.
QStringList withAncestors(QString path)
{
    QStringList all{path};
    while (path.size() > 1 && path.contains(u'/')) {
        path.truncate(path.lastIndexOf(u'/'));
        if (path.isEmpty())
            path = u"/"_s;
        all.append(path);
    }
    return all;
}

// As the user database has it; empty where it has none.
QString homeOf(uint user)
{
#ifdef Q_OS_UNIX
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    if (::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return QFile::decodeName(found->pw_dir);
#else
    Q_UNUSED(user);
#endif
    return {};
}

// What no container gets.
struct Place
{
    enum class Reach { Inside, Itself }; // with all that is in it, or it alone

    QString path;
    Reach reach = Reach::Inside;
};

constexpr std::array systemFolders{"/etc"_L1,
                                   "/run"_L1,
                                   "/var/run"_L1,
                                   "/proc"_L1,
                                   "/sys"_L1,
                                   "/dev"_L1,
                                   "/boot"_L1,
                                   "/var/lib/docker"_L1,
                                   "/var/lib/containerd"_L1};

// Where programs keep keys, passwords and sessions, or look for what they run at the next login.
constexpr std::array homeSecrets{".ssh"_L1,
                                 ".gnupg"_L1,
                                 ".docker"_L1,
                                 ".aws"_L1,
                                 ".azure"_L1,
                                 ".config"_L1,
                                 ".kube"_L1,
                                 ".oci"_L1,
                                 ".pki"_L1,
                                 ".mozilla"_L1,
                                 ".thunderbird"_L1,
                                 ".password-store"_L1,
                                 ".local/share/keyrings"_L1,
                                 ".local/share/kwalletd"_L1,
                                 ".local/bin"_L1,
                                 ".netrc"_L1,
                                 ".git-credentials"_L1,
                                 ".npmrc"_L1,
                                 ".pypirc"_L1,
                                 ".vault-token"_L1,
                                 ".bashrc"_L1,
                                 ".bash_profile"_L1,
                                 ".profile"_L1,
                                 ".zshrc"_L1,
                                 "Library/Keychains"_L1};

QList<Place> refusedPlaces(const EngineFacts &engine, const QStringList &homes)
{
    QList<Place> places{{.path = u"/"_s, .reach = Place::Reach::Itself}, {.path = u"/var/run/docker.sock"_s}};
    for (const QLatin1StringView folder : systemFolders)
        places.append({.path = folder});
    for (const QString &path : {engine.socketPath(), engine.rootFolder}) {
        if (!path.isEmpty())
            places.append({.path = QDir::cleanPath(path)});
    }
    for (const QString &home : homes) {
        if (home.isEmpty() || home == "/"_L1) // a system user's: every path is in it
            continue;
        places.append({.path = QDir::cleanPath(home), .reach = Place::Reach::Itself});
        for (const QLatin1StringView secret : homeSecrets)
            places.append({.path = QDir::cleanPath(home + u'/' + secret)});
    }
    return places;
}

// Whether `names` holds `path`, by its name or by what it leads to.
bool holds(const QStringList &names, const QString &path)
{
    const auto identity = identityOf(path);
    return std::ranges::any_of(names, [&](const QString &name) {
        return name == path || (identity && identityOf(name) == identity);
    });
}

bool touches(const QString &source, const Place &place)
{
    // By both its names: the path leads somewhere else where a part of it is a symbolic link.
    const QString canonical = QFileInfo(place.path).canonicalFilePath();
    for (const QString &path : {place.path, canonical}) {
        if (path.isEmpty())
            continue;
        if (holds(withAncestors(path), source))
            return true;
        if (place.reach == Place::Reach::Inside && holds(withAncestors(source), path))
            return true;
    }
    return false;
}

// Where other file systems, or other folders, are mounted below `folder`: a bind mount takes them along.
QStringList mountsBelow(const QString &folder)
{
    QStringList below;
    QFile table(u"/proc/self/mountinfo"_s);
    if (!table.open(QIODevice::ReadOnly))
        return below;
    const QList<QByteArray> lines = table.readAll().split('\n');
    for (const QByteArray &line : lines) {
        constexpr qsizetype mountPoint = 4;
        QByteArray path = line.split(' ').value(mountPoint);
        // A blank, a tab, a line feed and a backslash are written as three octal digits.
        for (qsizetype at = path.indexOf('\\'); at >= 0; at = path.indexOf('\\', at + 1))
            path.replace(at, 4, QByteArray(1, char(path.mid(at + 1, 3).toInt(nullptr, 8))));
        const QString name = QFile::decodeName(path);
        if (name.startsWith(folder + u'/'))
            below.append(name);
    }
    return below;
}

// Why docker's client or the engine's cannot be told this path; empty where they can.
QString untellable(const QString &path)
{
    if (path.isEmpty())
        return u"it is empty"_s;
    if (path.contains(QChar::ReplacementCharacter) || QString::fromUtf8(path.toUtf8()) != path)
        return u"its name is no valid UTF-8"_s;
    if (path.contains(QChar::Null))
        return u"its name has a null character in it"_s;
    // A reader of CSV makes one line feed of the two.
    if (path.contains("\r\n"_L1))
        return u"docker cannot be told a name with a line end of two characters in it"_s;
    if (path.front().isSpace() || path.back().isSpace())
        return u"docker cannot be told a name that begins or ends with a blank"_s;
    return {};
}

QString refusedTarget(const QString &target)
{
    static const QStringList taken{u"/"_s, u"/tmp"_s};
    static const QStringList own{u"/proc"_s, u"/sys"_s, u"/dev"_s};
    if (QString reason = untellable(target); !reason.isEmpty())
        return reason;
    if (!target.startsWith(u'/') || QDir::cleanPath(target) != target)
        return u"it is not absolute, or not plain"_s;
    const QStringList names = withAncestors(target);
    const bool isOwn = std::ranges::any_of(own, [&](const QString &path) { return names.contains(path); });
    return isOwn || taken.contains(target) ? u"the container has something of its own there"_s : QString();
}

// RFC 4180: a field with a comma, a quote or a line end is quoted, and quotes in it are doubled.
QString csvField(const QString &field)
{
    static const QString special = u",\"\n\r"_s;
    if (std::ranges::none_of(field, [](QChar each) { return special.contains(each); }))
        return field;
    return u'"' + QString(field).replace(u'"', u"\"\""_s) + u'"';
}

} // namespace

QStringList homeFolders()
{
#ifdef Q_OS_UNIX
    QStringList homes{QDir::homePath(), homeOf(::getuid())};
#else
    QStringList homes{QDir::homePath()};
#endif
    homes.removeDuplicates();
    homes.removeAll(QString());
    return homes;
}

Result<Mount> checkedMount(const MountRequest &request, const EngineFacts &engine, const QStringList &homes)
{
    constexpr qsizetype shownCharacters = 120;
    const QString tried = u"mount "_s + excerpt(request.source, shownCharacters);
    // Desktop's engine is in a machine of its own that shares the folders of this one.
    if (!engine.isLocal() && engine.flavour != Flavour::Desktop)
        return failure(tried, u"a mount is resolved on the engine's host, which is not this machine"_s);
    if (const QString reason = untellable(request.source); !reason.isEmpty())
        return failure(tried, reason);
    if (const QString reason = refusedTarget(request.target); !reason.isEmpty())
        return failure(tried + u" at "_s + excerpt(request.target, shownCharacters), reason);

    const QFileInfo facts(QFileInfo(request.source).canonicalFilePath());
    const QString source = facts.filePath();
    const QString missing = u"it does not exist, or cannot be reached"_s;
    if (source.isEmpty())
        return failure(tried, missing);
    if (const QString reason = untellable(source); !reason.isEmpty())
        return failure(tried, reason);
    // The container gets the owner's rights, who is another than the caller under sudo.
    const QList<Place> places = refusedPlaces(engine, homes + QStringList{homeOf(facts.ownerId())});
    const QStringList opened = QStringList{source} + mountsBelow(source);
    const auto touched = std::ranges::find_if(places, [&opened](const Place &place) {
        return std::ranges::any_of(opened, [&place](const QString &path) { return touches(path, place); });
    });
    if (touched != places.end())
        return failure(tried, u"it would open %1 to the container"_s.arg(touched->path));
    if (!facts.exists())
        return failure(tried, missing);
    if (!facts.isDir() && !facts.isFile())
        return failure(tried, u"it is neither a folder nor a plain file"_s);
    const Identity identity = identityOf(source).value_or(Identity());
    return Mount{.source = source,
                 .target = request.target,
                 .access = request.access,
                 .device = identity.device,
                 .inode = identity.inode};
}

std::optional<Error> changeSince(const Mount &mount)
{
    const Identity now = identityOf(mount.source).value_or(Identity());
    const bool isSame = QFileInfo(mount.source).canonicalFilePath() == mount.source
        && now == Identity{.device = mount.device, .inode = mount.inode};
    if (isSame)
        return std::nullopt;
    return Error{.tried = u"mount "_s + mount.source, .detail = u"it was replaced since it was checked"_s};
}

QStringList mountArguments(const Mount &mount)
{
    QStringList fields{u"type=bind"_s, csvField(u"source="_s + mount.source),
                       csvField(u"target="_s + mount.target)};
    if (mount.access == Mount::Access::ReadOnly)
        fields.append(u"readonly"_s);
    return {u"--mount"_s, fields.join(u',')};
}

} // namespace core
