// SPDX-License-Identifier: MIT
#include "tests/bench/manyservers.h"

#include "core/docker/client.h"
#include "core/docker/engine.h"

#include <QCoreApplication>
#include <QFile>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

const QString image = u"berth-bench-server:1"_s;
constexpr int firstPort = 4300;

bool ran(const QString &program, const QStringList &arguments)
{
    constexpr int longestMs = 60'000;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    return process.waitForFinished(longestMs) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

} // namespace

ManyServers::ManyServers(int count)
{
    m_areRunning = importImage();
    for (int i = 0; i < count && m_areRunning; ++i) {
        const QString port = QString::number(firstPort + i);
        m_names.append(u"berth-devserver-"_s + port);
        m_areRunning = run({u"run"_s, u"--detach"_s, u"--rm"_s, u"--name"_s, m_names.back(), u"--publish"_s,
                            u"127.0.0.1:%1:%1"_s.arg(port), image, u"/berth_bench_server"_s, port});
    }
}

ManyServers::~ManyServers()
{
    if (!m_names.isEmpty())
        run(QStringList{u"rm"_s, u"--force"_s} + m_names);
    run({u"image"_s, u"rm"_s, u"--force"_s, image});
}

bool ManyServers::importImage()
{
    const QString archive = m_folder.filePath(u"image.tar"_s);
    const QString program = u"berth_bench_server"_s;
    return ran(u"tar"_s,
               {u"--create"_s, u"--file"_s, archive, u"--directory"_s, QCoreApplication::applicationDirPath(),
                program})
        && run({u"import"_s, archive, image});
}

bool ManyServers::run(const QStringList &arguments) const
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    return ran(core::locateClient({}, environment).program,
               core::chooseEngine({}, environment).arguments() + arguments);
}

} // namespace bench
