// SPDX-License-Identifier: MIT
#include "tests/bench/child.h"

#include <QCoreApplication>
#include <QProcess>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace bench {

Figures figuresOfChild(const QString &which)
{
    constexpr int longestMs = 10 * 60'000;
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), {u"--child"_s, which});
    if (!child.waitForFinished(longestMs) || child.exitStatus() != QProcess::NormalExit
        || child.exitCode() != 0) {
        child.kill();
        child.waitForFinished();
        return {};
    }
    Figures figures;
    const QString printed = QString::fromUtf8(child.readAllStandardOutput());
    for (const QStringView line : QStringView(printed).split(u'\n', Qt::SkipEmptyParts)) {
        const auto words = line.split(u' ');
        figures[words.first().toString()].append(words.last().toDouble());
    }
    return figures;
}

void printFigure(const char *name, double value)
{
    std::printf("%s %.4f\n", name, value);
    std::fflush(stdout);
}

Row limited(const QString &what, const QString &unit, const QList<double> &values, double limit)
{
    return {.what = what,
            .unit = unit,
            .ours = values,
            .reference = QList<double>(values.size(), limit),
            .budget = 1};
}

} // namespace bench
