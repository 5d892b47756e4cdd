// SPDX-License-Identifier: MIT
#include "app/historyverb.h"

#include "app/ornull.h"
#include "app/printing.h"
#include "app/table.h"
#include "core/devserver/lastrun.h"
#include "core/history/words.h"
#include "ui/presentation/history.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace app {

namespace {

constexpr int schema = 1;

QString tr(const char *text)
{
    return QCoreApplication::translate("HistoryVerb", text);
}

QJsonObject json(const VerdictEntry &entry)
{
    return {{u"kind"_s, u"check"_s},
            {u"at"_s, entry.at.toUTC().toString(Qt::ISODateWithMs)},
            {u"context"_s, entry.context},
            {u"endpoint"_s, entry.endpoint},
            {u"verdict"_s, wordOf(entry.result)},
            {u"egress"_s, wordOf(entry.egress)},
            {u"hardening"_s, wordOf(entry.hardening)},
            {u"diagnosis"_s, orNull(entry.diagnosis)},
            {u"reason"_s, entry.reason},
            {u"elapsedMs"_s, qint64(entry.elapsed.count())}};
}

QJsonObject json(const ServerEndEntry &entry)
{
    return {{u"kind"_s, u"server"_s},
            {u"at"_s, entry.at.toUTC().toString(Qt::ISODateWithMs)},
            {u"ending"_s, wordOf(entry.ending)},
            {u"name"_s, entry.name},
            {u"port"_s, entry.port == 0 ? QJsonValue() : QJsonValue(entry.port)},
            {u"project"_s, entry.project},
            {u"image"_s, entry.image},
            {u"ranMs"_s, entry.ran ? QJsonValue(qint64(entry.ran->count())) : QJsonValue()},
            {u"exitCode"_s, orNull(entry.exitCode)},
            {u"reason"_s, entry.reason}};
}

QString cell(const QString &text)
{
    return text.isEmpty() ? u"–"_s : text;
}

} // namespace

QDateTime historyBegin(const HistoryRequest &request, const QDateTime &now)
{
    return request.age ? now.addDuration(-*request.age) : request.since;
}

QString historyText(const QList<HistoryEntry> &entries, const QDateTime &now)
{
    if (entries.isEmpty())
        return tr("Nothing is remembered of that time.");
    QList<QStringList> rows{{tr("WHEN"), tr("WHAT"), tr("HOW LONG"), tr("WHY")}};
    for (const HistoryEntry &entry : entries)
        rows.append({ui::historyWhen(timeOf(entry), now), ui::historyWhat(entry),
                     cell(ui::historyDuration(entry)), cell(ui::historyWhy(entry))});
    return tableLines(rows).join(u'\n');
}

QJsonObject historyJson(const QList<HistoryEntry> &entries)
{
    QJsonArray array;
    for (const HistoryEntry &entry : entries)
        array.append(std::visit([](const auto &each) { return json(each); }, entry));
    return {{u"schema"_s, schema}, {u"entries"_s, array}};
}

int runHistoryVerb(const CommandLine &line, const Settings &)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    HistoryQuestion question{.since = historyBegin(line.history, now)};
    if (line.history.limit)
        question.limit = *line.history.limit;
    const auto answer = HistoryFile(stateFolder(), 2s).read(question);
    if (!answer) {
        say(ui::historyTroubleSentence(answer.error()));
        return ExitFailed;
    }
    if (line.json)
        printJson(historyJson(answer->entries));
    else
        print(historyText(answer->entries, now));
    return ExitDone;
}

} // namespace app
