// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/container.h"
#include "core/devserver/look.h"
#include "core/docker/access.h"
#include "core/docker/diagnosis.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace core {

// The containers of one engine's dev servers as facts: one list, and from then on the engine's events. What
// an event does not tell, one inspect does; at most one is under way, for as many containers as there are.
class ContainerFeed final : public QObject
{
    Q_OBJECT

public:
    enum class Sight {
        Listed,
        Started, // right now
        Changed
    };

    // How long a long list may keep the event loop at a time.
    static constexpr std::chrono::milliseconds longestTurn{2};

    explicit ContainerFeed(QObject *parent = nullptr);

    // Forgets what is known, without a word.
    void watch(const EngineAccess &access);
    // Takes the list. Events that are heard meanwhile count after it, because they are no older.
    void take();
    bool isTaking() const { return m_isTaking; }
    void onEvent(const QString &line);
    // Somebody made sure that it is gone.
    void forget(const QString &id);

    QList<ContainerFacts> known() const { return m_known.values(); }

Q_SIGNALS:
    void seen(const core::ContainerFacts &facts, core::ContainerFeed::Sight sight);
    void gone(const QString &id);
    void attached(const QString &id); // a client holds on to it
    void taken();
    void failed(const QString &reason, const core::Diagnosis &diagnosis); // the list could not be taken

private:
    struct Failure
    {
        QString reason;
        Diagnosis diagnosis;
    };
    using Taken = tl::expected<QList<ContainerFacts>, Failure>;

    static Taken takeList(const EngineAccess &access, const std::stop_token &stop);
    void onTaken(const Taken &taken);
    void onTurn();
    void endTaking();
    void apply(const ContainerEvent &event);
    void note(const ContainerFacts &facts, Sight sight);
    void want(const QString &id);
    void inspect();
    void onInspected(const Looked<QList<ContainerFacts>> &looked);

    EngineAccess m_access;
    QHash<QString, ContainerFacts> m_known; // by id
    bool m_isTaking = false;
    Task<Taken> m_taking;
    QList<ContainerFacts> m_arrivals; // of the list, not told yet
    QList<ContainerEvent> m_held;
    QTimer m_turn;
    QSet<QString> m_wanted;     // to be inspected
    QSet<QString> m_inspecting; // under way, and no event made the answer old
    int m_failuresInARow = 0;
    QTimer m_next;
    Task<Looked<QList<ContainerFacts>>> m_inspection;
};

} // namespace core
