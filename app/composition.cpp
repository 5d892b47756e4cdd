// SPDX-License-Identifier: MIT
#include "app/composition.h"

#include "core/devserver/lastrun.h"
#include "core/docker/client.h"
#include "core/probe/workload.h"
#include "ui/presentation/servertrouble.h"

#include <QProcessEnvironment>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace app {

namespace {

constexpr std::chrono::milliseconds hostAttemptTimeout = 5s;

using SharedClient = std::shared_ptr<core::Client>;

SharedClient makeClient(const Settings &settings, const QProcessEnvironment &environment)
{
    return std::make_shared<core::Client>(core::locateClient(settings.dockerProgram, environment),
                                          environment);
}

// What is known of the engine before anybody asked it.
core::EngineFacts factsBeforehand(const core::EngineChoice &choice, const core::Client &client,
                                  const QProcessEnvironment &environment)
{
    core::EngineFacts facts = core::factsBeforehand(choice, core::readContexts(environment));
    facts.clientPath = client.location().program;
    return facts;
}

core::EngineAccess reach(const SharedClient &client, const QString &context,
                         const QProcessEnvironment &environment)
{
    const core::EngineChoice choice = core::chooseEngine(context, environment);
    return {.docker =
                [client, choice](const QStringList &arguments, const core::CommandOptions &options) {
                    return client->run(choice.arguments() + arguments, options);
                },
            .stream =
                [client, choice, environment](const QStringList &arguments) {
                    return std::make_unique<core::Stream>(client->location().program,
                                                          choice.arguments() + arguments, environment);
                },
            .choice = choice,
            .facts = factsBeforehand(choice, *client, environment)};
}

} // namespace

core::MonitorSources composeSources(const Settings &settings)
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    const SharedClient client = makeClient(settings, environment);
    const auto payloads = std::make_shared<core::Payloads>(core::PayloadSources::standard(settings.payload));

    const auto measure = [=](const core::CheckRequest &request, const std::stop_token &stop,
                             const core::MeasurementReporter &report) {
        const QString context = request.context.isEmpty() ? settings.context : request.context;
        const core::EngineChoice choice = core::chooseEngine(context, environment);
        const core::WorkloadSources sources{
            .docker =
                [client](const QStringList &arguments, const core::CommandOptions &options) {
                    return client->run(arguments, options);
                },
            .choice = choice,
            .known = factsBeforehand(choice, *client, environment),
            .payloads = payloads,
            .settings = settings.check,
            .egress = request.egress,
            .attemptFromHost =
                [](const core::EgressTarget &target, const std::stop_token &stopped) {
                    return core::attemptFromHost(target, hostAttemptTimeout, stopped);
                }};
        return core::measureWorkload(sources, stop, report);
    };
    const auto listContexts = [environment](const std::stop_token &) {
        return core::readContexts(environment);
    };
    const auto reachEngine = [client, environment, standard = settings.context](const QString &requested) {
        return reach(client, requested.isEmpty() ? standard : requested, environment);
    };
    return {.measure = measure,
            .listContexts = listContexts,
            .reach = reachEngine,
            .servers = {
                .payloads = payloads,
                .stateFolder = core::stateFolder(),
                .owners = composeOwners(),
                .patience =
                    core::parsePatience(settings.servers.patience).value_or(core::LaunchRequest().patience),
                .sentence = &ui::troubleSentence}};
}

core::EngineAccess composeAccess(const Settings &settings, const QString &context)
{
    const auto environment = QProcessEnvironment::systemEnvironment();
    return reach(makeClient(settings, environment), context.isEmpty() ? settings.context : context,
                 environment);
}

core::OwnerSources composeOwners()
{
    return {.instances = core::instancesFolder(), .stateFolder = core::stateFolder()};
}

core::LaunchSources composeLaunch(const Settings &settings, const core::EngineAccess &access)
{
    return {.docker = access.docker,
            .engine = access.facts,
            .payloads = std::make_shared<core::Payloads>(core::PayloadSources::standard(settings.payload)),
            .stateFolder = core::stateFolder(),
            .sentence = &ui::troubleSentence};
}

core::SandboxSources composeSandbox(const Settings &settings, const QString &context)
{
    const core::EngineAccess access = composeAccess(settings, context);
    return {.docker = access.docker, .engine = access.facts};
}

} // namespace app
