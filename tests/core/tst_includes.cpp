// SPDX-License-Identifier: MIT
#include "tests/registry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// What a folder may include besides itself: project headers by path prefix, Qt headers by module. A folder
// without a rule may include nothing, so that a new one has to say where it stands.
struct Rule
{
    QString folder;
    QStringList project;
    QStringList qt;
    bool process = false; // whether it may run programs with QProcess
};

const QStringList coreModules{u"QtCore"_s, u"QtConcurrent"_s, u"QtNetwork"_s};

const QList<Rule> &rules()
{
    static const QList<Rule> all{
        {.folder = u"core/base/"_s, .qt = coreModules},
        {.folder = u"core/docker/"_s, .project = {u"core/base/"_s}, .qt = coreModules, .process = true},
        {.folder = u"core/sandbox/"_s, .project = {u"core/base/"_s, u"core/docker/"_s}, .qt = coreModules},
        {.folder = u"core/probe/"_s,
         .project = {u"core/base/"_s, u"core/docker/"_s, u"core/sandbox/"_s},
         .qt = coreModules},
        {.folder = u"core/devserver/"_s,
         .project = {u"core/base/"_s, u"core/docker/"_s, u"core/sandbox/"_s, u"core/probe/payload.h"_s,
                     u"core/probe/image.h"_s},
         .qt = coreModules},
        {.folder = u"core/history/"_s,
         .project = {u"core/base/"_s, u"core/docker/diagnosis.h"_s, u"core/devserver/server.h"_s,
                     u"core/devserver/serverend.h"_s, u"core/probe/verdict.h"_s},
         .qt = coreModules + QStringList{u"QtSql"_s}},
        {.folder = u"core/agent/"_s}, // plain C++: it runs where no Qt is
        {.folder = u"core/monitor/"_s, .project = {u"core/"_s}, .qt = coreModules},
        // The session's bus tells of panels, and shows notifications.
        {.folder = u"ui/tray/"_s,
         .project = {u"core/base/"_s, u"core/devserver/server.h"_s, u"core/monitor/"_s, u"ui/"_s},
         .qt = {u"QtCore"_s, u"QtGui"_s, u"QtWidgets"_s, u"QtDBus"_s}},
        {.folder = u"ui/"_s,
         .project = {u"core/base/"_s,
                     u"core/monitor/"_s,
                     u"core/probe/"_s,
                     u"core/docker/diagnosis.h"_s,
                     u"core/docker/engine.h"_s,
                     u"core/sandbox/draft.h"_s,
                     u"core/sandbox/hardening.h"_s,
                     u"core/devserver/launchrequest.h"_s,
                     u"core/devserver/frameworks.h"_s,
                     u"core/history/csv.h"_s,
                     u"core/history/entry.h"_s,
                     u"core/history/history.h"_s,
                     u"core/history/historyfile.h"_s,
                     u"core/history/timeline.h"_s,
                     u"core/history/trouble.h"_s,
                     u"core/devserver/outputring.h"_s,
                     u"core/devserver/preview.h"_s,
                     u"core/devserver/server.h"_s,
                     u"core/devserver/serverlog.h"_s,
                     u"core/devserver/words.h"_s},
         .qt = {u"QtCore"_s, u"QtGui"_s, u"QtWidgets"_s, u"QtSvg"_s}},
        // The one other place that starts a program: the desktop's opener.
        {.folder = u"app/opener."_s, .project = {u"app/"_s}, .qt = coreModules, .process = true},
        {.folder = u"app/"_s,
         .project = {u"core/"_s, u"ui/"_s},
         .qt = coreModules + QStringList{u"QtGui"_s, u"QtWidgets"_s}},
        {.folder = u"tests/"_s,
         .project = {u"core/"_s, u"ui/"_s, u"app/"_s},
         .qt = coreModules + QStringList{u"QtGui"_s, u"QtWidgets"_s, u"QtSvg"_s, u"QtDBus"_s, u"QtTest"_s},
         .process = true},
    };
    return all;
}

struct Include
{
    QString name;
    bool quoted = false;
};

