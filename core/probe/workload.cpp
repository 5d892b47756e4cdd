// SPDX-License-Identifier: MIT
#include "core/probe/workload.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"
#include "core/docker/diagnosis.h"
#include "core/docker/facts.h"
#include "core/docker/parsers.h"
#include "core/docker/wording.h"
#include "core/probe/classify.h"
#include "core/probe/explain.h"
#include "core/probe/hardening.h"
#include "core/probe/image.h"
#include "core/probe/leftovers.h"
#include "core/sandbox/hardening.h"
#include "core/sandbox/shapes.h"

#include <QSysInfo>

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

#ifdef Q_OS_UNIX
#include <sys/statvfs.h>
#endif

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Milliseconds = std::chrono::milliseconds;

// Steps 1 to 4 share one budget, and each gets at least a second of it.
constexpr Milliseconds verdictBudget = 20s;
constexpr Milliseconds leastStep = 1s;
constexpr Milliseconds egressBudget = 20s;
constexpr Milliseconds limitsBudget = 20s;
constexpr Milliseconds factsBudget = 5s;
constexpr Milliseconds cleanupBudget = 5s;
constexpr Milliseconds pingBudget = 2s;
constexpr int lateAttempts = 6;
constexpr Milliseconds latePause = 250ms;
constexpr qsizetype longestOutput = 4000;

// docker's word for this machine's architecture: the engine is probably built for the same.
QString hostArchitecture()
{
    const QString cpu = QSysInfo::currentCpuArchitecture();
    return cpu == "x86_64"_L1 ? u"amd64"_s : cpu;
}

bool isOutOfInodes(const QString &folder)
{
#ifdef Q_OS_UNIX
    struct statvfs facts
    {};
    return ::statvfs(folder.toLocal8Bit().constData(), &facts) == 0 && facts.f_files > 0
        && facts.f_favail == 0;
#else
    Q_UNUSED(folder);
    return false;
#endif
}

QString shownOutput(const CommandOutcome &outcome)
{
    const QString both = outText(outcome) + errText(outcome);
    // A failure prints at the end.
    return printable(QStringView(both).last(std::min(both.size(), longestOutput)));
}

// A payload and the archive that carries it.
struct Cargo
{
    std::shared_ptr<const Payload> payload;
    QByteArray archive;
};

// One check from beginning to end. Its steps are plain linear code; only egress and limits run side by side.
class Check final
{
public:
    Check(const WorkloadSources &sources, const std::stop_token &stop, const MeasurementReporter &report)
        : m_sources(sources)
        , m_stop(stop)
        , m_report(report)
        , m_started(sources.clock.steady())
    {
        m_measurement.startedAt = sources.clock.wall();
        m_measurement.engine = sources.known;
    }

    Measurement run()
    {
        begin(Step::Version);
        try {
            measure();
        } catch (const std::exception &error) {
            // The check's own fault, which must never be read as the engine's.
            conclude(Unknown{.reason = excerpt(QString::fromUtf8(error.what())),
                             .daemonAnswered = !m_measurement.engine.arch.isEmpty()});
        }
        try {
            if (m_mayHaveLeft)
                cleanUp();
        } catch (const std::exception &error) {
            qCWarning(lcProbe).noquote() << "could not clean up:" << excerpt(QString::fromUtf8(error.what()));
        }
        m_measurement.running.clear();
        m_report(m_measurement);
        return m_measurement;
    }

private:
    void measure();
    bool loadAndRun(const Cargo &cargo);
    void measureNetworkAndLimits(const Payload &payload);
    CommandOutcome measureEgress(const Payload &payload);
    void compareWithHost(Egress &egress, const EgressTarget &target);
    void measureLimits(const Payload &payload);
    void readFacts();
    void cleanUp();

    Result<Cargo> prepare(const QString &architecture) const;
    Evidence gatherEvidence(Attempt attempt, const CommandOutcome &outcome);
    QStringList runArguments(const QString &name, const QStringList &options) const;

