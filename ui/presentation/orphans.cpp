// SPDX-License-Identifier: MIT
#include "ui/presentation/orphans.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Orphans)
};

constexpr qsizetype named = 8;

QString listed(const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names.first(std::min(named, names.size())))
        shown.append(core::excerpt(name, 80));
    const QString list = shown.join(u", "_s);
    return names.size() <= named ? list
                                 : Text::tr("%1 and %n more", nullptr, int(names.size() - named)).arg(list);
}

} // namespace

QString orphansTitle(int count)
{
    return count == 1 ? Text::tr("A dev server has lost its owner")
                      : Text::tr("%n dev servers have lost their owner", nullptr, count);
}

QList<core::Server> orphansOf(const QList<core::Server> &servers)
{
    QList<core::Server> orphans;
    std::ranges::copy_if(servers, std::back_inserter(orphans), &core::isOrphan);
    return orphans;
}

QString presentReap(const core::ReapReport &report)
{
    QStringList sentences;
    if (!report.removed.isEmpty())
        sentences.append(Text::tr("Removed: %1.").arg(listed(report.removed)));
    if (!report.spared.isEmpty())
        sentences.append((report.spared.size() == 1
                              ? Text::tr("Left alone, because it is gone or no longer left behind: %1.")
                              : Text::tr("Left alone, because they are gone or no longer left behind: %1."))
                             .arg(listed(report.spared)));
    for (const core::ReapReport::Left &left : report.left)
        sentences.append(Text::tr("Could not be removed: %1. %2 Try again, or restart Docker.")
                             .arg(core::excerpt(left.name, 80), sentence(left.detail)));
    if (sentences.isEmpty())
        sentences.append(Text::tr("Nothing was removed: none of them is left behind any more."));
    return joinedSentences(sentences);
}

} // namespace ui
