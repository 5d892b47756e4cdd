// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/processwatch.h"
#include "core/base/task.h"
#include "core/devserver/keptservers.h"
#include "core/devserver/owners.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>
#include <optional>

namespace core {

// Who has the containers that are followed: one look for all that are new, and another when the kernel tells
// that an owner has ended. No timer looks. Also the keeper of those that are left running on purpose.
class OwnerWatch final : public QObject
{
    Q_OBJECT

public:
    explicit OwnerWatch(OwnerSources sources, QObject *parent = nullptr);
    ~OwnerWatch() override;

    const OwnerSources &sources() const { return m_sources; }

    // Forgets all that it followed; the next are of that engine.
    void watch(const EngineFacts &engine);
    // Looks from the loop where it is another question than before, or `look` says so.
    enum class Look { WhereNew, Anew };
    void follow(const OwnerQuestion &question, Look look);
    void leave(const QString &id);
    void lookAgain(const QString &id);

    // What was seen last; before the first look what the label alone tells.
    OwnerSighting sightingOf(const QString &id) const;
    QDateTime endSeenOf(const QString &id) const; // invalid where its end was not seen

    void keep(const QStringList &ids, Keeping keeping);
    // Those that are followed are all that this engine has, as was listed then.
    void forgetGone(const QDateTime &listed);

Q_SIGNALS:
    void seen(const QString &id); // differently from before

private:
    struct Followed
    {
        OwnerQuestion question;
        OwnerSighting sighting;
        QDateTime endSeen;
    };
    struct Writing;

    void want(const QString &id);
    void look();
    void onLooked(const QHash<QString, OwnerSighting> &sightings);
    void onEnded(qint64 pid);
    void set(const QString &id, OwnerSighting sighting);
    void write(std::function<std::optional<Error>()> change);

    const OwnerSources m_sources;
    EngineFacts m_engine;
    QHash<QString, Followed> m_followed;                 // by container id
    QHash<QString, std::optional<QDateTime>> m_keptByUs; // newer than the file
    QSet<QString> m_wanted;
    QTimer m_next;
    Task<QHash<QString, OwnerSighting>> m_look;
    ProcessWatch m_processes;
    const std::shared_ptr<Writing> m_writing;
};

} // namespace core
