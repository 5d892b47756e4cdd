// SPDX-License-Identifier: MIT
#include "tests/bench/verdictbench.h"

#include "app/composition.h"
#include "core/docker/client.h"
#include "core/probe/image.h"
#include "core/probe/payload.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

// What somebody would write who trusts nothing but a container that ran.
constexpr auto script = "set -e\n"
                        "d=\"$1\"; shift\n"
                        "\"$d\" \"$@\" version --format '{{.Server.Arch}}' >/dev/null\n"
                        "\"$d\" \"$@\" load --quiet <\"$archive\" >/dev/null\n"
                        "\"$d\" \"$@\" run --rm --pull never --name \"$name\" --label a=b --label c=d "
                        "--network none \"$tag\" /berth-agent say marker >/dev/null\n"
                        "\"$d\" \"$@\" image rm --force \"$tag\" >/dev/null\n";

QStringList engineArguments()
{
    return core::chooseEngine({}, QProcessEnvironment::systemEnvironment()).arguments();
}

// Milliseconds, or nothing where it failed.
std::optional<double> runScript(const QTemporaryDir &folder, const QString &tag)
{
    core::Payloads payloads(core::PayloadSources::standard({}));
    const auto payload = payloads.forArchitecture(u"amd64"_s);
    const auto archive = core::imageArchive(**payload, tag, {{u"a"_s, tag}});
    QFile file(folder.filePath(u"archive.tar"_s));
    if (!archive || !file.open(QIODevice::WriteOnly))
        return std::nullopt;
    file.write(*archive);
    file.close();
    QProcess shell;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"archive"_s, file.fileName());
    environment.insert(u"tag"_s, tag);
    environment.insert(u"name"_s, QString(tag).replace(u':', u'-'));
    shell.setProcessEnvironment(environment);
    shell.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const QString docker = core::locateClient({}, environment).program;
    const QStringList arguments{u"-c"_s, QString::fromUtf8(script), u"sh"_s, docker};
    QElapsedTimer timer;
    timer.start();
    shell.start(u"/bin/sh"_s, arguments + engineArguments());
    if (!shell.waitForFinished(120'000) || shell.exitCode() != 0)
        return std::nullopt;
    return double(timer.nsecsElapsed()) / 1e6;
}

std::optional<double> runCheck(const core::Measure &measure)
{
    const auto measurement = measure({.egress = false}, {}, [](const core::Measurement &) {});
    if (!std::holds_alternative<core::Usable>(measurement.verdict))
        return std::nullopt;
    return double((measurement.elapsed + measurement.steps.last().elapsed).count());
}

} // namespace

Row measureVerdict(int pairs)
{
    Row row{.what = u"daemon verdict / four commands in sh"_s, .unit = u"ms"_s, .budget = 1.05};
    const core::Measure measure = app::composeSources({}).measure;
    const QTemporaryDir folder;
    if (!runCheck(measure)) {
        std::fprintf(stderr, "no working engine: the daemon verdict cannot be measured\n");
        return row;
    }
    for (int i = 0; i < pairs; ++i) {
        // Whoever comes second finds warmer caches, so they take turns at that too.
        const QString tag = u"berth-bench:%1"_s.arg(i);
        const auto first = i % 2 == 0 ? runCheck(measure) : runScript(folder, tag);
        const auto second = i % 2 == 0 ? runScript(folder, tag) : runCheck(measure);
        if (!first || !second)
            continue;
        row.ours.append(i % 2 == 0 ? *first : *second);
        row.reference.append(i % 2 == 0 ? *second : *first);
    }
    return row;
}

} // namespace bench
