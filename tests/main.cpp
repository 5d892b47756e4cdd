// SPDX-License-Identifier: MIT
#include "tests/registry.h"

#include <QStandardPaths>
#include <QTest>

#ifdef BERTH_WIDGET_TESTS
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>
#include <cstring>

namespace tests {

std::vector<Entry> &registry()
{
    static std::vector<Entry> entries;
    return entries;
}

} // namespace tests

namespace {

QtMessageHandler previousHandler = nullptr;

// A running process that is destroyed is one that Berth lost hold of: no test may pass with that.
void failOnLostProcess(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    previousHandler(type, context, message);
    if (message.contains(QLatin1String("Destroyed while process")))
        qFatal("a running process was destroyed");
}

} // namespace

int main(int argc, char *argv[])
{
    // Qt's own watchdog may take functions that follow each other at once for one, and end a class after five
    // minutes that is well; what hangs is ended by ctest.
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
        qputenv("QTEST_FUNCTION_TIMEOUT", "3600000");
    QStandardPaths::setTestModeEnabled(true);
    Application application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("berth"));
    previousHandler = qInstallMessageHandler(failOnLostProcess);

    const char *wanted = argc > 1 && argv[1][0] != '-' ? argv[1] : nullptr;
    if (wanted != nullptr) {
        for (int i = 1; i + 1 < argc; ++i)
            argv[i] = argv[i + 1];
        --argc;
    }
    int failures = 0;
    int classes = 0;
    for (const auto &entry : tests::registry()) {
        if (wanted != nullptr && entry.name != wanted)
            continue;
        ++classes;
        failures += QTest::qExec(entry.make().get(), argc, argv);
    }
    if (classes == 0) {
        std::fprintf(stderr, "no test class named %s\n", wanted != nullptr ? wanted : "(any)");
        return 1;
    }
    return failures == 0 ? 0 : 1;
}
