// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "core/monitor/settings.h"

#include <QSplitter>

namespace ui {

class LogPane;
class Notice;
class ServerActions;
class ServersPane;

// The dev servers, and below them the log of one. The table is made behind the first frame of the window,
// which it would hold up.
class ServersArea final : public QSplitter
{
    Q_OBJECT

public:
    ServersArea(core::Servers &servers, ServerActions &actions, QWidget *parent = nullptr);

    void setNote(const QString &note);
    void select(core::ServerKey key);
    void showLog(core::ServerKey key);

    // What the user set by hand, and it may be set before there is anything to see.
    int logShare() const; // percent
    void setLogShare(int percent) { m_logShare = percent; }
    QList<int> columns() const;
    void setColumns(const QList<int> &widths);
    core::LogSettings logSettings() const;
    void setLogSettings(const core::LogSettings &settings);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makePane();
    void hideLog();

    core::Servers &m_servers;
    ServerActions &m_actions;
    Notice *m_placeholder;
    ServersPane *m_pane = nullptr;
    LogPane *m_log = nullptr;
    QString m_note;
    int m_logShare = 50;
    QList<int> m_columns;
    core::LogSettings m_logSettings;
};

} // namespace ui
