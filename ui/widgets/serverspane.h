// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "ui/widgets/notice.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTreeView;

namespace ui {

class Glyph;
class ServerActions;
class ServersModel;
class ServerStrip;
class WordsFilter;

// The dev servers: what can be done with them, the table, and what is wrong with the selected one. Loading,
// empty, failed and silent each look different.
class ServersPane final : public QWidget
{
    Q_OBJECT

public:
    ServersPane(core::Servers &servers, ServerActions &actions, QWidget *parent = nullptr);
    ~ServersPane() override;

    // What stands below "no dev servers".
    void setNote(const QString &note);
    void select(core::ServerKey key);

    // The widths of the columns; 0 is the usual one.
    QList<int> columns() const;
    void setColumns(const QList<int> &widths);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeToolbar();
    QWidget *makeListingBar();
    QTreeView *makeTable();
    QWidget *makeTablePage();
    void showColumns();
    void showContextMenu(const QPoint &place);
    void showState();
    bool isArriving() const;
    Notice::Content noticeContent() const;
    void showListingBar();
    void showSelection();
    void onNoticeClicked();
    void wantUsage();
    QList<core::ServerKey> selectedKeys() const;

    core::Servers &m_servers;
    ServerActions &m_actions;
    ServersModel *m_model;
    WordsFilter *m_filter;
    QLineEdit *m_words = nullptr;
    QTreeView *m_table = nullptr;
    QWidget *m_bar = nullptr;
    Glyph *m_barGlyph = nullptr;
    QLabel *m_barText = nullptr;
    ServerStrip *m_strip = nullptr;
    QStackedLayout *m_pages;
    QWidget *m_tablePage = nullptr;
    Notice *m_notice = nullptr;
    QString m_note;
    QTimer m_minute;
};

} // namespace ui
