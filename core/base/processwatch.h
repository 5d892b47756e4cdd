// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>

#include <memory>

class QSocketNotifier;

namespace core {

// Hears from the kernel when processes of anybody end, without a timer. Where the system has no such
// descriptors (Linux before 5.3, others), it hears nothing.
class ProcessWatch final : public QObject
{
    Q_OBJECT

public:
    explicit ProcessWatch(QObject *parent = nullptr);
    ~ProcessWatch() override;

    // These and no others. One that has ended already is told of from the event loop.
    void setProcesses(const QSet<qint64> &pids);

Q_SIGNALS:
    void ended(qint64 pid); // once; it is not watched any more

private:
    struct Watched;

    void watch(qint64 pid);
    void onEnded(qint64 pid);

    QHash<qint64, std::shared_ptr<Watched>> m_watched;
};

} // namespace core