    CommandOutcome docker(const QStringList &arguments, Milliseconds timeout,
                          const QByteArray &input = {}) const;
    CommandOutcome uncancelled(const QStringList &arguments, const CommandOptions &options) const;
    CommandOutcome step(Step step, const QStringList &arguments, Milliseconds timeout,
                        const QByteArray &input = {});
    CommandOutcome runContainer(Step step, const QString &suffix, const QStringList &options,
                                const QStringList &command, Milliseconds timeout);
    void record(Step step, const QStringList &arguments, const CommandOutcome &outcome);
    void begin(Step step);
    void conclude(const Verdict &verdict);
    template <typename Change>
    void change(Change change);
    template <typename Change>
    void tell(Change change);
    Milliseconds leftOfBudget() const;

    const WorkloadSources &m_sources;
    const std::stop_token &m_stop;
    const MeasurementReporter &m_report;
    const std::chrono::steady_clock::time_point m_started;
    const CheckIdentity m_identity = CheckIdentity::fresh();
    const QString m_tag = u"berth-probe:"_s + m_identity.check;
    const QString m_name = u"berth-probe-"_s + m_identity.check;
    const QString m_marker = u"berth-marker-"_s + m_identity.check;
    std::atomic<bool> m_mayRunLate = false;
    bool m_mayLoadLate = false;
    bool m_mayHaveLeft = false; // something may be on the engine that has to be removed
    std::mutex m_mutex;         // egress and limits both write the measurement
    Measurement m_measurement;
};

// Between two steps nothing is reported: it would look like the end.
template <typename Change>
void Check::change(Change change)
{
    const std::lock_guard lock(m_mutex);
    change(m_measurement);
}

template <typename Change>
void Check::tell(Change change)
{
    const std::lock_guard lock(m_mutex);
    change(m_measurement);
    if (m_measurement.running.isEmpty()) // the cleaning up is always still to come
        m_measurement.running.append(Step::Cleanup);
    m_report(m_measurement);
}

void Check::begin(Step step)
{
    tell([step](Measurement &measurement) {
        measurement.running.removeAll(Step::Cleanup);
        measurement.running.append(step);
    });
}

void Check::conclude(const Verdict &verdict)
{
    tell([this, &verdict](Measurement &measurement) {
        measurement.verdict = verdict;
        measurement.elapsed = since(m_sources.clock, m_started);
    });
}

void Check::record(Step step, const QStringList &arguments, const CommandOutcome &outcome)
{
    const auto *failed = std::get_if<Failed>(&outcome);
    StepRecord record{.step = step,
                      .exitCode = exitCode(outcome),
                      .elapsed = elapsed(outcome),
                      .output = shownOutput(outcome),
                      .failure = failed != nullptr ? excerpt(failed->reason) : QString()};
    const QStringList command = QStringList{u"docker"_s} + m_sources.choice.arguments() + arguments;
    for (const QString &argument : command)
        record.command.append(redacted(argument));
    change([&record, step](Measurement &measurement) {
        measurement.running.removeAll(step);
        measurement.steps.append(record);
    });
}

Milliseconds Check::leftOfBudget() const
{
    return std::max(leastStep, verdictBudget - since(m_sources.clock, m_started));
}

CommandOutcome Check::docker(const QStringList &arguments, Milliseconds timeout,
                             const QByteArray &input) const
{
    return m_sources.docker(m_sources.choice.arguments() + arguments,
                            {.timeout = timeout, .input = input, .stop = m_stop});
}

// What was made has to go, also when nobody waits for the answer any more.
CommandOutcome Check::uncancelled(const QStringList &arguments, const CommandOptions &options) const
{
    return m_sources.docker(m_sources.choice.arguments() + arguments, options);
}

CommandOutcome Check::step(Step step, const QStringList &arguments, Milliseconds timeout,
                           const QByteArray &input)
{
    auto outcome = docker(arguments, timeout, input);
    record(step, arguments, outcome);
    return outcome;
}

