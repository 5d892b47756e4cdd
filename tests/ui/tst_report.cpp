// SPDX-License-Identifier: MIT
#include "ui/presentation/report.h"

#include "tests/registry.h"
#include "tests/ui/samples.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

QString report(const Measurement &measurement)
{
    return ui::markdownReport(measurement, u"0.1.0"_s, u"Debian GNU/Linux 12 (bookworm)"_s);
}

QString reportOfOutput(const QString &output)
{
    return report({.steps = {{.step = Step::Run, .exitCode = 127, .output = output}}});
}

// What a Markdown reader makes of it, as HTML.
QString rendered(const QString &markdown)
{
    QTextDocument document;
    document.setMarkdown(markdown, QTextDocument::MarkdownDialectGitHub);
    return document.toHtml();
}

} // namespace

class ReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheVerdictTheEngineAndEveryStep()
    {
        const QString text = report(samples::layerDamaged());
        QVERIFY(
            text.startsWith(u"## Berth report: unusable\n\n**Docker answers, but cannot run containers**"_s));
        QVERIFY(text.contains(u"| Berth | 0.1.0 |"_s));
        QVERIFY(text.contains(u"| System | Debian GNU/Linux 12 (bookworm) |"_s));
        QVERIFY(text.contains(u"| Engine | 20.10.24+dfsg1 |"_s));
        QVERIFY(text.contains(u"### Diagnosis: layer-damaged"_s));
        QVERIFY(text.contains(u"#### Load the probe image: exit code 0, 94 ms"_s));
        QVERIFY(text.contains(u"#### Run a container: exit code 127, 84 ms"_s));
        QVERIFY(text.contains(u"$ /usr/bin/docker --context default run --rm"_s));
        QVERIFY(text.contains(u"error creating overlay mount"_s));
    }

    void tellsWhatTheContainerSawOfTheLimits()
    {
        const QString text = report(samples::limitsPartial());
        QVERIFY(text.contains(
            u"| Inside a container | |\n| --- | --- |\n| memory | 2147483648 |\n| pids | max |\n"_s));
        QVERIFY(!report(samples::layerDamaged()).contains(u"Inside a container"_s));
    }

    void hasNoEmptyRows()
    {
        const QString text = report(samples::notInstalled());
        QVERIFY(!text.contains(u"| Engine |"_s));
        QVERIFY(
            text.contains(u"#### Ask the engine its architecture: the docker CLI is not on PATH, 0 ms"_s));
    }

    void outputNeverLeavesItsBlock_data()
    {
        QTest::addColumn<QString>("output");
        QTest::newRow("a fence of three") << u"before\n```\n# intruder\n```\nafter\n"_s;
        QTest::newRow("a fence of six") << u"``````\n# intruder\n"_s;
        QTest::newRow("a fence of tildes") << u"~~~\n# intruder\n"_s;
        QTest::newRow("an end without a line feed") << u"```\n# intruder"_s;
        QTest::newRow("HTML") << u"</code></pre># intruder\n<h1>intruder</h1>\n"_s;
    }
    void outputNeverLeavesItsBlock()
    {
        QFETCH(const QString, output);
        QTextDocument document;
        document.setMarkdown(reportOfOutput(output), QTextDocument::MarkdownDialectGitHub);
        bool seen = false;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            if (!block.text().contains(u"intruder"_s))
                continue;
            seen = true;
            QCOMPARE(block.blockFormat().headingLevel(), 0);
            QVERIFY(block.blockFormat().hasProperty(QTextFormat::BlockCodeFence));
        }
        QVERIFY(seen);
    }

    void wordsOfTheEngineAreNoMarkup()
    {
        Measurement measurement = samples::usable();
        measurement.engine.serverVersion = u"1|2 <img src=x> [here](http://evil.example) @everyone `x` *b*"_s;
        measurement.engine.context = u"a\n# intruder\n| x | y |"_s;
        const QString text = report(measurement);
        QVERIFY(
            text.contains(u"| Engine | 1\\|2 &lt;img src=x\\> \\[here\\](http://evil.example) &#64;everyone "
                          "\\`x\\` \\*b\\* |\n"_s));
        QVERIFY(!text.contains(u"\n# intruder"_s));
        const QString html = rendered(text);
        QVERIFY(!html.contains(u"<img"_s));
        QVERIFY(!html.contains(u"href=\"http://evil.example\">here"_s));
        QVERIFY(!html.contains(u"<h1"_s));
    }

    void secretsStayHere()
    {
        Measurement measurement = samples::usable();
        measurement.engine.endpoint = u"tcp://kim:hunter2@build.example.com:2376"_s;
        measurement.steps[3].command.append({u"--env"_s, u"API_TOKEN=s3cr3t-value"_s});
        measurement.steps[3].output = u"HTTP_PROXY=http://user:pr0xypass@proxy:3128\nDB_PASSWORD=hunter3\n"_s;
        const QString text = report(measurement);
        for (const QString &secret : {u"hunter2"_s, u"s3cr3t-value"_s, u"pr0xypass"_s, u"hunter3"_s})
            QVERIFY2(!text.contains(secret), qPrintable(secret));
        QVERIFY(text.contains(u"build.example.com"_s));
    }
};

BERTH_TEST(ReportTest)

#include "tst_report.moc"
