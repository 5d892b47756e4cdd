// SPDX-License-Identifier: MIT
#include "core/probe/hardening.h"

#include "core/base/redaction.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// The agent's verb `limits` in the words of busybox, which is $0. Inside a container the cgroup hierarchy is
// usually mounted so that its root is the container's own group; elsewhere the path in /proc/self/cgroup
// holds. A number of 19 digits is cgroup v1's way to say "no limit".
constexpr auto busyboxScript = R"sh(
while read -r key value rest; do
    case $key in
    Uid:) uid=$value ;;
    Gid:) gid=$value ;;
    CapEff:) capabilities=$value ;;
    NoNewPrivs:) privileges=$value ;;
    Seccomp:) seccomp=$value ;;
    esac
done </proc/self/status

group() {
    while IFS=: read -r number controllers path; do
        case ",$controllers," in
        ",$1,") echo "$path" ;;
        *",$1,"*) [ -z "$1" ] || echo "$path" ;;
        esac
    done </proc/self/cgroup
}

limit() {
    for file in "/sys/fs/cgroup/$1/$(group "$1")/$2" "/sys/fs/cgroup/$1/$2"; do
        [ -r "$file" ] && read -r value <"$file" || continue
        case $value in
        ???????????????????*) echo max ;;
        *) echo "$value" ;;
        esac
        return
    done
    echo unknown
}

if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    cgroup=2
    memory=$(limit "" memory.max)
    swap=$(limit "" memory.swap.max)
    pids=$(limit "" pids.max)
    case $memory:$swap in
    *[!0-9]*:*) swap=$memory ;;
    *:*[!0-9]*) ;;
    *) swap=$((memory + swap)) ;;
    esac
else
    cgroup=1
    memory=$(limit memory memory.limit_in_bytes)
    swap=$(limit memory memory.memsw.limit_in_bytes)
    pids=$(limit pids pids.max)
fi

up=$("$0" ifconfig 2>/dev/null | "$0" sed -n 's/^\([^ ]\{1,\}\) .*/\1/p' | "$0" sort | "$0" tr '\n' ' ')

writable=0
file="$HOME/.berth-$$"
[ -n "$HOME" ] && (set -C && : >"$file") 2>/dev/null && "$0" rm -f "$file" && writable=1
init=1
[ $$ = 1 ] && init=0

echo "uid=$uid
gid=$gid
capabilities=$capabilities
no_new_privileges=$privileges
seccomp=$seccomp
memory=$memory
memory_swap=$swap
pids=$pids
cgroup=$cgroup
interfaces=${up% }
home=$HOME
home_writable=$writable
init=$init"
)sh"_L1;

constexpr qsizetype shownCharacters = 200;
constexpr qsizetype shownValues = 40;

using Observed = QHash<QString, QString>;

QList<std::pair<QString, QString>> readValues(const QString &output)
{
    QList<std::pair<QString, QString>> values;
    for (const QString &line : output.split(u'\n')) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals > 0 && values.size() < shownValues)
            values.append({excerpt(line.left(equals), shownCharacters),
                           excerpt(QStringView(line).mid(equals + 1), shownCharacters)});
    }
    return values;
}

// The kernel rounds a limit down to whole pages.
bool isWithin(const QString &observed, qint64 asked)
{
    bool isNumber = false;
    const qint64 value = observed.toLongLong(&isNumber);
    return isNumber && value > 0 && value <= asked;
}

bool isZero(const QString &hexadecimal)
{
    bool isNumber = false;
    return hexadecimal.toULongLong(&isNumber, 16) == 0 && isNumber;
}

struct Rule
{
    QString limit;
    QStringList keys; // which values it reads
    bool (*isInForce)(const Observed &, const Limits &asked);
};

const QList<Rule> &rules()
{
    static const QList<Rule> all{
        {u"capabilities"_s,
         {u"capabilities"_s},
         [](const Observed &in, const Limits &) { return isZero(in[u"capabilities"_s]); }},
        {u"no-new-privileges"_s,
         {u"no_new_privileges"_s},
         [](const Observed &in, const Limits &) { return in[u"no_new_privileges"_s] == u"1"; }},
        {u"memory"_s,
         {u"memory"_s},
         [](const Observed &in, const Limits &asked) { return isWithin(in[u"memory"_s], asked.memory); }},
        {u"memory-swap"_s,
         {u"memory_swap"_s},
         [](const Observed &in, const Limits &asked) {
             return isWithin(in[u"memory_swap"_s], asked.memory);
         }},
        {u"pids"_s,
         {u"pids"_s},
         [](const Observed &in, const Limits &asked) { return isWithin(in[u"pids"_s], asked.pids); }},
        {u"user"_s,
         {u"uid"_s, u"gid"_s},
         [](const Observed &in, const Limits &asked) {
             return QString(in[u"uid"_s] + u':' + in[u"gid"_s]) == asked.user;
         }},
        {u"network"_s,
         {u"interfaces"_s},
         [](const Observed &in, const Limits &) { return in[u"interfaces"_s] == u"lo"; }},
        {u"home"_s,
         {u"home"_s, u"home_writable"_s},
         [](const Observed &in, const Limits &) {
             return in[u"home"_s] == u"/tmp" && in[u"home_writable"_s] == u"1";
         }},
        {u"init"_s,
         {u"init"_s},
         [](const Observed &in, const Limits &asked) { return !asked.init || in[u"init"_s] == u"1"; }},
    };
    return all;
}

Hardening unknown(const QString &reason)
{
    return {.status = Hardening::Status::Unknown, .reason = excerpt(reason)};
}

} // namespace

QStringList limitsArguments(const Payload &payload)
{
    switch (payload.kind) {
    case Payload::Kind::Agent:
        return {payload.program, u"limits"_s};
    case Payload::Kind::Busybox:
        return {payload.program, u"sh"_s, u"-c"_s, busyboxScript, payload.program};
    }
    Q_UNREACHABLE();
}

Hardening judgeHardening(const CommandOutcome &outcome, const Limits &asked)
{
    if (const auto *failed = std::get_if<Failed>(&outcome))
        return unknown(u"the check did not end: %1"_s.arg(failed->reason));
    if (!succeeded(outcome))
        return unknown(u"the check failed (exit code %1): %2"_s.arg(std::get<Ran>(outcome).exitCode)
                           .arg(errText(outcome)));

    Hardening hardening{.status = Hardening::Status::Enforced, .observed = readValues(outText(outcome))};
    Observed observed;
    for (const auto &[key, value] : hardening.observed)
        observed.insert(key, value);
    for (const Rule &rule : rules()) {
        for (const QString &key : rule.keys) {
            if (!observed.contains(key))
                return unknown(u"the check printed no value for %1"_s.arg(key));
        }
        if (!rule.isInForce(observed, asked))
            hardening.notEnforced.append(rule.limit);
    }
    if (!hardening.notEnforced.isEmpty())
        hardening.status = Hardening::Status::Partial;
    return hardening;
}

} // namespace core
