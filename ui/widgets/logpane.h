// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/serverlog.h"
#include "core/monitor/settings.h"
#include "ui/logsearch.h"

#include <QWidget>

#include <memory>
#include <optional>

class QAction;
class QLabel;
class QToolBar;

namespace ui {

class LogSearchBar;
class LogView;
class MutedLabel;

// A server's log with all that can be done with it.
class LogPane final : public QWidget
{
    Q_OBJECT

public:
    explicit LogPane(QWidget *parent = nullptr);

    // Null shows none. The same log again keeps its place.
    void showLog(const QString &title, std::shared_ptr<core::ServerLog> log);
    // Opens the search field, or puts the keyboard into it.
    void startSearch();

    core::LogSettings settings() const;
    void setSettings(const core::LogSettings &settings);

Q_SIGNALS:
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeActions();
    QAction *addAction(const QString &text, const QString &name);
    QWidget *makeHead();
    void closeSearch();
    void takeQuery();
    void onRefreshed();
    void onFound();
    void goToNext();
    void goToPrevious();
    void goTo(const std::optional<LogMatch> &match);
    void showTitle();
    void showNote();
    void chooseFile();
    void save(const QString &file);

    std::shared_ptr<core::ServerLog> m_log;
    QString m_name;
    QLabel *m_title;
    QToolBar *m_tools;
    LogSearchBar *m_searchBar;
    LogView *m_view;
    MutedLabel *m_note;
    LogSearch *m_search;
    QAction *m_find = nullptr;
    QAction *m_follow = nullptr;
    QAction *m_pause = nullptr;
    QAction *m_wrap = nullptr;
    QAction *m_times = nullptr;
    QAction *m_clear = nullptr;
    QAction *m_save = nullptr;
    QAction *m_close = nullptr;
    QAction *m_copy = nullptr;
    std::optional<LogMatch> m_match;  // the current one
    std::optional<qint64> m_seekFrom; // where the first match is looked for, until there is one
    bool m_isBroken = false;          // the expression in the field cannot be read
    QString m_saved;                  // how saving went
    core::Task<QString> m_saving;
};

} // namespace ui
