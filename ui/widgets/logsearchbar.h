// SPDX-License-Identifier: MIT
#pragma once

#include "ui/logpattern.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ui {

class MutedLabel;

// The row in which a log is searched: what for, how, and how often it was found.
class LogSearchBar final : public QWidget
{
    Q_OBJECT

public:
    explicit LogSearchBar(QWidget *parent = nullptr);

    LogQuery query() const;
    // Takes the keyboard, with what was searched for last ready to be replaced.
    void takeFocus();
    void showCount(const QString &text, bool isAny);
    // What is wrong with the expression, in place of the count.
    void showTrouble(const QString &sentence);

Q_SIGNALS:
    void queryChanged();
    void nextWanted();
    void previousWanted();
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QToolButton *addToggle(const QString &text, const QString &name, const QString &description);
    QToolButton *addButton(Qt::ArrowType arrow, const QString &name, const QString &description);

    QLineEdit *m_field;
    QToolButton *m_case;
    QToolButton *m_expression;
    QToolButton *m_previous;
    QToolButton *m_next;
    MutedLabel *m_count;
    QLabel *m_trouble;
};

} // namespace ui
