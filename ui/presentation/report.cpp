// SPDX-License-Identifier: MIT
#include "ui/presentation/report.h"

#include "core/base/redaction.h"
#include "ui/presentation/facts.h"
#include "ui/presentation/steps.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// The length of the longest run of `character`.
qsizetype longestRun(const QString &text, QChar character)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == character ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

// A block that its content cannot close: its fence is longer than any run of backticks inside.
QString fenced(const QString &text)
{
    const QString fence(std::max<qsizetype>(3, longestRun(text, u'`') + 1), u'`');
    return fence % u"text\n"_s % text % (text.endsWith(u'\n') ? u""_s : u"\n"_s) % fence % u"\n"_s;
}

// One line of prose or a cell, in which nothing is markup: HTML, links, mentions, emphasis and the cell's
// border.
QString plain(const QString &text)
{
    const QString line = core::excerpt(text, 400);
    QString escaped;
    for (const QChar c : line) {
        if (c == u'<')
            escaped += u"&lt;"_s;
        else if (c == u'&')
            escaped += u"&amp;"_s;
        else if (c == u'@')
            escaped += u"&#64;"_s;
        else if (u"\\`*_[]|~#!>"_s.contains(c))
            escaped += u'\\' % c;
        else
            escaped += c;
    }
    return escaped;
}

QString row(const QString &name, const QString &value)
{
    return value.isEmpty() ? QString() : u"| "_s % name % u" | "_s % plain(value) % u" |\n"_s;
}

QString flavourName(core::Flavour flavour)
{
    switch (flavour) {
    case core::Flavour::Unknown:
        return {};
    case core::Flavour::Docker:
        return u"Docker Engine"_s;
    case core::Flavour::Desktop:
        return u"Docker Desktop"_s;
    case core::Flavour::Rootless:
        return u"Docker Engine, rootless"_s;
    case core::Flavour::Podman:
        return u"Podman"_s;
    }
    Q_UNREACHABLE();
}

QString verdictName(const core::Verdict &verdict)
{
    static constexpr QStringView names[] = {u"not measured", u"usable", u"unusable", u"unknown"};
    static_assert(std::size(names) == std::variant_size_v<core::Verdict>);
    return names[verdict.index()].toString();
}

QString engineTable(const core::Measurement &measurement, const QString &berthVersion, const QString &system)
{
    const core::EngineFacts &engine = measurement.engine;
    return u"| | |\n| --- | --- |\n"_s % row(u"Berth"_s, berthVersion) % row(u"System"_s, system)
        % row(u"Context"_s, engine.context) % row(u"Endpoint"_s, engine.endpoint)
        % row(u"Kind"_s, flavourName(engine.flavour)) % row(u"Engine"_s, engine.serverVersion)
        % row(u"Client"_s, engine.clientVersion) % row(u"Client program"_s, engine.clientPath)
        % row(u"Architecture"_s, engine.arch) % row(u"Engine's system"_s, engine.system)
        % row(u"Kernel"_s, engine.kernel) % row(u"Storage driver"_s, engine.storageDriver)
        % row(u"cgroup version"_s, engine.cgroupVersion) % row(u"Warnings"_s, engine.warnings.join(u"; "_s))
        % row(u"Checked at"_s, measurement.startedAt.toString(Qt::ISODate));
}

QString factsTable(const core::Measurement &measurement)
{
    QString table = u"| Fact | State | Explanation |\n| --- | --- | --- |\n"_s;
    const QList<Fact> facts = presentFacts(measurement);
    for (const Fact &fact : facts)
        table += u"| "_s % plain(fact.name) % u" | "_s % plain(fact.value) % u" | "_s
            % plain(fact.explanation) % u" |\n"_s;
    return table;
}

// What the payload saw of the limits, as it saw it.
QString limitsTable(const core::Verdict &verdict)
{
    const auto *usable = std::get_if<core::Usable>(&verdict);
    if (usable == nullptr || usable->hardening.observed.isEmpty())
        return {};
    QString table = u"\n| Inside a container | |\n| --- | --- |\n"_s;
    for (const auto &[name, value] : usable->hardening.observed)
        table += row(plain(name), value);
    return table;
}

QString diagnosisSection(const core::Diagnosis &diagnosis)
{
    QString section = u"\n### Diagnosis: "_s % plain(diagnosis.id) % u"\n\n"_s % plain(diagnosis.cause)
        % u"\n\n"_s % plain(diagnosis.remedy) % u"\n"_s;
    if (!diagnosis.commands.isEmpty())
        section += u"\n"_s % fenced(core::printable(diagnosis.commands.join(u'\n')));
    return section;
}

QString stepSection(const core::StepRecord &record)
{
    const QString result = record.exitCode ? u"exit code %1"_s.arg(*record.exitCode)
        : record.failure.isEmpty()         ? u"OK"_s
                                           : plain(record.failure);
    QString section = u"\n#### "_s % plain(stepName(record.step)) % u": "_s % result % u", "_s
        % QString::number(record.elapsed.count()) % u" ms\n"_s;
    const QString command =
        record.command.isEmpty() ? QString() : u"$ "_s % core::shellCommand(record.command) % u'\n';
    const QString text = core::printable(QString(command % record.output));
    if (!text.isEmpty())
        section += u"\n"_s % fenced(text);
    return section;
}

} // namespace

QString markdownReport(const core::Measurement &measurement, const QString &berthVersion,
                       const QString &system)
{
    const HealthText text = presentHealth(measurement, measurement.startedAt);
    QString report = u"## Berth report: "_s % verdictName(measurement.verdict) % u"\n\n**"_s
        % plain(text.headline) % u"** "_s % plain(text.cause) % u"\n\n"_s
        % engineTable(measurement, berthVersion, system) % u"\n"_s % factsTable(measurement)
        % limitsTable(measurement.verdict);
    if (const auto *diagnosis = core::diagnosisOf(measurement.verdict))
        report += diagnosisSection(*diagnosis);
    if (!measurement.steps.isEmpty())
        report += u"\n### Steps\n"_s;
    for (const core::StepRecord &record : measurement.steps)
        report += stepSection(record);
    return report;
}

} // namespace ui
