// SPDX-License-Identifier: MIT
#include "core/history/timeline.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Outcome = VerdictEntry::Result;

namespace {

QDateTime at(const QString &time)
{
    return {QDate(2026, 3, 14), QTime::fromString(time, u"HH:mm"_s), Qt::UTC};
}

// "09:00 window local usable": when, who asked, which engine, what came out; "-" asked without a window.
VerdictEntry verdictFrom(const QString &line)
{
    const QStringList words = line.split(u' ');
    VerdictEntry entry{.session = words.at(1) == "-"_L1 ? QString() : words.at(1),
                       .at = at(words.at(0)),
                       .endpoint = words.at(2)};
    entry.result = words.at(3) == "usable"_L1 ? Outcome::Usable : Outcome::Unusable;
    return entry;
}

// "window 09:00 17:00"
WatchSpan watchFrom(const QString &line)
{
    const QStringList words = line.split(u' ');
    return {.session = words.at(0), .began = at(words.at(1)), .seen = at(words.at(2))};
}

QString lineOf(const TimelineSegment &segment)
{
    const QString from = segment.from.time().toString(u"HH:mm"_s);
    const QString to = segment.to.time().toString(u"HH:mm"_s);
    return u"%1-%2 %3"_s.arg(from, to,
                             segment.verdict.result == Outcome::Usable ? u"usable"_s : u"unusable"_s);
}

} // namespace

class TimelineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void verdictsHold_data()
    {
        QTest::addColumn<QStringList>("verdicts");
        QTest::addColumn<QStringList>("watches");
        QTest::addColumn<QStringList>("segments");
        const auto row = [](const char *claim, const QStringList &verdicts, const QStringList &watches,
                            const QStringList &segments) {
            QTest::newRow(claim) << verdicts << watches << segments;
        };
        row("nothing is nothing", {}, {}, {});
        row("a window alone says nothing", {}, {u"w 08:00 12:00"_s}, {});
        row("a verdict holds until the window goes", {u"09:00 w local usable"_s}, {u"w 08:59 12:00"_s},
            {u"09:00-12:00 usable"_s});
        row("a verdict holds until the next", {u"09:00 w local usable"_s, u"10:00 w local unusable"_s},
            {u"w 08:59 12:00"_s}, {u"09:00-10:00 usable"_s, u"10:00-12:00 unusable"_s});
        row("the order of the rows does not matter", {u"10:00 w local unusable"_s, u"09:00 w local usable"_s},
            {u"w 08:59 12:00"_s}, {u"09:00-10:00 usable"_s, u"10:00-12:00 unusable"_s});
        row("a window that was seen lately is still there", {u"09:00 w local usable"_s}, {u"w 08:59 17:52"_s},
            {u"09:00-18:00 usable"_s});
        row("what was before the view is cut off", {u"02:00 w local usable"_s}, {u"w 01:00 08:00"_s},
            {u"06:00-08:00 usable"_s});
        row("what ended before the view is not in it", {u"02:00 w local usable"_s}, {u"w 01:00 05:00"_s}, {});
        row("what is in the future is not there yet", {u"19:00 w local usable"_s}, {u"w 18:30 19:30"_s}, {});
        row("between two windows is a gap", {u"09:00 w local usable"_s, u"12:00 x local usable"_s},
            {u"w 08:59 10:00"_s, u"x 11:59 13:00"_s}, {u"09:00-10:00 usable"_s, u"12:00-13:00 usable"_s});
        row("after a sleep the verdict holds on", {u"09:00 w local usable"_s},
            {u"w 08:59 10:00"_s, u"w 14:00 15:00"_s}, {u"09:00-10:00 usable"_s, u"14:00-15:00 usable"_s});
        row("a command's verdict is a moment", {u"09:00 - local usable"_s}, {}, {u"09:00-09:00 usable"_s});
        row("a command's verdict counts for the window as well",
            {u"09:00 w local usable"_s, u"10:00 - local unusable"_s}, {u"w 08:59 12:00"_s},
            {u"09:00-10:00 usable"_s, u"10:00-12:00 unusable"_s});
        row("another engine's verdicts are not shown", {u"09:00 w other unusable"_s}, {u"w 08:59 12:00"_s},
            {});
        row("who went to another engine watches this one no more",
            {u"09:00 w local usable"_s, u"10:00 w other unusable"_s, u"11:00 w local usable"_s},
            {u"w 08:59 12:00"_s}, {u"09:00-10:00 usable"_s, u"11:00-12:00 usable"_s});
        row("a command about another engine changes nothing",
            {u"09:00 w local usable"_s, u"10:00 - other unusable"_s}, {u"w 08:59 12:00"_s},
            {u"09:00-12:00 usable"_s});
        row("two windows are one time", {u"09:00 w local usable"_s, u"09:30 x local usable"_s},
            {u"w 08:59 10:00"_s, u"x 09:29 11:00"_s}, {u"09:00-09:30 usable"_s, u"09:30-11:00 usable"_s});
    }
    void verdictsHold()
    {
        QFETCH(QStringList, verdicts);
        QFETCH(QStringList, watches);
        QFETCH(QStringList, segments);
        HistoryAnswer history;
        for (const QString &line : std::as_const(verdicts))
            history.entries.append(verdictFrom(line));
        for (const QString &line : std::as_const(watches))
            history.watches.append(watchFrom(line));
        QStringList lines;
        for (const TimelineSegment &segment :
             timelineOf(history, {.from = at(u"06:00"_s), .to = at(u"18:00"_s), .endpoint = u"local"_s}))
            lines.append(lineOf(segment));
        QCOMPARE(lines, segments);
    }
};

BERTH_TEST(TimelineTest)

#include "tst_timeline.moc"
