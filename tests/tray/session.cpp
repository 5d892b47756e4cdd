// SPDX-License-Identifier: MIT
#include "tests/tray/session.h"

#include <QDBusConnectionInterface>
#include <QDBusInterface>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

constexpr int patience = 20'000;

void write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

// One that starts nothing but what its folder of services names.
QByteArray busConfiguration(const QString &folder)
{
    return "<busconfig><type>session</type><listen>unix:path=" + folder.toUtf8() + "/bus</listen><servicedir>"
        + folder.toUtf8()
        + "/services</servicedir><policy context='default'><allow send_destination='*' eavesdrop='true'/>"
          "<allow eavesdrop='true'/><allow own='*'/></policy></busconfig>";
}

// The tray alone, in the upper left corner.
QByteArray panelConfiguration()
{
    return R"(<channel name="xfce4-panel" version="1.0"><property name="configver" type="int" value="2"/>
<property name="panels" type="array"><value type="int" value="1"/><property name="panel-1" type="empty">
<property name="position" type="string" value="p=6;x=0;y=0"/><property name="length" type="uint" value="50"/>
<property name="position-locked" type="bool" value="true"/><property name="size" type="uint" value="32"/>
<property name="plugin-ids" type="array"><value type="int" value="1"/></property></property></property>
<property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property></channel>)";
}

QByteArray notificationsConfiguration()
{
    return "[global]\nmonitor = 0\norigin = top-right\noffset = 0x0\nwidth = 300\nmarkup = full\n"
           "mouse_left_click = context\ndmenu = /usr/bin/grep --max-count=1 --invert-match Show.Berth\n"
           "[urgency_normal]\ntimeout = 0\n";
}

} // namespace

Program::Program(const QStringList &command, const QProcessEnvironment &environment, const QString &log)
{
    m_process.setProcessEnvironment(environment);
    m_process.setStandardErrorFile(log, QIODevice::Append);
    m_process.start(u"setpriv"_s, QStringList{u"--pdeathsig"_s, u"KILL"_s} + command);
}

Program::~Program()
{
    m_process.kill();
    m_process.waitForFinished();
}

Session::Session(Bus bus)
    : m_environment(QProcessEnvironment::systemEnvironment())
{
    for (const QString &folder : {u"run"_s, u"services"_s})
        QDir(m_folder.path()).mkdir(folder);
    m_environment.insert(u"HOME"_s, m_folder.path());
    m_environment.insert(u"XDG_CONFIG_HOME"_s, path(u"config"_s));
    m_environment.insert(u"XDG_CACHE_HOME"_s, path(u"cache"_s));
    m_environment.insert(u"XDG_RUNTIME_DIR"_s, path(u"run"_s));
    m_environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path="_s + path(u"bus"_s));
    m_environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    m_environment.insert(u"NO_AT_BRIDGE"_s, u"1"_s);
    m_environment.remove(u"WAYLAND_DISPLAY"_s);
    QFile::setPermissions(path(u"run"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    m_display = start(
        {u"Xvfb"_s, u"-displayfd"_s, u"1"_s, u"-nolisten"_s, u"tcp"_s, u"-screen"_s, u"0"_s, u"800x600x24"_s},
        u"display"_s);
    QProcess &display = m_display->process();
    if (!QTest::qWaitFor([&display] { return display.canReadLine(); }, patience))
        qFatal("Xvfb does not start");
    m_environment.insert(u"DISPLAY"_s, u':' + QString::fromUtf8(display.readLine()).trimmed());
    if (bus == Bus::None)
        return;
    QFile::copy(u"/usr/share/dbus-1/services/org.xfce.Xfconf.service"_s, path(u"services/xfconf.service"_s));
    write(path(u"bus.conf"_s), busConfiguration(m_folder.path()));
    // It prints its address when it listens; its socket is there before that.
    m_bus = start(
        {u"dbus-daemon"_s, u"--nofork"_s, u"--print-address"_s, u"--config-file="_s + path(u"bus.conf"_s)},
        u"bus"_s);
    QProcess &daemon = m_bus->process();
    if (!QTest::qWaitFor([&daemon] { return daemon.canReadLine(); }, patience))
        qFatal("dbus-daemon does not start");
}

std::unique_ptr<Program> Session::start(const QStringList &command, const QString &name) const
{
    return std::make_unique<Program>(command, m_environment, path(name + u".log"_s));
}

std::unique_ptr<Program> Session::startTrayer() const
{
    return start({u"trayer"_s, u"--edge"_s, u"top"_s, u"--align"_s, u"left"_s, u"--widthtype"_s, u"request"_s,
                  u"--height"_s, u"32"_s},
                 u"trayer"_s);
}

std::unique_ptr<Program> Session::startPanel() const
{
    write(path(u"config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml"_s), panelConfiguration());
    return start({u"xfce4-panel"_s, u"--disable-wm-check"_s}, u"panel"_s);
}

std::optional<int> Session::iconsOnBus() const
{
    const QString watcher = u"org.kde.StatusNotifierWatcher"_s;
    const QDBusInterface panel(watcher, u"/StatusNotifierWatcher"_s, watcher, connection());
    if (!panel.property("IsStatusNotifierHostRegistered").toBool())
        return std::nullopt;
    return int(panel.property("RegisteredStatusNotifierItems").toStringList().size());
}

std::unique_ptr<Program> Session::startNotifications() const
{
    write(path(u"dunstrc"_s), notificationsConfiguration());
    auto program = start({u"dunst"_s, u"-config"_s, path(u"dunstrc"_s)}, u"notifications"_s);
    const auto isThere = [this] {
        return connection().interface()->isServiceRegistered(u"org.freedesktop.Notifications"_s).value();
    };
    if (!QTest::qWaitFor(isThere, patience))
        qFatal("dunst does not start");
    return program;
}

QDBusConnection Session::connection() const
{
    const QString name = path(u"bus"_s);
    return QDBusConnection::connectToBus(u"unix:path="_s + name, name);
}

Berth::Berth(const Session &session)
    : m_session(session)
    , m_program(session.start({QStringLiteral(BERTH_TRAY_DRIVER)}, u"berth"_s))
{}

QStringList Berth::asked()
{
    QStringList result;
    for (const QJsonValue &one : ask(u"asked"_s).toArray())
        result.append(one.toString());
    return result;
}

QImage Berth::screen()
{
    const QString file = m_session.path(u"screen.png"_s);
    ask(u"shot "_s + file);
    return QImage(file);
}

QJsonValue Berth::ask(const QString &command)
{
    QProcess &process = m_program->process();
    process.write(command.toUtf8() + '\n');
    const auto isOver = [&process] {
        return process.canReadLine() || process.state() == QProcess::NotRunning;
    };
    if (!QTest::qWaitFor(isOver, patience) || !process.canReadLine())
        qFatal("the driver does not answer");
    return QJsonDocument::fromJson(process.readLine()).array().at(0);
}

} // namespace tests
