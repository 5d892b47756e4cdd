// SPDX-License-Identifier: MIT
#include "ui/dialogs/reviewdialog.h"

#include "core/base/redaction.h"
#include "ui/plaintext.h"
#include "ui/presentation/orphans.h"
#include "ui/presentation/servers.h"
#include "ui/widgets/rhythm.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

enum Column { NameColumn, WhyColumn, AgeColumn, MemoryColumn, ColumnCount };
constexpr int keyRole = Qt::UserRole;

core::ServerKey keyOf(const QTreeWidgetItem &item)
{
    return core::ServerKey{item.data(NameColumn, keyRole).value<quint64>()};
}

} // namespace

ReviewDialog::ReviewDialog(core::Servers &servers, core::Clock clock, QWidget *parent)
    : QDialog(parent)
    , m_servers(servers)
    , m_clock(std::move(clock))
    , m_intro(new QLabel(this))
    , m_table(makeTable())
    , m_result(new QLabel(this))
{
    setObjectName(u"reviewDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Left behind"));
    resize(820, 340);
    m_intro->setObjectName(u"reviewIntro"_s);
    m_intro->setWordWrap(true);
    m_result->setObjectName(u"reviewResult"_s);
    m_result->setWordWrap(true);
    makeSelectable(*m_result);
    m_result->hide();
    auto *const layout = new QVBoxLayout(this);
    layout->setSpacing(rhythm);
    layout->addWidget(m_intro);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_result);
    layout->addWidget(makeButtons());

    const auto follow = [this] { showOrphans(Choice::NotChosen); };
    connect(&servers, &core::Servers::inserted, this, follow);
    connect(&servers, &core::Servers::changed, this, follow);
    connect(&servers, &core::Servers::removed, this, follow);
    connect(&servers, &core::Servers::reaped, this, &ReviewDialog::onReaped);
    showOrphans(Choice::Chosen);
}

ReviewDialog::~ReviewDialog()
{
    m_servers.setUsageWanted(false);
}

// The window behind it, which asks for the same figures, is told that it is not looked at any more: after
// this one is told that it is.
bool ReviewDialog::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        QMetaObject::invokeMethod(
            this, [this] { m_servers.setUsageWanted(isActiveWindow()); }, Qt::QueuedConnection);
    if (event->type() == QEvent::WindowDeactivate)
        m_servers.setUsageWanted(false);
    return QDialog::event(event);
}

QTreeWidget *ReviewDialog::makeTable()
{
    auto *const table = new QTreeWidget(this);
    table->setObjectName(u"reviewTable"_s);
    table->setAccessibleName(tr("Dev servers that were left behind"));
    table->setColumnCount(ColumnCount);
    table->setHeaderLabels({tr("Dev server"), tr("Why"), tr("Up"), tr("Memory")});
    table->setRootIsDecorated(false);
    table->setWordWrap(true);
    table->setTextElideMode(Qt::ElideRight);
    table->header()->setStretchLastSection(false);
    table->header()->setSectionResizeMode(WhyColumn, QHeaderView::Stretch);
    const int character = table->fontMetrics().averageCharWidth();
    table->header()->resizeSection(NameColumn, 28 * character);
    table->header()->resizeSection(AgeColumn, 9 * character);
    table->header()->resizeSection(MemoryColumn, 11 * character);
    connect(table, &QTreeWidget::itemChanged, this, &ReviewDialog::showChoice);
    return table;
}