QStringList Check::runArguments(const QString &name, const QStringList &options) const
{
    const QStringList run{u"run"_s, u"--rm"_s, u"--pull"_s, u"never"_s, u"--name"_s, name};
    return run + labelArguments(m_identity.labels()) + options + QStringList{m_tag};
}

CommandOutcome Check::runContainer(Step step, const QString &suffix, const QStringList &options,
                                   const QStringList &command, Milliseconds timeout)
{
    const QString name = m_name + suffix;
    auto outcome = this->step(step, runArguments(name, options) + command, timeout);
    // A client that failed or was ended leaves its container, whatever --rm says; one that was never made is
    // no error.
    if (!succeeded(outcome)) {
        const auto removed = uncancelled({u"rm"_s, u"--force"_s, name}, {.timeout = cleanupBudget});
        if (!succeeded(removed))
            qCInfo(lcProbe).noquote() << "could not remove" << name << failureReason(removed);
        if (std::holds_alternative<Failed>(outcome) && !outText(removed).contains(name))
            m_mayRunLate = true;
    }
    return outcome;
}

Result<Cargo> Check::prepare(const QString &architecture) const
{
    const auto payload = m_sources.payloads->forArchitecture(architecture);
    if (!payload)
        return tl::unexpected(payload.error());
    const auto archive = imageArchive(**payload, m_tag, m_identity.labels());
    if (!archive)
        return tl::unexpected(archive.error());
    return Cargo{.payload = *payload, .archive = *archive};
}

void Check::measure()
{
    // Made while the engine is asked, because the answer is nearly always this machine's own architecture.
    auto prepared = std::async(std::launch::async, [this] { return prepare(hostArchitecture()); });

    const auto version =
        step(Step::Version, {u"version"_s, u"--format"_s, u"{{.Server.Arch}}"_s}, leftOfBudget());
    const auto architecture =
        succeeded(version) ? parseArchitecture(std::get<Ran>(version).out) : std::nullopt;
    if (!architecture) {
        const QString reason = succeeded(version)
            ? u"what answers does not name its architecture, as every Docker engine does"_s
            : failureReason(version);
        conclude(Unknown{.reason = reason,
                         .daemonAnswered = false,
                         .diagnosis = diagnose(Attempt::AskVersion, version,
                                               gatherEvidence(Attempt::AskVersion, version))});
        return;
    }
    tell([&architecture](Measurement &measurement) {
        measurement.engine.arch = *architecture;
        measurement.running.append(Step::Payload);
    });

    const auto cargo = *architecture == hostArchitecture() ? prepared.get() : prepare(*architecture);
    change([&cargo](Measurement &measurement) {
        measurement.running.removeAll(Step::Payload);
        measurement.steps.append({.step = Step::Payload,
                                  .output = cargo ? printable(cargo->payload->source) : QString(),
                                  .failure = cargo ? QString() : excerpt(cargo.error().detail)});
    });
    if (!cargo) {
        conclude(Unknown{.reason = excerpt(cargo.error().detail),
                         .daemonAnswered = true,
                         .diagnosis = diagnosisFor(u"payload-missing"_s, {.engine = m_measurement.engine})});
        return;
    }
    m_mayHaveLeft = true;
    if (loadAndRun(*cargo))
        measureNetworkAndLimits(*cargo->payload);
}

