// SPDX-License-Identifier: MIT
#include "core/probe/sharedmeasurement.h"

namespace core {

SharedMeasurement::Stay::Stay(SharedMeasurement *measurement)
    : m_measurement(measurement)
{
    ++m_measurement->m_stays;
}

SharedMeasurement::Stay::~Stay()
{
    if (m_measurement != nullptr)
        m_measurement->leave();
}

SharedMeasurement::SharedMeasurement(Measure measure, QObject *parent)
    : QObject(parent)
    , m_measure(std::move(measure))
{}

std::unique_ptr<SharedMeasurement::Stay> SharedMeasurement::join(const CheckRequest &request)
{
    auto stay = std::make_unique<Stay>(this);
    if (m_task.isRunning() && m_request == request) {
        if (m_soFar)
            Q_EMIT reported(*m_soFar);
        return stay;
    }
    m_request = request;
    m_soFar.reset();
    m_task.startReporting(
        [measure = m_measure, request](std::stop_token stop, const MeasurementReporter &report) {
            return measure(request, std::move(stop), report);
        },
        [this](const Measurement &soFar) {
            m_soFar = soFar;
            Q_EMIT reported(soFar);
        },
        [this](const Measurement &measurement) { Q_EMIT finished(measurement); });
    return stay;
}

void SharedMeasurement::leave()
{
    if (--m_stays == 0)
        m_task.cancel();
}

} // namespace core
