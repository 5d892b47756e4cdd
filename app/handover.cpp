// SPDX-License-Identifier: MIT
#include "app/handover.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace app {

namespace {

constexpr int schema = 1;

const QString verbKey = u"verb"_s;
const QString contextKey = u"context"_s;
const QString tokenKey = u"token"_s;
const QString schemaKey = u"schema"_s;

// Absent where the value is no such text. A context has the names that docker gives, and a token is plain.
std::optional<QString> textOf(const QJsonValue &value, const QString &form)
{
    const QRegularExpression expression(QRegularExpression::anchoredPattern(form));
    if (value.isUndefined())
        return QString();
    const QString text = value.toString();
    return value.isString() && expression.match(text).hasMatch() ? std::optional(text) : std::nullopt;
}

std::optional<Handover::Verb> verbOf(const QJsonValue &value)
{
    if (value == "show"_L1)
        return Handover::Verb::Show;
    if (value == "stay"_L1)
        return Handover::Verb::Stay;
    return std::nullopt;
}

} // namespace

QByteArray toLine(const Handover &handover)
{
    const bool shows = handover.verb == Handover::Verb::Show;
    return QJsonDocument(QJsonObject{{schemaKey, schema},
                                     {verbKey, shows ? u"show"_s : u"stay"_s},
                                     {contextKey, handover.context},
                                     {tokenKey, handover.token}})
        .toJson(QJsonDocument::Compact);
}

std::optional<Handover> parseHandover(const QByteArray &line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    const auto verb = verbOf(document[verbKey]);
    const auto context = textOf(document[contextKey], u"([A-Za-z0-9][A-Za-z0-9_.+-]{0,254})?"_s);
    const auto token = textOf(document[tokenKey], u"[!-~]{0,255}"_s);
    if (document[schemaKey].toInt() != schema || !verb || !context || !token)
        return std::nullopt;
    return Handover{.verb = *verb, .context = *context, .token = *token};
}

} // namespace app
