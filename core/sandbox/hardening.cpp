// SPDX-License-Identifier: MIT
#include "core/sandbox/hardening.h"

#include "core/base/rejectedsetting.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <array>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr qint64 mebibyte = qint64(1024) * 1024;
constexpr qint64 leastMemory = 6 * mebibyte;
constexpr qint64 mostMemory = qint64(1) << 50; // a pebibyte: more is a slip of the pen
constexpr int leastPids = 16;
constexpr int mostPids = 4194304; // the kernel numbers no more

struct Unit
{
    QChar letter;
    qint64 bytes;
};

constexpr std::array units{Unit{u'g', 1024 * mebibyte}, Unit{u'm', mebibyte}, Unit{u'k', 1024}};

// Absent where `text` is no such number, or one that no machine has.
std::optional<qint64> parseMemory(const QString &text)
{
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(u"([0-9]{1,16})(?:([kmg])b?|b)?"_s),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    qint64 factor = 1;
    for (const Unit &unit : units) {
        if (match.captured(2).toLower() == unit.letter)
            factor = unit.bytes;
    }
    const qint64 count = match.captured(1).toLongLong();
    if (count > mostMemory / factor)
        return std::nullopt;
    return count * factor;
}

} // namespace

Result<Limits> parseLimits(const QString &memory, const QString &pids, const QString &user)
{
    static const QRegularExpression digits(QRegularExpression::anchoredPattern(u"[0-9]{1,9}"_s));
    const auto bytes = parseMemory(memory);
    if (!bytes || *bytes < leastMemory)
        return rejectedSetting(u"sandbox/memory"_s, memory, u"at least 6m, like 2g or 512m"_s);
    const QString trimmed = pids.trimmed();
    const int count = digits.match(trimmed).hasMatch() ? trimmed.toInt() : 0;
    if (count < leastPids || count > mostPids)
        return rejectedSetting(u"sandbox/pids"_s, pids, u"a number from 16 to 4194304"_s);
    return Limits{.memory = *bytes, .pids = count, .user = user};
}

QString sandboxUser(const EngineFacts &engine)
{
    if (engine.flavour == Flavour::Rootless || engine.userNamespaces)
        return u"0:0"_s;
#ifdef Q_OS_UNIX
    return u"%1:%2"_s.arg(getuid()).arg(getgid());
#else
    return u"1000:1000"_s; // Docker Desktop's, whose files belong to whoever mounts them
#endif
}

QString sandboxUser(const EngineFacts &engine, const QString &folder)
{
    const bool ownersCount =
        engine.flavour != Flavour::Rootless && engine.flavour != Flavour::Desktop && !engine.userNamespaces;
    const QFileInfo facts(folder);
    return ownersCount ? u"%1:%2"_s.arg(facts.ownerId()).arg(facts.groupId()) : sandboxUser(engine);
}

QString memoryText(qint64 bytes)
{
    for (const Unit &unit : units) {
        if (bytes % unit.bytes == 0)
            return QString::number(bytes / unit.bytes) + unit.letter;
    }
    return QString::number(bytes);
}

QStringList hardeningArguments(const Limits &limits)
{
    Q_ASSERT(limits.user.contains(u':'));
    const QString memory = memoryText(limits.memory);
    QStringList arguments{u"--cap-drop=ALL"_s, u"--security-opt=no-new-privileges"_s, u"--memory="_s + memory,
                          u"--memory-swap="_s + memory, // memory and swap together: no swap on top
                          u"--pids-limit="_s + QString::number(limits.pids)};
    if (limits.init)
        arguments.append(u"--init"_s);
    // An image may have no /tmp, and an unknown user has / for a home, which it cannot write to.
    arguments.append({u"--user"_s, limits.user, u"--env"_s, u"HOME=/tmp"_s, u"--tmpfs"_s,
                      u"/tmp:rw,exec,nosuid,nodev,mode=1777"_s});
    return arguments;
}

} // namespace core
