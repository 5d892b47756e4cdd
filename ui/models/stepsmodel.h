// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"
#include "ui/models/tablemodel.h"
#include "ui/presentation/health.h"

namespace ui {

// The steps of a check, in the order they ran, then those under way. A new measurement changes the rows that
// differ and nothing else.
class StepsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { StepColumn, ResultColumn, TimeColumn, ColumnCount };
    enum Role {
        StepRole = Qt::UserRole, // int of core::Step
        MoodRole,                // int of Mood: how it went; Measuring while it is under way
        CommandRole,             // QStringList
        OutputRole               // QString, redacted
    };

    explicit StepsModel(QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // The first row of a step; invalid where it did not run.
    QModelIndex indexOf(core::Step step) const;
    // The row that explains the outcome: the first that failed, else the first with bad news, else the run of
    // the container.
    QModelIndex decisiveIndex() const;

    void setMeasurement(const core::Measurement &measurement);

protected:
    qsizetype rows() const override { return m_rows.size(); }
    QString title(int column) const override;
    bool isNumber(int column) const override;

private:
    struct Row
    {
        core::StepRecord record;
        Mood mood = Mood::Measuring;

        bool operator==(const Row &) const = default;
    };

    QModelIndex firstIn(Mood mood) const;
    static QString text(const Row &row, int column);

    QList<Row> m_rows;
};

} // namespace ui
