// SPDX-License-Identifier: MIT
#include "tests/engine/privateengine.h"
#include "tests/sendsignal.h"

#include <QDir>
#include <QLocalSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace tests {

namespace {

// The bind mount puts the folder's name into the mount table of everything that the engine starts: by that
// they are found again. Containerd's sockets stay out of the machine's own folder.
const QString preparation = uR"(
    mount --bind "$F" "$F"
    mkdir -p /run/containerd && mount -t tmpfs tmpfs /run/containerd
    )"_s;

QString pingAnswer(const QString &socketPath)
{
    QLocalSocket socket;
    socket.connectToServer(socketPath);
    if (!socket.waitForConnected(500))
        return {};
    socket.write("GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n");
    return socket.waitForReadyRead(500) ? QString::fromUtf8(socket.readLine()) : QString();
}

} // namespace

PrivateEngine::PrivateEngine(const EngineSetup &setup)
    : m_folder(QDir::tempPath() + u"/berth-engine-XXXXXX"_s)
{
    // Only the socket's own permissions may decide who reaches it.
    QFile::setPermissions(folder(),
                          QFile::permissions(folder()) | QFile::ReadOther | QFile::ExeOther | QFile::ReadGroup
                              | QFile::ExeGroup);
    writeFile(folder() + u"/daemon.json"_s, "{}");
    m_daemon.setStandardErrorFile(folder() + u"/dockerd.log"_s, QIODevice::Append);
    m_daemon.setStandardOutputFile(QProcess::nullDevice());
    start(setup);
}

PrivateEngine::~PrivateEngine()
{
    end();
    runTool(shell(u"find /sys/fs/cgroup -depth -type d -path \"*/$1*\" -exec rmdir {} +"_s,
                  {QDir(folder()).dirName()}));
}

void PrivateEngine::start(const EngineSetup &setup)
{
    // As after a boot: what a killed engine left here would mislead the next.
    QFile::remove(folder() + u"/dockerd.pid"_s);
    QDir(folder() + u"/exec"_s).removeRecursively();
    QString script = u"F="_s + folder() + preparation;
    if (!setup.dataTmpfs.isEmpty())
        script += u"mkdir -p $F/data && mount -t tmpfs -o %1 tmpfs $F/data\n"_s.arg(setup.dataTmpfs);
    // A test that crashes takes the engine along.
    const QStringList command = QStringList{u"setpriv"_s, u"--pdeathsig"_s, u"KILL"_s} + m_network.inside()
        + withMounts(script + setup.before)
        + QStringList{u"dockerd"_s,
                      u"--data-root"_s,
                      folder() + u"/data"_s,
                      u"--exec-root"_s,
                      folder() + u"/exec"_s,
                      u"--pidfile"_s,
                      folder() + u"/dockerd.pid"_s,
                      u"--host"_s,
                      endpoint(),
                      u"--config-file"_s,
                      folder() + u"/daemon.json"_s,
                      u"--cgroup-parent"_s,
                      u'/' + QDir(folder()).dirName()}
        // systemd's driver would want a slice, and leave the containers to a service that is not ours.
        + QStringList{u"--exec-opt"_s, u"native.cgroupdriver=cgroupfs"_s} + setup.arguments;
    m_daemon.start(command.first(), command.mid(1));
    const auto settled = [this] { return answers() || m_daemon.state() == QProcess::NotRunning; };
    if (!QTest::qWaitFor(settled, 60'000) || m_daemon.state() == QProcess::NotRunning) {
        QFile log(folder() + u"/dockerd.log"_s);
        log.open(QIODevice::ReadOnly);
        const QByteArray text = "the engine did not start: " + log.readAll().right(1000);
        QTest::qFail(text.constData(), __FILE__, __LINE__);
    }
}

void PrivateEngine::end()
{
    kill9();
    // What is paused heeds no signal, not even that one.
    runTool(shell(
        u"find /sys/fs/cgroup -path \"*/$1/*\" -name freezer.state -exec sh -c 'echo THAWED >\"$0\"' {} \\;\n"
        "find /sys/fs/cgroup -path \"*/$1/*\" -name cgroup.freeze -exec sh -c 'echo 0 >\"$0\"' {} \\;"_s,
        {QDir(folder()).dirName()}));
    endAllWithMountsOf(folder());
}

void PrivateEngine::restart(const EngineSetup &setup)
{
    end();
    start(setup);
}

void PrivateEngine::freeze()
{
    tests::sendSignal(pid(), SIGSTOP);
}

void PrivateEngine::thaw()
{
    tests::sendSignal(pid(), SIGCONT);
}

void PrivateEngine::kill9()
{
    m_daemon.kill();
    m_daemon.waitForFinished();
}

bool PrivateEngine::answers() const
{
    return pingAnswer(socketPath()).contains(u"200 OK");
}

QString PrivateEngine::seenFromOutside(const QString &path) const
{
    return u"/proc/%1/root"_s.arg(pid()) + path;
}

ToolEnding PrivateEngine::runInside(const QStringList &command) const
{
    return runTool(QStringList{u"nsenter"_s, u"--target"_s, QString::number(pid()), u"--mount"_s, u"--net"_s}
                   + command);
}

void PrivateEngine::mustRunInside(const QString &script) const
{
    mustRun(QStringList{u"nsenter"_s, u"--target"_s, QString::number(pid()), u"--mount"_s, u"--net"_s}
            + shell(u"set -e\nF=\"$1\"\n"_s + script, {folder()}));
}

ToolEnding PrivateEngine::docker(const QStringList &arguments) const
{
    return runTool(QStringList{u"docker"_s, u"--host"_s, endpoint()} + arguments, 60s);
}

} // namespace tests
