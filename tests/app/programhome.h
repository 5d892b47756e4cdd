// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QFile>
#include <QMap>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace tests {

// What the program finds around it when a test runs it: a home of its own with its settings, and a docker
// that the test has written.
class ProgramHome final
{
public:
    QString path() const { return m_folder.path(); }
    QString filePath(const QString &name) const { return m_folder.filePath(name); }

    QProcessEnvironment environment(const QMap<QString, QString> &extra = {}) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("XDG_STATE_HOME"), filePath(QStringLiteral("state")));
        environment.insert(QStringLiteral("DOCKER_HOST"),
                           QStringLiteral("unix://") + filePath(QStringLiteral("none.sock")));
        for (auto variable = extra.begin(); variable != extra.end(); ++variable)
            environment.insert(variable.key(), variable.value());
        return environment;
    }

    void writeSettings(const QByteArray &text) const
    {
        if (!QDir().mkpath(filePath(QStringLiteral("config/berth"))))
            qFatal("no folder for the settings");
        write(filePath(QStringLiteral("config/berth/berth.ini")), text);
    }

    QString writeProgram(const QString &name, const QByteArray &script) const
    {
        const QString program = filePath(name);
        write(program, "#!/bin/sh\n" + script + '\n');
        QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return program;
    }

    // A program that answers for docker, by the first word of what it is asked.
    void writeDocker(const QByteArray &cases) const
    {
        const QString docker =
            writeProgram(QStringLiteral("docker"),
                         "while [ \"$1\" = --host ]; do shift 2; done\ncase $1 in\n" + cases + "\nesac");
        writeSettings("[docker]\nprogram=" + docker.toUtf8() + '\n');
    }

private:
    static void write(const QString &name, const QByteArray &contents)
    {
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
            qFatal("cannot write %s", qPrintable(name));
    }

    QTemporaryDir m_folder;
};

} // namespace tests
