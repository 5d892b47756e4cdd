// SPDX-License-Identifier: MIT
#include "app/livesources.h"

#include "app/composition.h"

#include <chrono>
#include <mutex>
#include <semaphore>

using namespace std::chrono_literals;
using core::MonitorSources;

namespace app {

namespace {

// A window that is never painted (minimised, on another desktop) must not hold up the check.
constexpr auto longestWaitForPaint = 300ms;

} // namespace

struct LiveSources::State
{
    MonitorSources current()
    {
        const std::scoped_lock lock(mutex);
        return made;
    }
    MonitorSources onceSeen()
    {
        if (gate.try_acquire_for(longestWaitForPaint))
            gate.release();
        return current();
    }

    std::mutex mutex;
    MonitorSources made;
    std::binary_semaphore gate{0};
};

LiveSources::LiveSources(const Settings &settings)
    : m_state(std::make_shared<State>())
{
    setSettings(settings);
}

MonitorSources LiveSources::sources() const
{
    MonitorSources sources = m_state->current();
    sources.measure = [state = m_state](const core::CheckRequest &request, const std::stop_token &stop,
                                        const core::MeasurementReporter &report) {
        return state->onceSeen().measure(request, stop, report);
    };
    sources.listContexts = [state = m_state](const std::stop_token &stop) {
        return state->onceSeen().listContexts(stop);
    };
    sources.reach = [state = m_state](const QString &context) { return state->current().reach(context); };
    return sources;
}

void LiveSources::setSettings(const Settings &settings)
{
    MonitorSources made = composeSources(settings);
    const std::scoped_lock lock(m_state->mutex);
    m_state->made = std::move(made);
}

void LiveSources::onPainted()
{
    m_state->gate.release();
}

} // namespace app
