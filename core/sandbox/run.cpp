// SPDX-License-Identifier: MIT
#include "core/sandbox/run.h"

#include "core/base/checkidentity.h"
#include "core/base/logging.h"
#include "core/docker/facts.h"
#include "core/docker/wording.h"
#include "core/sandbox/shapes.h"

#include <QDateTime>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds questionBudget = 5s;
constexpr Milliseconds removalBudget = 10s;
// A client that was ended can have asked for a container that is made only now.
constexpr int removalAttempts = 3;
constexpr Milliseconds betweenRemovals = 700ms;

// One run from beginning to end.
class SandboxRun final
{
public:
    SandboxRun(const SandboxRequest &request, const SandboxSources &sources, const std::stop_token &stop)
        : m_request(request)
        , m_sources(sources)
        , m_stop(stop)
        , m_engine(sources.engine)
    {}

    SandboxOutcome run()
    {
        if (m_engine.flavour == Flavour::Unknown) {
            const auto version =
                askFacts(m_engine, m_sources.docker, {.timeout = questionBudget, .stop = m_stop});
            if (m_stop.stop_requested())
                return {.ending = SandboxOutcome::Ending::Cancelled, .reason = u"cancelled"_s};
            if (!succeeded(version))
                return notStarted(Attempt::AskVersion, version, evidence());
        }
        auto spec = prepare();
        if (!spec)
            return notStarted(spec.error());
        SandboxOutcome outcome = attempt(*spec);
        if (outcome.ending == SandboxOutcome::Ending::CouldNotStart && spec->limits.init
            && saysInitMissing(QString::fromUtf8(outcome.err))) {
            spec->limits.init = false;
            outcome = attempt(*spec);
        }
        outcome.memory = spec->limits.memory;
        return outcome;
    }

private:
    tl::expected<ContainerSpec, QString> prepare() const; // or the reason against it
    SandboxOutcome attempt(const ContainerSpec &spec) const;
    std::optional<Traces> traces(const ContainerSpec &spec, const QDateTime &since) const;
    void remove(const QString &name, const CommandOutcome &ended) const;
    Evidence evidence() const
    {
        return {.engine = m_engine, .socket = m_sources.lookAtSocket(m_engine.socketPath())};
    }

    const SandboxRequest &m_request;
    const SandboxSources &m_sources;
    const std::stop_token &m_stop;
    EngineFacts m_engine;
    const CheckIdentity m_identity = CheckIdentity::fresh();
};

tl::expected<ContainerSpec, QString> SandboxRun::prepare() const
{
    // Each mount was asked for by name; whether it is a hole too many is decided in checkedMount().
    const Draft draft = draftContainer(m_request.container, m_engine, m_sources.homes);
    if (!draft.problems.isEmpty())
        return tl::unexpected(reasonText(draft.problems.first()));
    ContainerSpec spec = draft.spec;
    spec.name = u"berth-run-"_s + m_identity.check;
    spec.labels = m_identity.labels();
    spec.labels.insert(CheckIdentity::lifetimeLabel, QString::number(m_request.timeout.count()));
    return spec;
}

SandboxOutcome SandboxRun::attempt(const ContainerSpec &spec) const
{
    for (const Mount &mount : QList<Mount>{spec.project} + spec.mounts) {
        if (const auto change = changeSince(mount))
            return notStarted(reasonText(*change));
    }
    const QDateTime start = QDateTime::currentDateTimeUtc();
    const auto ended = m_sources.docker(
        sandboxRunArgs(spec), {.timeout = m_request.timeout, .stop = m_stop, .output = m_sources.output});
    const auto left = std::holds_alternative<Ran>(ended) ? traces(spec, start) : std::nullopt;
    remove(spec.name, ended);
    return readEnding(ended, left, spec.command.first(), evidence());
}

// Asked when the command has ended, and even when nobody wants to know any more: it is a matter of
// milliseconds.
std::optional<Traces> SandboxRun::traces(const ContainerSpec &spec, const QDateTime &since) const
{
    const CommandOptions options{.timeout = questionBudget};
    if (spec.removal == ContainerSpec::Removal::ByOwner) {
        const auto state = m_sources.docker(
            {u"inspect"_s, u"--type"_s, u"container"_s, u"--format"_s, u"{{json .State}}"_s, spec.name},
            options);
        return succeeded(state) ? tracesOfState(std::get<Ran>(state).out) : std::nullopt;
    }
    return askTraces(m_sources.docker, u"container="_s + spec.name, since);
}

// In spite of --rm: the client can fail or be ended without its container, and never takes along one that did
// not start. Never cancelled.
void SandboxRun::remove(const QString &name, const CommandOutcome &ended) const
{
    const auto *failed = std::get_if<Failed>(&ended);
    const bool wasEnded = failed != nullptr
        && (failed->cause == Failed::Cause::TimedOut || failed->cause == Failed::Cause::Cancelled);
    for (int attempt = 1;; ++attempt) {
        const auto removed =
            m_sources.docker({u"rm"_s, u"--force"_s, u"--volumes"_s, name}, {.timeout = removalBudget});
        const bool wasThere = outText(removed).trimmed() == name;
        if (wasThere || !wasEnded || attempt == removalAttempts) {
            if (!std::holds_alternative<Ran>(removed))
                qCInfo(lcSandbox).noquote() << "could not remove" << name;
            return;
        }
        std::this_thread::sleep_for(betweenRemovals);
    }
}

} // namespace

SandboxOutcome runInSandbox(const SandboxRequest &request, const SandboxSources &sources,
                            const std::stop_token &stop)
{
    return SandboxRun(request, sources, stop).run();
}

} // namespace core
