// SPDX-License-Identifier: MIT
#include "core/sandbox/draft.h"

#include "tests/registry.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Field = DraftProblem::Field;

class DraftTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_home;
    const EngineFacts m_engine{.endpoint = u"unix:///nonexistent/docker.sock"_s, .flavour = Flavour::Docker};

    ContainerRequest request() const
    {
        return {.folder = m_folder.path(), .image = u"node:22"_s, .command = {u"npm"_s, u"start"_s}};
    }

    Draft draft(const ContainerRequest &request) const
    {
        return draftContainer(request, m_engine, {m_home.path()});
    }

private Q_SLOTS:
    void whatIsRightBecomesAContainer()
    {
        ContainerRequest full = request();
        full.mounts = {{.source = m_home.filePath(u"cache"_s), .target = u"/cache"_s}};
        QVERIFY(QDir(m_home.path()).mkdir(u"cache"_s));
        const Draft made = draft(full);
        QVERIFY(made.problems.isEmpty());
        QCOMPARE(made.spec.image, u"node:22"_s);
        QCOMPARE(made.spec.command, QStringList({u"npm"_s, u"start"_s}));
        QCOMPARE(made.spec.project.source, QFileInfo(m_folder.path()).canonicalFilePath());
        QCOMPARE(made.spec.project.target, QString(projectTarget));
        QCOMPARE(made.spec.mounts.size(), 1);
        QCOMPARE(made.spec.limits.memory, qint64(2) << 30);
        QCOMPARE(made.spec.limits.pids, 512);
        QVERIFY(made.spec.name.isEmpty() && made.spec.labels.isEmpty());
    }

    void everyProblemIsToldWithItsPlace()
    {
        const ContainerRequest wrong{
            .folder = u"/no/such"_s,
            .image = u"--privileged"_s,
            .mounts = {{.source = u"/bin/sh"_s, .target = u"/x"_s},
                       {.source = u"/etc"_s, .target = u"/y"_s},
                       {.source = u"/bin/sh"_s, .target = u"/x"_s}},
            .memory = u"much"_s,
        };
        QList<std::pair<Field, qsizetype>> places;
        for (const DraftProblem &problem : draft(wrong).problems) {
            QVERIFY(!problem.error.detail.isEmpty());
            places.append({problem.field, problem.index});
        }
        const QList<std::pair<Field, qsizetype>> expected{{Field::Command, 0}, {Field::Image, 0},
                                                          {Field::Folder, 0},  {Field::Limits, 0},
                                                          {Field::Mount, 1},   {Field::Mount, 2}};
        QCOMPARE(places, expected);
    }

    void aFileIsNoProject()
    {
        ContainerRequest wrong = request();
        wrong.folder = u"/bin/sh"_s;
        const Draft made = draft(wrong);
        QCOMPARE(made.problems.size(), 1);
        QCOMPARE(made.problems.first().field, Field::Folder);
    }

    void anEngineWithoutInitIsDraftedWithout()
    {
        EngineFacts engine = m_engine;
        engine.hasInit = false;
        QVERIFY(!draftContainer(request(), engine, {}).spec.limits.init);
        QVERIFY(draft(request()).spec.limits.init);
    }
};

BERTH_TEST(DraftTest)

#include "tst_draft.moc"
