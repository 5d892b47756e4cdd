// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QMap>
#include <QRegularExpression>
#include <QStringList>

#include <functional>
#include <mutex>

namespace tests {

// Answers docker commands by what they are for, and remembers every one: a flow is tested on what it asks and
// what it makes of the answers. Stands in for the client only where an engine cannot be made to say that.
class ScriptedDocker final
{
public:
    using Answer = std::function<core::CommandOutcome(const QStringList &, const core::CommandOptions &)>;

    ScriptedDocker()
    {
        using core::Ran;
        on(QStringLiteral("version .*Server.Arch"),
           [](const auto &, const auto &) { return Ran{.out = "amd64\n"}; });
        on(QStringLiteral("^load"), [](const auto &, const auto &) { return Ran{.out = "Loaded image\n"}; });
        on(QStringLiteral("say berth-marker"), [](const QStringList &arguments, const auto &) {
            return Ran{.out = arguments.last().toUtf8() + '\n'};
        });
        on(QStringLiteral(" egress "),
           [](const auto &, const auto &) { return Ran{.out = "berth-egress-tcp=0\nberth-egress-dns=0\n"}; });
        on(QStringLiteral(" limits$"), [](const QStringList &arguments, const auto &) {
            const QByteArray user = arguments.at(arguments.indexOf(QStringLiteral("--user")) + 1).toUtf8();
            return Ran{
                .out = "uid=" + user.split(':').first() + "\ngid=" + user.split(':').last()
                    + "\ncapabilities=0\nno_new_privileges=1\nseccomp=2\nmemory=2147483648\n"
                      "memory_swap=2147483648\npids=512\ninterfaces=lo\nhome=/tmp\nhome_writable=1\ninit="
                    + (arguments.contains(QStringLiteral("--init")) ? "1" : "0") + "\n"};
        });
    }

    // What matches `pattern` (the arguments after the engine's choice, joined by blanks) gets this answer;
    // the latest rule that matches counts, and what matches none ends with exit code 0.
    void on(const QString &pattern, const Answer &answer)
    {
        m_rules.prepend({QRegularExpression(pattern), answer});
    }
    void on(const QString &pattern, const core::CommandOutcome &outcome)
    {
        on(pattern, [outcome](const auto &, const auto &) { return outcome; });
    }

    core::CommandRunner runner()
    {
        return [this](const QStringList &arguments, const core::CommandOptions &options) {
            const QStringList rest =
                arguments.value(0).startsWith(QStringLiteral("--context")) ? arguments.mid(2) : arguments;
            const QString command = rest.join(u' ');
            {
                const std::lock_guard lock(m_mutex);
                m_commands.append(command);
                m_timeouts.append(options.timeout);
            }
            for (const auto &[pattern, answer] : std::as_const(m_rules)) {
                if (pattern.match(command).hasMatch())
                    return answer(arguments, options);
            }
            return core::CommandOutcome(core::Ran{});
        };
    }

    QStringList commands(const QString &pattern) const
    {
        const std::lock_guard lock(m_mutex);
        return m_commands.filter(QRegularExpression(pattern));
    }
    qsizetype count(const QString &pattern) const { return commands(pattern).size(); }
    QList<std::chrono::milliseconds> timeouts() const
    {
        const std::lock_guard lock(m_mutex);
        return m_timeouts;
    }

private:
    QList<std::pair<QRegularExpression, Answer>> m_rules;
    mutable std::mutex m_mutex;
    QStringList m_commands;
    QList<std::chrono::milliseconds> m_timeouts;
};

} // namespace tests
