// SPDX-License-Identifier: MIT
#include "ui/models/stepsmodel.h"

#include "tests/registry.h"
#include "tests/ui/samples.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using ui::StepsModel;

class StepsModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTheStepsAsTheyRanThenThoseUnderWay()
    {
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMeasurement(samples::containersKnown());
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(model.index(3, StepsModel::StepColumn).data().toString(), u"Run a container"_s);
        QCOMPARE(model.index(3, StepsModel::ResultColumn).data().toString(), u"Done"_s);
        QCOMPARE(model.index(3, StepsModel::TimeColumn).data().toString(), u"295 ms"_s);
        QCOMPARE(model.index(4, StepsModel::ResultColumn).data().toString(), u"Running…"_s);
        QCOMPARE(model.index(4, StepsModel::TimeColumn).data().toString(), QString());
    }

    void rolesCarryTheRawValues()
    {
        StepsModel model;
        model.setMeasurement(samples::layerDamaged());
        const QModelIndex run = model.indexOf(Step::Run);
        QCOMPARE(run.row(), 3);
        QCOMPARE(run.data(StepsModel::StepRole).toInt(), int(Step::Run));
        QCOMPARE(run.data(StepsModel::MoodRole).toInt(), int(ui::Mood::Trouble));
        QCOMPARE(run.data(StepsModel::CommandRole).toStringList().at(3), u"run"_s);
        QVERIFY(run.data(StepsModel::OutputRole).toString().contains(u"overlay mount"_s));
    }

    void nothingIsToldByShapeAlone()
    {
        StepsModel model;
        model.setMeasurement(samples::cutOff());
        QCOMPARE(model.indexOf(Step::Egress).data(Qt::AccessibleTextRole).toString(),
                 u"Reach out from a container: Done, needs attention"_s);
        QCOMPARE(model.indexOf(Step::Run).data(Qt::AccessibleTextRole).toString(),
                 u"Run a container: Done, fine"_s);
    }

    void aStepThatEndsChangesItsRowAndNothingElse()
    {
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Measurement measurement = samples::containersKnown();
        model.setMeasurement(measurement);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        measurement.steps.append(samples::usable().steps.at(4));
        measurement.running = {Step::Limits};
        model.setMeasurement(measurement);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 4);
        QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 4);
        QVERIFY(reset.isEmpty() && inserted.isEmpty() && removed.isEmpty());
        model.setMeasurement(measurement);
        QCOMPARE(changed.size(), 1);
    }

    void anotherCheckTakesAndGivesRows()
    {
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMeasurement(samples::usable());
        model.setMeasurement(samples::starting());
        QCOMPARE(model.rowCount(), 1);
        model.setMeasurement(samples::usable());
        QCOMPARE(model.rowCount(), 7);
        model.setMeasurement({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.decisiveIndex().isValid());
    }

    void decisiveIsTheFirstThatFailedThenBadNewsThenTheRun()
    {
        StepsModel model;
        const auto decisive = [&model](const Measurement &measurement) {
            model.setMeasurement(measurement);
            return Step(model.decisiveIndex().data(StepsModel::StepRole).toInt());
        };
        QCOMPARE(decisive(samples::usable()), Step::Run);
        QCOMPARE(decisive(samples::cutOff()), Step::Egress);
        QCOMPARE(decisive(samples::limitsPartial()), Step::Limits);
        QCOMPARE(decisive(samples::layerDamaged()), Step::Run);
        QCOMPARE(decisive(samples::loadFailed()), Step::Load);
        QCOMPARE(decisive(samples::frozen()), Step::Version);
        Measurement untidy = samples::usable();
        untidy.steps.back().exitCode = 1;
        QCOMPARE(decisive(untidy), Step::Run);
    }
};

BERTH_TEST(StepsModelTest)

#include "tst_stepsmodel.moc"
