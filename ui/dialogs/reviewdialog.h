// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock.h"
#include "core/monitor/servers.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ui {

// Shows what was left behind and why it is taken for that, and removes of it what is chosen: the one
// confirmation that there is. What comes while it is open is shown, and not chosen.
class ReviewDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ReviewDialog(core::Servers &servers, core::Clock clock = {}, QWidget *parent = nullptr);
    ~ReviewDialog() override;

protected:
    bool event(QEvent *event) override;

private:
    enum class Choice { Chosen, NotChosen };

    QTreeWidget *makeTable();
    QWidget *makeButtons();
    void showOrphans(Choice ofNewOnes);
    void describe(QTreeWidgetItem &item, const core::Server &server) const;
    void showChoice();
    QList<core::ServerKey> chosen() const;
    void removeChosen();
    void keepChosen();
    void onReaped(const core::ReapReport &report);

    core::Servers &m_servers;
    const core::Clock m_clock;
    QLabel *m_intro;
    QTreeWidget *m_table;
    QLabel *m_result;
    QPushButton *m_remove = nullptr;
    QPushButton *m_keep = nullptr;
    bool m_isRemoving = false;
};

} // namespace ui
