// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/history/history.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace ui {

class HistoryFilter;
class HistoryModel;
class Notice;

// All that is remembered: when, what, how long, why; filtered by words and kind, and exported as a table for
// other programs. It follows what is written while it is open.
class HistoryDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit HistoryDialog(core::History &history, QWidget *parent = nullptr);

    // Writes what is shown, as it is filtered.
    void exportTo(const QString &path);

private:
    QWidget *makeBar();
    QTreeView *makeTable();
    void read();
    void showAnswer(const core::HistoryResult<core::HistoryAnswer> &answer);
    void showWhatThereIs();
    void askWhereTo();
    QList<core::HistoryEntry> shownEntries() const;

    core::HistoryReader m_reader;
    HistoryModel *m_model;
    HistoryFilter *m_filter;
    QLineEdit *m_words = nullptr;
    QComboBox *m_kind = nullptr;
    QPushButton *m_export = nullptr;
    QTreeView *m_table = nullptr;
    Notice *m_notice;
    QStackedWidget *m_stack;
    QLabel *m_result;
    std::optional<core::HistoryResult<void>> m_outcome; // absent before the first answer
    bool m_isStale = false;
    core::Task<core::HistoryResult<core::HistoryAnswer>> m_reading;
    core::Task<std::optional<core::Error>> m_exporting;
};

} // namespace ui
