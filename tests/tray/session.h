// SPDX-License-Identifier: MIT
#pragma once

#include <QDBusConnection>
#include <QImage>
#include <QJsonValue>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace tests {

// A program that ends with the test, whatever becomes of that. Its end is waited for.
class Program final
{
public:
    Program(const QStringList &command, const QProcessEnvironment &environment, const QString &log);
    ~Program();
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    QProcess &process() { return m_process; }

private:
    QProcess m_process;
};

// The desktop session of a test: a display and a bus that nobody else uses, with a panel that comes and goes.
class Session final
{
public:
    enum class Bus { Own, None };

    explicit Session(Bus bus = Bus::Own);

    const QProcessEnvironment &environment() const { return m_environment; }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    std::unique_ptr<Program> start(const QStringList &command, const QString &name) const;

    // A tray of the old kind, into which windows are put; and a panel that knows the new kind as well.
    std::unique_ptr<Program> startTrayer() const;
    std::unique_ptr<Program> startPanel() const;
    // How many icons the panel has on the bus; none where it does not take any.
    std::optional<int> iconsOnBus() const;
    // The desktop's notifications, each of which is answered by its second button at a click. Returns when
    // they are shown.
    std::unique_ptr<Program> startNotifications() const;

private:
    QDBusConnection connection() const;

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    std::unique_ptr<Program> m_display;
    std::unique_ptr<Program> m_bus;
};

// Berth's window, tray and notifications in that session, over a made-up engine.
class Berth final
{
public:
    explicit Berth(const Session &session);

    bool isThere() { return ask(QStringLiteral("there")).toBool(); }
    // Of ui::TraySign; -1 while a check is under way.
    int sign() { return ask(QStringLiteral("sign")).toInt(); }
    void judge(const QString &engine) { ask(QStringLiteral("engine ") + engine); }
    void list(const QString &servers) { ask(QStringLiteral("servers ") + servers); }
    // What tray and notifications asked for.
    QStringList asked();
    void forgetAsked() { ask(QStringLiteral("forget")); }
    void switchNotificationsOff() { ask(QStringLiteral("quiet")); }
    QString text(const QString &name) { return ask(QStringLiteral("text ") + name).toString(); }
    void setWindow(const QString &state) { ask(QStringLiteral("window ") + state); }
    bool isVisible() { return ask(QStringLiteral("visible")).toBool(); }
    QImage screen();

private:
    QJsonValue ask(const QString &command);

    const Session &m_session;
    std::unique_ptr<Program> m_program;
};

} // namespace tests
