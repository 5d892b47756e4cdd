// SPDX-License-Identifier: MIT
#include "app/livesources.h"

#include "app/composition.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

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
    MonitorSources oncePainted()
    {
        std::unique_lock lock(mutex);
        painted.wait_for(lock, longestWaitForPaint, [this] { return isPainted; });
        return made;
    }

    std::mutex mutex;
    std::condition_variable painted;
    bool isPainted = false;
    MonitorSources made;
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
        return state->oncePainted().measure(request, stop, report);
    };
    sources.listContexts = [state = m_state](const std::stop_token &stop) {
        return state->oncePainted().listContexts(stop);
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
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->isPainted = true;
    }
    m_state->painted.notify_all();
}

} // namespace app
