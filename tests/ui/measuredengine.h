// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/monitor.h"
#include "tests/ui/samples.h"

#include <mutex>
#include <semaphore>
#include <utility>

namespace tests {

// An engine made of measurements: a check reports each of them and ends with the last, or waits until it is
// stopped where the last one is still under way.
class MeasuredEngine final
{
public:
    void answerWith(const QList<core::Measurement> &measurements)
    {
        const std::scoped_lock lock(m_mutex);
        m_measurements = measurements;
    }
    QStringList askedContexts() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_asked;
    }

    core::MonitorSources sources()
    {
        return {
            .measure =
                [this](const core::CheckRequest &request, const std::stop_token &stop,
                       const core::MeasurementReporter &report) { return measure(request, stop, report); },
            .listContexts = [](const std::stop_token &) { return samples::contexts(); }};
    }

private:
    core::Measurement measure(const core::CheckRequest &request, const std::stop_token &stop,
                              const core::MeasurementReporter &report)
    {
        QList<core::Measurement> measurements;
        {
            const std::scoped_lock lock(m_mutex);
            m_asked.append(request.context);
            measurements = m_measurements;
        }
        for (const core::Measurement &measurement : std::as_const(measurements))
            report(measurement);
        if (!measurements.back().running.isEmpty()) {
            std::binary_semaphore asked(0);
            const std::stop_callback wake(stop, [&asked] { asked.release(); });
            asked.acquire();
        }
        return measurements.back();
    }

    mutable std::mutex m_mutex;
    QList<core::Measurement> m_measurements{samples::usable()};
    QStringList m_asked;
};

} // namespace tests