QWidget *ReviewDialog::makeButtons()
{
    auto *const buttons = new QDialogButtonBox(this);
    m_remove = buttons->addButton(QString(), QDialogButtonBox::DestructiveRole);
    m_remove->setObjectName(u"reviewRemove"_s);
    m_remove->setAutoDefault(false);
    m_keep = buttons->addButton(tr("&Keep running"), QDialogButtonBox::ActionRole);
    m_keep->setObjectName(u"reviewKeep"_s);
    m_keep->setAutoDefault(false);
    m_keep->setToolTip(plainToolTip(tr("They are wanted: Berth does not take them for left behind again.")));
    QPushButton *const close = buttons->addButton(QDialogButtonBox::Close);
    close->setObjectName(u"reviewClose"_s);
    close->setDefault(true); // nothing is removed by a stray Return
    connect(m_remove, &QPushButton::clicked, this, &ReviewDialog::removeChosen);
    connect(m_keep, &QPushButton::clicked, this, &ReviewDialog::keepChosen);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

// Rows stay where they are, with what was chosen of them.
void ReviewDialog::showOrphans(Choice ofNewOnes)
{
    const QList<core::Server> orphans = orphansOf(m_servers.servers());
    const QSignalBlocker quiet(m_table);
    QHash<core::ServerKey, QTreeWidgetItem *> items;
    for (int i = m_table->topLevelItemCount() - 1; i >= 0; --i) {
        QTreeWidgetItem *const item = m_table->topLevelItem(i);
        if (std::ranges::find(orphans, keyOf(*item), &core::Server::key) == orphans.cend())
            delete item;
        else
            items.insert(keyOf(*item), item);
    }
    for (const core::Server &orphan : orphans) {
        QTreeWidgetItem *&item = items[orphan.key];
        if (item == nullptr) {
            item = new QTreeWidgetItem(m_table);
            item->setData(NameColumn, keyRole, quint64(orphan.key));
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(NameColumn, ofNewOnes == Choice::Chosen ? Qt::Checked : Qt::Unchecked);
        }
        describe(*item, orphan);
    }
    if (m_table->currentItem() == nullptr)
        m_table->setCurrentItem(m_table->topLevelItem(0));
    m_intro->setText(orphans.isEmpty() ? tr("Nothing is left behind.")
                                       : tr("These dev servers run, and whoever started them is gone. Right "
                                            "before one is removed it is looked at again, and left alone if "
                                            "that is no longer so."));
    showChoice();
}

void ReviewDialog::describe(QTreeWidgetItem &item, const core::Server &server) const
{
    const QString why = ownershipText(server, m_clock.wall());
    // Two lines, in which a reason is said.
    const int height = 2 * m_table->fontMetrics().lineSpacing() + rhythm / 2;
    item.setSizeHint(NameColumn, QSize(0, height));
    item.setText(NameColumn, serverTitle(server));
    item.setToolTip(NameColumn,
                    plainToolTip(core::excerpt(server.name, 120) % u'\n' % core::excerpt(server.project)));
    item.setText(WhyColumn, why);
    item.setToolTip(WhyColumn, plainToolTip(why));
    item.setText(AgeColumn, ageText(server.since, m_clock.wall()));
    item.setText(MemoryColumn, server.usage ? memoryText(server.usage->memory) : QString());
    item.setTextAlignment(AgeColumn, Qt::AlignRight | Qt::AlignVCenter);
    item.setTextAlignment(MemoryColumn, Qt::AlignRight | Qt::AlignVCenter);
}

void ReviewDialog::showChoice()
{
    const int count = int(chosen().size());
    m_remove->setText(count == 0 ? tr("&Remove") : tr("&Remove %n", nullptr, count));
    m_remove->setEnabled(count > 0 && !m_isRemoving);
    m_keep->setEnabled(count > 0 && !m_isRemoving);
    m_table->setEnabled(!m_isRemoving);
}

QList<core::ServerKey> ReviewDialog::chosen() const
{
    QList<core::ServerKey> keys;
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *const item = m_table->topLevelItem(i);
        if (item->checkState(NameColumn) == Qt::Checked)
            keys.append(keyOf(*item));
    }
    return keys;
}

void ReviewDialog::removeChosen()
{
    const QList<core::ServerKey> keys = chosen();
    m_isRemoving = true;
    m_result->setText(tr("Removing…"));
    m_result->show();
    showChoice();
    m_servers.reap(keys);
}

void ReviewDialog::keepChosen()
{
    m_servers.keep(chosen(), core::Keeping::Keep);
}

void ReviewDialog::onReaped(const core::ReapReport &report)
{
    if (!m_isRemoving)
        return;
    m_isRemoving = false;
    m_result->setText(presentReap(report));
    showChoice();
}

} // namespace ui
