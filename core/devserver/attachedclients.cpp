// SPDX-License-Identifier: MIT
#include "core/devserver/attachedclients.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// What ps shows of an id, and people copy.
constexpr qsizetype shortIdLength = 12;

bool isClient(const QByteArray &program)
{
    static const QList<QByteArray> clients{"docker", "podman", "podman-remote", "nerdctl"};
    return clients.contains(program.mid(program.lastIndexOf('/') + 1));
}

std::optional<QString> nameIn(const QList<QByteArray> &words, qsizetype from)
{
    for (qsizetype i = from; i < words.size(); ++i) {
        if (words.at(i) == "--name" && i + 1 < words.size())
            return QString::fromUtf8(words.at(i + 1));
        if (words.at(i).startsWith("--name="))
            return QString::fromUtf8(words.at(i).sliced(7));
    }
    return std::nullopt;
}

bool asksToAttach(const QByteArray &word)
{
    return word == "--attach" || (word.startsWith('-') && !word.startsWith("--") && word.contains('a'));
}

std::optional<QList<QByteArray>> commandLineOf(const QString &process, const MachineFiles &files)
{
    QFile file(files.proc + u'/' + process + u"/cmdline"_s);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    QByteArray text = file.readAll();
    if (text.endsWith('\0'))
        text.chop(1);
    return text.split('\0');
}

AttachedClient clientOf(const QString &process, const MachineFiles &files)
{
    AttachedClient client{.pid = process.toLongLong()};
    if (const auto stat = readProcessStat(process, files))
        client.parentPid = stat->parent;
    if (const auto parent = readProcessStat(QString::number(client.parentPid), files))
        client.parentProgram = QString::fromUtf8(parent->program);
    return client;
}

} // namespace

std::optional<QString> attachedContainer(const QList<QByteArray> &commandLine)
{
    if (commandLine.isEmpty() || !isClient(commandLine.first()))
        return std::nullopt;
    static const QList<QByteArray> verbs{"run", "attach", "start"};
    const auto verb =
        std::ranges::find_first_of(commandLine.begin() + 1, commandLine.end(), verbs.begin(), verbs.end());
    if (verb == commandLine.end())
        return std::nullopt;
    const qsizetype next = verb - commandLine.begin() + 1;
    if (*verb == "run")
        return nameIn(commandLine, next);
    const bool isAttached = *verb == "attach" || std::any_of(verb, commandLine.end(), &asksToAttach);
    if (!isAttached || next >= commandLine.size())
        return std::nullopt;
    return QString::fromUtf8(commandLine.last());
}

std::optional<AttachedClient> AttachedClients::of(const QString &id, const QString &name) const
{
    for (const QString &called : {name, id, id.left(shortIdLength)}) {
        const auto found = byContainer.constFind(called);
        if (found != byContainer.cend())
            return *found;
    }
    return std::nullopt;
}

AttachedClients findAttachedClients(const MachineFiles &files)
{
    AttachedClients clients{.seesAll = commandLineOf(u"1"_s, files).has_value()};
    QDirIterator process(files.proc, QDir::Dirs | QDir::NoDotAndDotDot);
    while (process.hasNext()) {
        process.next();
        const QString name = process.fileName();
        if (!name.at(0).isDigit())
            continue;
        const auto commandLine = commandLineOf(name, files);
        const auto container = commandLine ? attachedContainer(*commandLine) : std::nullopt;
        if (container)
            clients.byContainer.insert(*container, clientOf(name, files));
    }
    return clients;
}

} // namespace core
