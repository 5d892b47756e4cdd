// SPDX-License-Identifier: MIT
#include "tests/bench/realengine.h"

#include "app/composition.h"
#include "core/docker/client.h"
#include "core/docker/engine.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

std::optional<QByteArray> outputOf(const QString &program, const QStringList &arguments)
{
    constexpr int longestMs = 60'000;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    if (!process.waitForFinished(longestMs) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return std::nullopt;
    return process.readAllStandardOutput();
}

} // namespace

std::optional<QByteArray> docker(const QStringList &arguments)
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    return outputOf(core::locateClient({}, environment).program,
                    core::chooseEngine({}, environment).arguments() + arguments);
}

ServerImage::ServerImage()
{
    const QTemporaryDir folder;
    const QString archive = folder.filePath(u"image.tar"_s);
    m_isThere = outputOf(u"tar"_s,
                         {u"--create"_s, u"--file"_s, archive, u"--directory"_s,
                          QCoreApplication::applicationDirPath(), u"berth_bench_server"_s})
        && docker({u"import"_s, archive, name()});
}

ServerImage::~ServerImage()
{
    docker({u"image"_s, u"rm"_s, u"--force"_s, name()});
}

QString ServerImage::name()
{
    return u"berth-bench-server:1"_s;
}

QStringList ServerImage::command(const QString &port)
{
    return {u"/berth_bench_server"_s, port};
}

core::MonitorSources settledSources(const app::Settings &settings)
{
    core::MonitorSources sources = app::composeSources(settings);
    sources.measure = [](const core::CheckRequest &, const std::stop_token &,
                         const core::MeasurementReporter &) {
        return core::Measurement{.verdict =
                                     core::Usable{.egress = {.status = core::Egress::Status::Reachable},
                                                  .hardening = {.status = core::Hardening::Status::Enforced}},
                                 .startedAt = QDateTime::currentDateTimeUtc()};
    };
    return sources;
}

} // namespace bench
