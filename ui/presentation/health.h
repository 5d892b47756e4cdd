// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace ui {

// What a state feels like to the one who looks. It decides shape, colour and the word for a screen reader.
enum class Mood { Measuring, Fine, Attention, Trouble, Unknown };

// One of the things a check finds out.
struct Fact
{
    QString name; // Internet
    Mood mood = Mood::Unknown;
    QString value;       // Reachable
    QString explanation; // one or two sentences; about trouble, the last says what to do

    bool operator==(const Fact &) const = default;
};

// A measurement in sentences. Empty members have nothing to say.
struct HealthText
{
    Mood mood = Mood::Unknown;
    QString headline;
    QString sub;       // engine and version, context, endpoint, when it was checked and how long that took
    QList<Fact> facts; // Containers, Internet, DNS, Limits
    QString cause;
    QString remedy;
    QStringList commands;
    bool isLast = false; // headline, cause and remedy are the last answer, and another is on its way

    bool operator==(const HealthText &) const = default;
};

HealthText presentHealth(const core::Measurement &measurement, const QDateTime &now);

// Whether a check repeats `last` on the same engine and has no verdict yet.
bool isRecheck(const core::Measurement &current, const core::Measurement &last);

// While it is one, the sentences of the last check stay, so that nobody loses the command that he is about to
// copy. The facts are those of the new check.
HealthText presentRecheck(const core::Measurement &current, const core::Measurement &last,
                          const QDateTime &now);

// The parts of `sub`: "Engine 20.10.24, rootless", "default (unix:///…)", "checked 2 min ago, took 412 ms"
// or, while nothing is known yet, the step under way.
QString presentEngine(const core::EngineFacts &engine);
QString presentPlace(const core::EngineFacts &engine);
QString presentChecked(const core::Measurement &measurement, const QDateTime &now);

// The same of a last check while it is repeated: "checked 2 min ago, checking again…". No longer than that,
// so that nothing has to move for it.
QString presentCheckedBefore(const core::Measurement &last, const QDateTime &now);

// "Looks again at 14:05"; empty where nothing is planned.
QString presentNextCheck(const QDateTime &next);

// For the room that is left where nothing is wrong: what was proven. Empty while a check runs and in trouble.
QString presentCalm(const core::Measurement &measurement);

// The mood in a word, for those who do not see its shape.
QString moodWord(Mood mood);

} // namespace ui
