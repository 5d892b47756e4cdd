// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"
#include "core/devserver/readiness.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class ReadinessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void escapesAreTakenOut_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain");
        const auto row = [](const char *claim, const QString &text, const QString &plain) {
            QTest::newRow(claim) << text << plain;
        };
        row("none", u"ready"_s, u"ready"_s);
        row("colours", u"\x1b[32mready\x1b[0m"_s, u"ready"_s);
        row("colours within a word", u"re\x1b[1mad\x1b[22my"_s, u"ready"_s);
        row("one in a single character", u"re\u009b1mady"_s, u"ready"_s);
        row("a title", u"\x1b]0;vite ready\x07go"_s, u"go"_s);
        row("a link", u"\x1b]8;;http://a\x1b\\text\x1b]8;;\x1b\\"_s, u"text"_s);
        row("a short one", u"a\x1b=b\x1b(Bc"_s, u"abc"_s);
        row("one without its end", u"a\x1b[3"_s, u"a"_s);
        row("a title without its end", u"a\x1b]0;rest"_s, u"a"_s);
        row("an escape at the end", u"a\x1b"_s, u"a"_s);
    }
    void escapesAreTakenOut()
    {
        QFETCH(QString, text);
        QTEST(withoutEscapes(text), "plain");
    }

    void serversSayThatTheyAreReady_data()
    {
        const auto row = [](const char *line) { QTest::newRow(line); };
        QTest::addColumn<int>("unused");
        // As the servers print them.
        row("  VITE v5.4.21  ready in 312 ms");
        row("  \x1b[32m\x1b[1mVITE\x1b[22m v5.4.21\x1b[39m  re\x1b[2mady in \x1b[0m312 ms");
        row("  \x1b[32m\xe2\x9e\x9c\x1b[39m  \x1b[1mLocal\x1b[22m:   "
            "\x1b[36mhttp:/\x1b[1m/localhost:5173/\x1b[22m");
        row("  - Network: http://10.0.0.2:3000");
        row(" \xe2\x9c\x93 Ready in 1.2s");
        row("ready - started server on 0.0.0.0:3000, url: http://localhost:3000");
        row("webpack 5.88.2 compiled successfully in 1234 ms");
        row("Compiled successfully!");
        row("webpack 5.88.2 compiled with 1 warning in 1234 ms");
        row("** Angular Live Development Server is listening on localhost:4200 **");
        row("Server running at http://localhost:1234");
        row("Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...");
        row("Serving HTTP on :: port 8000 (http://[::]:8000/) ...");
        row(" * Running on http://127.0.0.1:5000");
        row(" * Running on all addresses (0.0.0.0)");
        row("Starting development server at http://127.0.0.1:8000/");
        row("INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)");
        row("INFO:     Application startup complete.");
        row("[2026-01-01 10:00:00 +0000] [7] [INFO] Listening at: http://0.0.0.0:8000 (7)");
        row("* Listening on http://127.0.0.1:3000");
        row("[Thu Jan  1 10:00:00 2026] PHP 8.2.7 Development Server (http://localhost:8000) started");
        row("Web Server is available at //localhost:1313/ (bind address 127.0.0.1)");
        row("    Server address: http://127.0.0.1:4000/");
        row("  Server running... press ctrl-c to stop.");
        row("Now listening on: http://localhost:5000");
        row("[GIN-debug] Listening and serving HTTP on :8080");
        row("Tomcat started on port(s): 8080 (http) with context path ''");
        row("Started development server: http://localhost:3000");
        row("Accepting connections at http://localhost:3000");
        row("Available on:");
        row("listening on port 3000");
        row("Listening on 3000");
        row("LISTENING ON 127.0.0.1:3000");
        row("App is live at http://localhost:3000");
        row("http://localhost:3000");
        row("  > http://[::1]:3000/app <");
        row("server is up");
    }
    void serversSayThatTheyAreReady()
    {
        QVERIFY(announcesReadiness(QString::fromUtf8(QTest::currentDataTag())));
    }

    void otherLinesSayNothing_data()
    {
        const auto row = [](const char *line) { QTest::newRow(line); };
        QTest::addColumn<int>("unused");
        row("the folder already exists");
        row("Error: listen EADDRINUSE: address already in use 127.0.0.1:4300");
        row("OSError: [Errno 98] Address already in use");
        row("not ready");
        row("The server is not yet ready");
        row("database isn't ready");
        row("readying");
        row("a production-ready build");
        row("waiting until the database is ready");
        row("the page will be ready soon");
        row("getting ready");
        row("Failed to listen on 0.0.0.0:4300: server running at another port");
        row("Port 5173 is in use, trying another one...");
        row("Debugger listening on ws://127.0.0.1:9229/0f2c936f");
        row("tests running on node 18");
        row("running on 16 threads");
        row("build started at 12:00:01");
        row("build started at 2026-01-01");
        row("Started server process [7]");
        row("To get started, edit src/App.tsx");
        row("listening to events");
        row("proxy: http://localhost:9000");
        row("fetching http://localhost:9000/data");
        row("compiled with 2 errors");
        row("unready");
        row("");
    }
    void otherLinesSayNothing() { QVERIFY(!announcesReadiness(QString::fromUtf8(QTest::currentDataTag()))); }

    void wordsOfAPidsLimit_data()
    {
        QTest::addColumn<bool>("saysSo");
        const auto row = [](const char *line, bool saysSo = true) { QTest::newRow(line) << saysSo; };
        row("sh: can't fork: Resource temporarily unavailable");
        row("sh: 1: Cannot fork");
        row("bash: fork: retry: Resource temporarily unavailable");
        row("RuntimeError: can't start new thread");
        row("BlockingIOError: [Errno 11] Resource temporarily unavailable");
        row("Error: spawn /usr/bin/node EAGAIN");
        row("node[7]: pthread_create: Resource temporarily unavailable");
        row("runtime: failed to create new OS thread (have 5 already; errno=11)");
        row("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory");
        row("thread 'main' panicked at 'failed to spawn thread: Os { code: 11, kind: WouldBlock }'");
        row("\x1b[31mcan't st\x1b[1mart new thread\x1b[0m");
        row("read: Resource temporarily unavailable", false);
        row("can't start the server", false);
        row("starting a new thread", false);
        row("fork me on GitHub", false);
        row("", false);
    }
    void wordsOfAPidsLimit()
    {
        QFETCH(bool, saysSo);
        QCOMPARE(saysPidsLimit(QString::fromUtf8(QTest::currentDataTag())), saysSo);
    }

    void aLongLineIsSoonRead()
    {
        const QString line = u"serving running on started spawn fork listening ["_s.repeated(1300);
        QVERIFY(!announcesReadiness(line));
        QVERIFY(!saysPidsLimit(line));
    }
};

BERTH_TEST(ReadinessTest)

#include "tst_readiness.moc"