bool Check::loadAndRun(const Cargo &cargo)
{
    for (bool repaired = false;; repaired = true) {
        begin(Step::Load);
        const auto load = step(Step::Load, {u"load"_s, u"--quiet"_s}, leftOfBudget(), cargo.archive);
        if (!succeeded(load)) {
            m_mayLoadLate = std::holds_alternative<Failed>(load);
            conclude(Unknown{
                .reason = u"the probe image could not be loaded: "_s + failureReason(load),
                .daemonAnswered = true,
                .diagnosis = diagnose(Attempt::LoadImage, load, gatherEvidence(Attempt::LoadImage, load))});
            return false;
        }
        begin(Step::Run);
        const QString say = cargo.payload->kind == Payload::Kind::Agent ? u"say"_s : u"echo"_s;
        const auto run = runContainer(Step::Run, {}, {u"--network"_s, u"none"_s},
                                      {cargo.payload->program, say, m_marker}, leftOfBudget());
        Verdict verdict = classifyRun(run, m_marker, *cargo.payload);
        if (std::holds_alternative<Usable>(verdict)) {
            conclude(verdict);
            return true;
        }
        if (!repaired && isRepairable(run, *cargo.payload)) {
            // A leftover of an earlier check can share the damaged layer; the engine takes a layer that it
            // knows for whole and loads it no second time.
            cleanUp();
            continue;
        }
        const auto diagnosis =
            diagnose(Attempt::RunContainer, run, gatherEvidence(Attempt::RunContainer, run));
        if (auto *unusable = std::get_if<Unusable>(&verdict))
            unusable->diagnosis = diagnosis;
        else if (auto *unknown = std::get_if<Unknown>(&verdict))
            unknown->diagnosis = diagnosis;
        conclude(verdict);
        return false;
    }
}

Evidence Check::gatherEvidence(Attempt attempt, const CommandOutcome &outcome)
{
    EngineFacts engine = m_measurement.engine;
    const auto *failed = std::get_if<Failed>(&outcome);
    const bool hasClient = failed == nullptr || failed->cause == Failed::Cause::TimedOut;
    if (hasClient) {
        const auto client = m_sources.docker({u"--version"_s}, {.timeout = factsBudget, .stop = m_stop});
        if (const auto *ran = std::get_if<Ran>(&client))
            engine.clientVersion = parseClientVersion(ran->out);
    }
    if (attempt != Attempt::AskVersion && failed == nullptr) {
        const auto info = docker({u"info"_s, u"--format"_s, u"{{json .}}"_s}, factsBudget);
        if (const auto *ran = std::get_if<Ran>(&info))
            applyInfo(engine, ran->out);
    }
    tell([&engine](Measurement &measurement) { measurement.engine = engine; });

    Evidence evidence{.engine = engine, .socket = m_sources.lookAtSocket(engine.socketPath())};
    evidence.markerPrinted = outText(outcome).contains(m_marker);
    if (engine.isLocal() && !engine.rootFolder.isEmpty())
        evidence.rootOutOfInodes = isOutOfInodes(engine.rootFolder);
    if (failed != nullptr && failed->cause == Failed::Cause::TimedOut && engine.isLocal())
        evidence.pingAnswered = pingAnswers(engine.socketPath(), pingBudget);
    return evidence;
}

void Check::readFacts()
{
    EngineFacts engine = m_measurement.engine;
    const CommandRunner runner = [this](const QStringList &arguments, const CommandOptions &options) {
        return uncancelled(arguments, options);
    };
    askFacts(engine, runner, {.timeout = factsBudget, .stop = m_stop});
    tell([&engine](Measurement &measurement) { measurement.engine = engine; });
}

void Check::measureNetworkAndLimits(const Payload &payload)
{
    auto egressRun = std::async(std::launch::async, [this, &payload] { return measureEgress(payload); });
    readFacts();
    measureLimits(payload);
    const CommandOutcome egressOutcome = egressRun.get();
    tell([&egressOutcome](Measurement &measurement) {
        auto &usable = std::get<Usable>(measurement.verdict);
        const Evidence evidence{.engine = measurement.engine};
        usable.diagnosis = diagnoseEgress(usable.egress, egressOutcome, evidence);
        if (!usable.diagnosis)
            usable.diagnosis = diagnoseLimits(usable.hardening, evidence);
    });
}

