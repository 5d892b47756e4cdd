// SPDX-License-Identifier: MIT
#include "core/history/csv.h"

#include "core/history/words.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

QString guarded(const QString &text)
{
    static const QString begins = u"=+-@\t\r\n"_s;
    return !text.isEmpty() && begins.contains(text.front()) ? QString(u'\'' + text) : text;
}

QString field(const QString &text)
{
    static const QString special = u"\",\r\n"_s;
    QString value = guarded(text);
    const bool isSpecial =
        std::any_of(value.cbegin(), value.cend(), [](QChar each) { return special.contains(each); });
    if (!isSpecial)
        return value;
    value.replace(u'"', u"\"\""_s);
    return u'"' + value + u'"';
}

QString line(const QStringList &values)
{
    QStringList fields;
    for (const QString &value : values)
        fields.append(field(value));
    return fields.join(u',') + u"\r\n"_s;
}

QStringList titles()
{
    return {u"time"_s,   u"kind"_s,     u"result"_s,     u"context"_s,   u"endpoint"_s,
            u"egress"_s, u"limits"_s,   u"port"_s,       u"name"_s,      u"project"_s,
            u"image"_s,  u"exitCode"_s, u"durationMs"_s, u"diagnosis"_s, u"reason"_s};
}

QString timeText(const QDateTime &at)
{
    return at.toUTC().toString(Qt::ISODateWithMs);
}

QStringList valuesOf(const VerdictEntry &entry)
{
    return {timeText(entry.at),
            u"check"_s,
            wordOf(entry.result),
            entry.context,
            entry.endpoint,
            wordOf(entry.egress),
            wordOf(entry.hardening),
            {},
            {},
            {},
            {},
            {},
            QString::number(entry.elapsed.count()),
            entry.diagnosis,
            entry.reason};
}

QStringList valuesOf(const ServerEndEntry &entry)
{
    return {timeText(entry.at),
            u"server"_s,
            wordOf(entry.ending),
            {},
            {},
            {},
            {},
            entry.port == 0 ? QString() : QString::number(entry.port),
            entry.name,
            entry.project,
            entry.image,
            entry.exitCode ? QString::number(*entry.exitCode) : QString(),
            entry.ran ? QString::number(entry.ran->count()) : QString(),
            {},
            entry.reason};
}

} // namespace

QByteArray historyCsv(const QList<HistoryEntry> &entries)
{
    QString table = line(titles());
    for (const HistoryEntry &entry : entries)
        table += line(std::visit([](const auto &each) { return valuesOf(each); }, entry));
    return table.toUtf8();
}

} // namespace core
