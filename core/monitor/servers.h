// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/keptservers.h"
#include "core/devserver/launchrequest.h"
#include "core/devserver/preview.h"
#include "core/devserver/reap.h"
#include "core/devserver/server.h"
#include "core/devserver/serverlog.h"

#include <QList>
#include <QObject>

#include <functional>
#include <memory>

namespace core {

// What is known about the list itself.
struct Listing
{
    enum class State {
        Loading,
        Listed,
        Failed, // it could not be taken: diagnosis, or reason
        Silent  // the engine does not answer: the rows, where it was taken, are the last that is known
    };

    State state = State::Loading;
    QString reason; // one scrubbed line
    std::optional<Diagnosis> diagnosis;

    bool operator==(const Listing &) const = default;
};

// The dev servers of one engine and what can be done with them; what the window and its tests know of them.
// Lives on the GUI thread and never blocks it.
class Servers : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // By port, then by name.
    virtual const QList<Server> &servers() const = 0;
    virtual const Listing &listing() const = 0;
    const Server *find(ServerKey key) const; // null where it is gone; valid until the list changes

    // Starts a server; its row appears at once.
    virtual ServerKey launch(const LaunchRequest &request) = 0;
    // Takes these down; a row that has failed is dismissed.
    virtual void stop(const QList<ServerKey> &keys, Haste haste = Haste::Stop) = 0;
    // Takes it down and starts it once more as it was. Only where canRestart().
    virtual void restart(ServerKey key) = 0;
    virtual bool canRestart(ServerKey key) const = 0;
    // As it was asked for; absent where it is not ours.
    virtual std::optional<LaunchRequest> requestOf(ServerKey key) const = 0;
    // Ends what this process has to do with its servers without ending them: they are kept.
    virtual void leaveAll() = 0;
    // Leaves these running beyond their owner's end, or takes that back.
    virtual void keep(const QList<ServerKey> &keys, Keeping keeping) = 0;
    // Removes what is left behind of these: each is judged once more right before, and what is no orphan any
    // more, or another container by now, is left alone. One reaped() for each call.
    virtual void reap(const QList<ServerKey> &keys) = 0;

    // Its output: of ours as it comes, of another's followed from now on for as long as somebody holds it, of
    // one that is gone its last run. Never null.
    virtual std::shared_ptr<ServerLog> log(ServerKey key) = 0;

    // What would come of a request, told to `then` on this thread, unless another question replaces it or
    // `context` dies.
    virtual void preview(const LaunchRequest &request, QObject *context,
                         std::function<void(const LaunchPreview &)> then) = 0;
    // The whole command, the program first, for a preview's arguments.
    virtual QStringList command(const QStringList &arguments) const = 0;

    // Whether somebody looks: only then CPU and memory are asked for, and whether what was ready still is.
    virtual void setUsageWanted(bool wanted) = 0;
    // Lists anew: on demand, and after a check found the engine again.
    virtual void refresh() = 0;

Q_SIGNALS:
    void inserted(qsizetype index);
    void changed(qsizetype index);            // the same row, in its place
    void moved(qsizetype from, qsizetype to); // its port or name is another: `to` is where it stands now
    void removed(qsizetype index, core::ServerKey key);
    void listingChanged();
    void reaped(const core::ReapReport &report);
};

} // namespace core