CommandOutcome Check::measureEgress(const Payload &payload)
{
    Egress egress{.status = Egress::Status::Skipped};
    CommandOutcome outcome;
    if (m_sources.egress) {
        const auto target = parseEgressTarget(m_sources.settings.target, m_sources.settings.dnsName);
        if (!target) {
            egress = {.status = Egress::Status::Undetermined, .reason = target.error().detail};
        } else {
            begin(Step::Egress);
            outcome =
                runContainer(Step::Egress, u"-egress"_s, {}, egressArguments(payload, *target), egressBudget);
            egress = classifyEgress(outcome, *target);
            if (egress.status == Egress::Status::Blocked)
                compareWithHost(egress, *target);
        }
    }
    tell([&egress](Measurement &measurement) { std::get<Usable>(measurement.verdict).egress = egress; });
    return outcome;
}

void Check::compareWithHost(Egress &egress, const EgressTarget &target)
{
    begin(Step::HostEgress);
    const auto started = m_sources.clock.steady();
    const HostEgress host = m_sources.attemptFromHost(target, m_stop);
    egress.hostReaches = (egress.tcp != 0 && host.tcp) || (egress.dns != 0 && host.dns);
    const QString output = u"from this machine: %1 is %2, %3 is %4"_s.arg(
        egress.target, host.tcp ? u"reached"_s : u"not reached"_s, egress.dnsName,
        host.dns ? u"resolved"_s : u"not resolved"_s);
    tell([&](Measurement &measurement) {
        measurement.running.removeAll(Step::HostEgress);
        measurement.steps.append(
            {.step = Step::HostEgress, .elapsed = since(m_sources.clock, started), .output = output});
    });
}

void Check::measureLimits(const Payload &payload)
{
    Hardening hardening;
    auto limits =
        parseLimits(m_sources.settings.memory, m_sources.settings.pids, sandboxUser(m_measurement.engine));
    if (!limits) {
        hardening = {.status = Hardening::Status::Unknown, .reason = limits.error().detail};
    } else {
        begin(Step::Limits);
        const auto attempt = [&] {
            const QStringList options = QStringList{u"--network"_s, u"none"_s} + hardeningArguments(*limits);
            return runContainer(Step::Limits, u"-limits"_s, options, limitsArguments(payload), limitsBudget);
        };
        auto outcome = attempt();
        if (saysInitMissing(errText(outcome))) {
            limits->init = false;
            begin(Step::Limits);
            outcome = attempt();
        }
        hardening = judgeHardening(outcome, *limits);
        if (!limits->init && hardening.status != Hardening::Status::Unknown) {
            hardening.status = Hardening::Status::Partial;
            hardening.notEnforced.append(u"init"_s);
        }
    }
    tell([&](Measurement &measurement) {
        measurement.engine.hasInit = !limits || limits->init;
        std::get<Usable>(measurement.verdict).hardening = hardening;
    });
}

void Check::cleanUp()
{
    begin(Step::Cleanup);
    const CommandRunner runner = [this](const QStringList &arguments, const CommandOptions &options) {
        return uncancelled(arguments, options);
    };
    const QStringList arguments{u"image"_s, u"rm"_s, u"--force"_s, m_tag};
    const auto removeImage = [&] { return runner(arguments, {.timeout = cleanupBudget}); };
    // What a client has asked for before it was ended, the engine does a little later.
    for (int attempt = 0; m_mayRunLate && attempt < lateAttempts; ++attempt) {
        if (removeContainers(runner, m_identity))
            break;
        std::this_thread::sleep_for(latePause);
    }
    auto removed = removeImage();
    for (int attempt = 0; m_mayLoadLate && attempt < lateAttempts; ++attempt) {
        if (!std::holds_alternative<Ran>(removed) || outText(removed).contains(m_tag))
            break;
        std::this_thread::sleep_for(latePause);
        removed = removeImage();
    }
    record(Step::Cleanup, arguments, removed);
    if (!succeeded(removed))
        qCWarning(lcProbe).noquote() << "could not remove" << m_tag << failureReason(removed);
    if (std::holds_alternative<Ran>(removed))
        sweepLeftovers(runner, m_identity, m_stop);
}

} // namespace

Measurement measureWorkload(const WorkloadSources &sources, const std::stop_token &stop,
                            const MeasurementReporter &report)
{
    return Check(sources, stop, report).run();
}

} // namespace core