QList<Include> includesOf(const QString &file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression line(uR"(^\h*#\h*include\h*([<"])([^>"\n]+)[>"])"_s,
                                         QRegularExpression::MultilineOption);
    QList<Include> result;
    for (const auto &match : line.globalMatch(QString::fromUtf8(source.readAll())))
        result.append({.name = match.captured(2), .quoted = match.captured(1) == u"\""_s});
    return result;
}

// The Qt modules that have a header of this name, as this machine's Qt is installed; <QtGui/QIcon> names its
// own.
QStringList modulesOf(const QString &header)
{
    if (header.contains(u'/'))
        return {header.section(u'/', 0, 0)};
    const QDir headers(QLibraryInfo::path(QLibraryInfo::LibraryPath::HeadersPath));
    QStringList modules = headers.entryList({u"Qt*"_s}, QDir::Dirs);
    modules.removeIf([&](const QString &module) { return !headers.exists(module + u'/' + header); });
    return modules;
}

bool startsWithAny(const QString &text, const QStringList &prefixes)
{
    return std::ranges::any_of(prefixes, [&](const QString &prefix) { return text.startsWith(prefix); });
}

bool isAllowed(const Include &include, const Rule &rule)
{
    const QString &name = include.name;
    if (name.contains(".."_L1))
        return false;
    if (include.quoted)
        return name.endsWith(".moc"_L1) || startsWithAny(name, rule.project + QStringList{rule.folder});
    static const QRegularExpression process(u"(^|/)(QProcess|qprocess\\.h)$"_s);
    if (name.contains(process) && !rule.process)
        return false;
    static const QRegularExpression qtName(u"^(Q[A-Z]|Qt[A-Z]|q[a-z_]+\\.h$)"_s);
    if (!name.contains(qtName))
        return true;
    const QStringList modules = modulesOf(name);
    return std::ranges::any_of(modules, [&](const QString &module) { return rule.qt.contains(module); });
}

struct Reading
{
    int files = 0;
    QStringList wrong; // "core/base/x.h includes ui/y.h"
};

Reading readTree(const QString &root)
{
    Reading reading;
    const QDir tree(root);
    for (const QString &top : {u"app"_s, u"core"_s, u"ui"_s, u"tests"_s}) {
        QDirIterator files(tree.filePath(top), {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const QString file = tree.relativeFilePath(path);
            ++reading.files;
            const auto rule = std::ranges::find_if(
                rules(), [&](const Rule &candidate) { return file.startsWith(candidate.folder); });
            if (rule == rules().end()) {
                reading.wrong.append(file + u" stands in a folder without a rule"_s);
                continue;
            }
            for (const Include &include : includesOf(path)) {
                if (!isAllowed(include, *rule))
                    reading.wrong.append(file + u" includes "_s + include.name);
            }
        }
    }
    return reading;
}

void write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

} // namespace

class IncludesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyIncludeOfTheTreeRunsTheRightWay()
    {
        const Reading reading = readTree(QStringLiteral(BERTH_SOURCE_FOLDER));
        QVERIFY2(reading.files > 20, "the source tree was not found");
        QCOMPARE(reading.wrong.join(u'\n'), QString());
    }

    void wrongIncludesAreFound_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("include");
        const auto row = [](const char *claim, const QString &file, const QString &include) {
            QTest::newRow(claim) << file << include;
        };
        row("core knows no ui", u"core/base/a.h"_s, u"\"ui/b.h\""_s);
        row("core knows no app", u"core/monitor/a.cpp"_s, u"\"app/b.h\""_s);
        row("core draws nothing", u"core/probe/a.h"_s, u"<QWidget>"_s);
        row("core knows no colours", u"core/probe/a.h"_s, u"<QColor>"_s);
        row("a module's name does not hide it", u"core/probe/a.h"_s, u"<QtGui/QColor>"_s);
        row("a header in lower case does not hide it", u"core/probe/a.h"_s, u"<qwidget.h>"_s);
        row("nothing of the product knows the tests", u"core/base/a.h"_s, u"\"tests/registry.h\""_s);
        row("base knows no other folder", u"core/base/a.h"_s, u"\"core/docker/b.h\""_s);
        row("docker knows no probe", u"core/docker/a.h"_s, u"\"core/probe/b.h\""_s);
        row("sandbox knows no probe", u"core/sandbox/a.h"_s, u"\"core/probe/b.h\""_s);
        row("probe knows no monitor", u"core/probe/a.h"_s, u"\"core/monitor/b.h\""_s);
        row("the agent knows no Qt", u"core/agent/a.cpp"_s, u"<QString>"_s);
        row("the agent knows no other folder", u"core/agent/a.cpp"_s, u"\"core/base/b.h\""_s);
        row("only docker runs programs", u"core/probe/a.cpp"_s, u"<QProcess>"_s);
        row("the window runs no programs", u"ui/a.cpp"_s, u"<QtCore/QProcess>"_s);
        row("the composition root runs no programs", u"app/main.cpp"_s, u"<QProcess>"_s);
        row("only the tray knows the bus", u"ui/widgets/a.cpp"_s, u"<QDBusConnection>"_s);
        row("ui knows no app", u"ui/models/a.h"_s, u"\"app/b.h\""_s);
        row("ui knows no docker client", u"ui/a.h"_s, u"\"core/docker/client.h\""_s);
        row("paths go from the root", u"ui/a.h"_s, u"\"b.h\""_s);
        row("paths do not climb", u"core/base/a.h"_s, u"\"../../ui/b.h\""_s);
        row("paths do not climb back", u"core/base/a.h"_s, u"\"core/base/../../ui/b.h\""_s);
        row("blanks do not hide an include", u"core/base/a.h"_s, u"  \"ui/b.h\""_s);
        row("a header of no known module is refused", u"core/base/a.h"_s, u"<QNoSuchThing>"_s);
    }
    void wrongIncludesAreFound()
    {
        QFETCH(QString, file);
        QFETCH(QString, include);
        const QTemporaryDir folder;
        write(folder.filePath(file), "#pragma once\n\n# include " + include.toUtf8() + "\n");
        const QString name = QString(include.trimmed()).mid(1).chopped(1);
        QCOMPARE(readTree(folder.path()).wrong, QStringList{file + u" includes "_s + name});
    }

    void rightIncludesAreNot_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("include");
        const auto row = [](const char *claim, const QString &file, const QString &include) {
            QTest::newRow(claim) << file << include;
        };
        row("a folder knows itself", u"core/base/a.cpp"_s, u"\"core/base/a.h\""_s);
        row("probe knows docker", u"core/probe/a.h"_s, u"\"core/docker/command.h\""_s);
        row("monitor knows all of core", u"core/monitor/a.h"_s, u"\"core/probe/b.h\""_s);
        row("an environment is no process", u"core/probe/a.h"_s, u"<QProcessEnvironment>"_s);
        row("docker runs programs", u"core/docker/a.cpp"_s, u"<QProcess>"_s);
        row("the agent knows the system", u"core/agent/a.cpp"_s, u"<sys/socket.h>"_s);
        row("ui knows the facts of an engine", u"ui/a.h"_s, u"\"core/docker/engine.h\""_s);
        row("the opener runs a program", u"app/opener.cpp"_s, u"<QProcess>"_s);
        row("the tray knows the bus", u"ui/tray/a.cpp"_s, u"<QDBusConnection>"_s);
        row("app knows ui", u"app/main.cpp"_s, u"\"ui/mainwindow.h\""_s);
        row("moc's output is a part of the file", u"tests/core/a.cpp"_s, u"\"a.moc\""_s);
        row("the standard library is for all", u"core/agent/a.cpp"_s, u"<queue>"_s);
    }
    void rightIncludesAreNot()
    {
        QFETCH(QString, file);
        QFETCH(QString, include);
        const QTemporaryDir folder;
        write(folder.filePath(file), "#include " + include.toUtf8() + "\n");
        const Reading reading = readTree(folder.path());
        QCOMPARE(reading.files, 1);
        QCOMPARE(reading.wrong, QStringList());
    }

    void aNewFolderNeedsARule()
    {
        const QTemporaryDir folder;
        write(folder.filePath(u"core/new/a.h"_s), "#pragma once\n");
        QCOMPARE(readTree(folder.path()).wrong,
                 QStringList{u"core/new/a.h stands in a folder without a rule"_s});
    }
};

BERTH_TEST(IncludesTest)

#include "tst_includes.moc"
