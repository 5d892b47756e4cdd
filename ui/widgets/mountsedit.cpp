// SPDX-License-Identifier: MIT
#include "ui/widgets/mountsedit.h"

#include "ui/folderquestion.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using Access = core::MountRequest::Access;

namespace ui {

namespace {

enum Column { Source, Target, ReadOnly, Columns };

constexpr int rowsShown = 3;

} // namespace

MountsEdit::MountsEdit(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, Columns, this))
    , m_add(new QPushButton(tr("Add m&ount"), this))
    , m_browse(new QPushButton(tr("Bro&wse…"), this))
    , m_remove(new QPushButton(tr("R&emove"), this))
{
    m_table->setObjectName(u"formMounts"_s);
    m_table->setAccessibleName(tr("Further mounts"));
    m_table->setHorizontalHeaderLabels({tr("Here"), tr("In the container"), tr("Read-only")});
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(ReadOnly, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
                            + rowsShown * m_table->verticalHeader()->defaultSectionSize()
                            + 2 * m_table->frameWidth());
    m_add->setObjectName(u"formAddMount"_s);
    m_browse->setObjectName(u"formBrowseMount"_s);
    m_remove->setObjectName(u"formRemoveMount"_s);

    auto *const buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(m_add);
    buttons->addWidget(m_browse);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(buttons);

    connect(m_table, &QTableWidget::itemChanged, this, &MountsEdit::edited);
    connect(m_table, &QTableWidget::currentCellChanged, this, &MountsEdit::showRows);
    connect(m_add, &QPushButton::clicked, this, &MountsEdit::addMount);
    connect(m_browse, &QPushButton::clicked, this, &MountsEdit::browse);
    connect(m_remove, &QPushButton::clicked, this, &MountsEdit::removeMount);
    showRows();
}

QList<core::MountRequest> MountsEdit::mounts() const
{
    QList<core::MountRequest> all;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const bool isReadOnly = m_table->item(row, ReadOnly)->checkState() == Qt::Checked;
        if (!isBlank(row))
            all.append({.source = cell(row, Source),
                        .target = cell(row, Target),
                        .access = isReadOnly ? Access::ReadOnly : Access::ReadWrite});
    }
    return all;
}

int MountsEdit::rowOf(qsizetype mount) const
{
    int row = 0;
    for (; row < m_table->rowCount(); ++row) {
        if (!isBlank(row) && mount-- == 0)
            break;
    }
    return row;
}

QWidget *MountsEdit::table() const
{
    return m_table;
}

void MountsEdit::setMounts(const QList<core::MountRequest> &mounts)
{
    m_table->setRowCount(0);
    for (const core::MountRequest &mount : mounts)
        addRow(mount);
    showRows();
}

void MountsEdit::addRow(const core::MountRequest &mount)
{
    const QSignalBlocker unfinished(m_table);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, Source, new QTableWidgetItem(mount.source));
    m_table->setItem(row, Target, new QTableWidgetItem(mount.target));
    auto *const readOnly = new QTableWidgetItem;
    readOnly->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    readOnly->setCheckState(mount.access == Access::ReadOnly ? Qt::Checked : Qt::Unchecked);
    readOnly->setData(Qt::AccessibleTextRole, tr("Read-only"));
    m_table->setItem(row, ReadOnly, readOnly);
}

void MountsEdit::addMount()
{
    addRow({.source = {}, .target = {}, .access = Access::ReadOnly});
    showRows();
    const int row = m_table->rowCount() - 1;
    m_table->setCurrentCell(row, Source);
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->editItem(m_table->item(row, Source));
}

void MountsEdit::removeMount()
{
    m_table->removeRow(m_table->currentRow());
    showRows();
    if (m_table->rowCount() == 0)
        m_add->setFocus(Qt::OtherFocusReason);
    Q_EMIT edited();
}

void MountsEdit::browse()
{
    const int row = m_table->currentRow();
    askForFolder(this, tr("Folder to mount"), cell(row, Source), [this, row](const QString &folder) {
        if (row < m_table->rowCount())
            m_table->item(row, Source)->setText(folder);
    });
}

void MountsEdit::showRows()
{
    m_table->setVisible(m_table->rowCount() > 0);
    m_browse->setVisible(m_table->rowCount() > 0);
    m_remove->setVisible(m_table->rowCount() > 0);
    m_browse->setEnabled(m_table->currentRow() >= 0);
    m_remove->setEnabled(m_table->currentRow() >= 0);
}

QString MountsEdit::cell(int row, int column) const
{
    return m_table->item(row, column)->text();
}

bool MountsEdit::isBlank(int row) const
{
    return cell(row, Source).isEmpty() && cell(row, Target).isEmpty();
}

} // namespace ui
