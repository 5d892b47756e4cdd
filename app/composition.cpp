// SPDX-License-Identifier: MIT
#include "app/composition.h"

#include "core/docker/client.h"
#include "core/probe/workload.h"

#include <QProcessEnvironment>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace app {

namespace {

constexpr std::chrono::milliseconds hostAttemptTimeout = 5s;

} // namespace

core::MonitorSources composeSources(const Settings &settings)
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    const auto client =
        std::make_shared<core::Client>(core::locateClient(settings.dockerProgram, environment), environment);
    const auto payloads = std::make_shared<core::Payloads>(core::PayloadSources::standard(settings.payload));

    const auto measure = [=](const core::CheckRequest &request, const std::stop_token &stop,
                             const core::MeasurementReporter &report) {
        const QString context = request.context.isEmpty() ? settings.context : request.context;
        const core::EngineChoice choice = core::chooseEngine(context, environment);
        core::EngineFacts known = core::factsBeforehand(choice, core::readContexts(environment));
        known.clientPath = client->location().program;
        const core::WorkloadSources sources{
            .docker =
                [client](const QStringList &arguments, const core::CommandOptions &options) {
                    return client->run(arguments, options);
                },
            .choice = choice,
            .known = known,
            .payloads = payloads,
            .settings = settings.check,
            .egress = request.egress,
            .attemptFromHost =
                [](const core::EgressTarget &target, const std::stop_token &stopped) {
                    return core::attemptFromHost(target, hostAttemptTimeout, stopped);
                }};
        return core::measureWorkload(sources, stop, report);
    };
    const auto startEvents = [=](const QString &requested) {
        const core::EngineChoice choice =
            core::chooseEngine(requested.isEmpty() ? settings.context : requested, environment);
        // Daemon events are rare: the stream is there for its end.
        const QStringList arguments{u"events"_s, u"--filter"_s, u"type=daemon"_s};
        return std::make_unique<core::Stream>(client->location().program, choice.arguments() + arguments,
                                              environment);
    };
    const auto listContexts = [environment](const std::stop_token &) {
        return core::readContexts(environment);
    };
    return {.measure = measure, .listContexts = listContexts, .startEvents = startEvents};
}

core::SandboxSources composeSandbox(const Settings &settings, const QString &context)
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    const auto client =
        std::make_shared<core::Client>(core::locateClient(settings.dockerProgram, environment), environment);
    const core::EngineChoice choice =
        core::chooseEngine(context.isEmpty() ? settings.context : context, environment);
    core::EngineFacts known = core::factsBeforehand(choice, core::readContexts(environment));
    known.clientPath = client->location().program;
    return {.docker =
                [client, choice](const QStringList &arguments, const core::CommandOptions &options) {
                    return client->run(choice.arguments() + arguments, options);
                },
            .engine = known};
}

} // namespace app
