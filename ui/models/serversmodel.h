// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock.h"
#include "core/monitor/servers.h"
#include "ui/models/tablemodel.h"

#include <QList>

namespace ui {

// The dev servers as rows, in the order of the list behind it. It keeps a copy of each row, because a list
// tells its changes when they have happened, and the last CPU usages of each.
class ServersModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column {
        StateColumn,
        PortColumn,
        ProjectColumn,
        StatusColumn,
        AddressColumn,
        UpColumn,
        MemoryColumn,
        CpuColumn,
        NetworkColumn,
        ColumnCount
    };
    enum Role {
        KeyRole = Qt::UserRole, // quint64 of core::ServerKey
        MoodRole,               // int of Mood: of the state, and of a network that is exposed; else invalid
        ValueRole,  // raw, by column: int of the state, port, folder, state, address, start, bytes, percent,
                    // int of the mode
        OrphanRole, // bool: it was left behind; of the project
        UsagesRole, // QList<double>: percents of a core, the newest last
        FilterRole  // QString: all that a filter looks at
    };

    static constexpr qsizetype keptUsages = 30;

    explicit ServersModel(const core::Servers &servers, core::Clock clock = {}, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // The row of a server; invalid where it has none.
    QModelIndex indexOf(core::ServerKey key) const;

    // A minute has passed: what shows an age shows another one.
    void refreshAges();

protected:
    qsizetype rows() const override { return m_rows.size(); }
    QString title(int column) const override;
    bool isNumber(int column) const override;

private:
    struct Row
    {
        core::Server server;
        QList<double> usages;
    };

    void onInserted(qsizetype index);
    void onChanged(qsizetype index);
    void onMoved(qsizetype from, qsizetype to);
    void onRemoved(qsizetype index);
    static void take(Row &row, const core::Server &server);

    QString text(const Row &row, int column) const;
    QVariant value(const Row &row, int column) const;
    QVariant mood(const Row &row, int column) const;
    QString toolTip(const Row &row, int column) const;

    const core::Servers &m_servers;
    const core::Clock m_clock;
    QList<Row> m_rows;
};

} // namespace ui
