// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "ui/presentation/health.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace ui {

// How a server feels to the one who looks.
Mood serverMood(const core::Server &server);
// Its state in one or two words: "Ready".
QString stateWord(core::ServerState state);
// What it is doing, in words: "Ready in 1.2 s", "Starting…", "Left behind · ready"; of one that is in
// trouble the sentence about it.
QString serverStatus(const core::Server &server);
// Who has it and why Berth thinks so, in whole sentences; empty where this Berth has it.
QString ownershipReason(const core::Server &server, const QDateTime &now = QDateTime::currentDateTimeUtc());
// The same, and what can be done about it.
QString ownershipText(const core::Server &server, const QDateTime &now = QDateTime::currentDateTimeUtc());
// What is wrong with it, in whole sentences; empty where nothing is.
QString serverExplanation(const core::Server &server);
// That do something about it, where its trouble is recognised.
QStringList serverCommands(const core::Server &server);

// The last part of its folder's path; its name where no folder is known.
QString projectName(const core::Server &server);
// A server as it is called in a question or a title: "4300 · webshop".
QString serverTitle(const core::Server &server);

// "Open", "Sealed", "Open, exposed", and what that means.
QString networkText(const core::Server &server);
QString networkExplanation(const core::Server &server);

// How long since then, in its largest unit: "3 h"; empty where the time is not known.
QString ageText(const QDateTime &since, const QDateTime &now);
QString memoryText(qint64 bytes);
QString cpuText(double percent);

// The list itself, where there is something to say about it: a headline, what it means or what to do. Empty
// where it is listed.
struct ListingText
{
    Mood mood = Mood::Fine;
    QString headline;
    QString text;

    bool operator==(const ListingText &) const = default;
};

ListingText presentListing(const core::Listing &listing);

// What can be done about a server's trouble, with one click.
struct Remedy
{
    enum class Kind {
        ListenEverywhere, // starts it once more, its command made to listen on every address
        OpenHolder,       // opens the dev server that holds the port
        ReplaceHolder,    // takes that one down and starts this one
        AnotherPort,      // starts it on the next free port
        Edit,             // opens the form with what was asked for
        Restart,
        ShowLog, // its last words tell more
        Stop,
        Dismiss // its row goes
    };

    Kind kind = Kind::Restart;
    QString text; // of the button, with its mnemonic

    bool operator==(const Remedy &) const = default;
};

// The likeliest first. `request` is what was asked for, absent where it is not ours.
QList<Remedy> remediesFor(const core::Server &server, const std::optional<core::LaunchRequest> &request);

} // namespace ui
