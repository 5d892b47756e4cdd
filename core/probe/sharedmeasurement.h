// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/probe/verdict.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <stop_token>

namespace core {

struct CheckRequest
{
    QString context; // empty: docker's own precedence decides
    bool egress = true;

    bool operator==(const CheckRequest &) const = default;
};

using MeasurementReporter = std::function<void(const Measurement &)>;

// One whole check: blocking, total. Reports the measurement so far each time that something is known.
using Measure =
    std::function<Measurement(const CheckRequest &, std::stop_token, const MeasurementReporter &)>;

// Lets concurrent callers share one measurement. It starts with the first who joins and is cancelled when the
// last has left; who joins while it is under way hears what is already known.
class SharedMeasurement final : public QObject
{
    Q_OBJECT

public:
    // A caller's stay: dropping it leaves.
    class Stay final
    {
    public:
        explicit Stay(SharedMeasurement *measurement);
        ~Stay();
        Stay(const Stay &) = delete;
        Stay &operator=(const Stay &) = delete;

    private:
        QPointer<SharedMeasurement> m_measurement;
    };

    explicit SharedMeasurement(Measure measure, QObject *parent = nullptr);

    // Joins the measurement under way if it answers the same request; otherwise that one is cancelled and a
    // new one starts for all who stay.
    [[nodiscard]] std::unique_ptr<Stay> join(const CheckRequest &request);

Q_SIGNALS:
    void reported(const core::Measurement &soFar);
    void finished(const core::Measurement &measurement);

private:
    void leave();

    Measure m_measure;
    CheckRequest m_request;
    std::optional<Measurement> m_soFar;
    int m_stays = 0;
    Task<Measurement, Measurement> m_task;
};

} // namespace core
