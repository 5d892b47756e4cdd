// SPDX-License-Identifier: MIT
#include "ui/presentation/sentence.h"

#include "core/base/redaction.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString joined(QStringList parts, const QString &separator)
{
    parts.removeAll(QString());
    return parts.join(separator);
}

} // namespace

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

QString sentence(const QString &reason)
{
    QString text = capitalised(core::excerpt(reason).trimmed());
    static const QString endings = u".!?…"_s;
    if (!text.isEmpty() && !endings.contains(text.back()))
        text += u'.';
    return text;
}

QString joinedSentences(const QStringList &sentences)
{
    return joined(sentences, u" "_s);
}

QString joinedLine(const QStringList &parts)
{
    return capitalised(joined(parts, u" · "_s));
}

} // namespace ui
