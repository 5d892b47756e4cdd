// SPDX-License-Identifier: MIT
#pragma once

#include "core/sandbox/draft.h"

#include <QWidget>

class QPushButton;
class QTableWidget;

namespace ui {

// What a server sees beside its project folder: a list of mounts to fill in.
class MountsEdit final : public QWidget
{
    Q_OBJECT

public:
    explicit MountsEdit(QWidget *parent = nullptr);

    // A row in which nothing stands is no mount.
    QList<core::MountRequest> mounts() const;
    // The row of one of mounts(), counted from 0.
    int rowOf(qsizetype mount) const;
    QWidget *table() const;

    void setMounts(const QList<core::MountRequest> &mounts);

Q_SIGNALS:
    void edited();

private:
    void addRow(const core::MountRequest &mount);
    void addMount();
    void removeMount();
    void browse();
    void showRows();
    QString cell(int row, int column) const;
    bool isBlank(int row) const;

    QTableWidget *m_table;
    QPushButton *m_add;
    QPushButton *m_browse;
    QPushButton *m_remove;
};

} // namespace ui
