// SPDX-License-Identifier: MIT
#include "core/monitor/settings.h"

#include "core/base/rejectedsetting.h"
#include "core/devserver/launchrequest.h"
#include "core/sandbox/hardening.h"
#include "core/sandbox/shapes.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;
using Field = core::SettingProblem::Field;

namespace core {

namespace {

template <typename T>
void take(QList<SettingProblem> &problems, Field field, const Result<T> &result)
{
    if (!result)
        problems.append({.field = field, .error = result.error()});
}

// An empty one stands for the standard.
Result<QString> parseFile(const QString &setting, const QString &path, const QList<FileKind> &wanted,
                          const FileLook &look)
{
    if (path.isEmpty())
        return path;
    if (!QDir::isAbsolutePath(path))
        return rejectedSetting(setting, path, u"a path that begins with a slash"_s);
    if (!wanted.contains(look(path)))
        return rejectedSetting(setting, path,
                               wanted.contains(FileKind::File) ? u"a file that can be read"_s
                                                               : u"a program that can be run"_s);
    return path;
}

} // namespace

Result<std::chrono::seconds> parsePatience(const QString &seconds)
{
    constexpr int longest = 3600;
    bool isNumber = false;
    const int number = seconds.trimmed().toInt(&isNumber);
    if (!isNumber || number < 1 || number > longest)
        return rejectedSetting(u"servers/patience"_s, seconds, u"a number of seconds from 1 to 3600"_s);
    return std::chrono::seconds(number);
}

FileKind lookAtFile(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return FileKind::Missing;
    if (!file.isFile())
        return FileKind::Folder;
    if (file.isExecutable())
        return FileKind::Program;
    return file.isReadable() ? FileKind::File : FileKind::Missing;
}

// A parser of two values tells of the first that is wrong: each is read beside a partner that is right.
QList<SettingProblem> problemsOf(const Settings &settings, const FileLook &look)
{
    const CheckSettings right;
    const CheckSettings &check = settings.check;
    const ServerSettings &servers = settings.servers;
    QList<SettingProblem> problems;
    take(problems, Field::DockerProgram,
         parseFile(u"docker/program"_s, settings.dockerProgram, {FileKind::Program}, look));
    take(problems, Field::Target, parseEgressTarget(check.target, right.dnsName));
    take(problems, Field::DnsName, parseEgressTarget(right.target, check.dnsName));
    take(problems, Field::Payload,
         parseFile(u"probe/payload"_s, settings.payload, {FileKind::File, FileKind::Program}, look));
    const auto begin = parsePortRange(servers.firstPort, u"65535"_s);
    take(problems, Field::FirstPort, begin);
    take(problems, Field::LastPort, parsePortRange(begin ? servers.firstPort : u"1"_s, servers.lastPort));
    take(problems, Field::Patience, parsePatience(servers.patience));
    if (!servers.image.isEmpty())
        take(problems, Field::Image, parseImage(servers.image));
    take(problems, Field::Memory, parseLimits(check.memory, right.pids, {}));
    take(problems, Field::Pids, parseLimits(right.memory, check.pids, {}));
    return problems;
}

} // namespace core
