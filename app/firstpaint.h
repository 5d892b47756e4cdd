// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QWidget;

namespace app {

// Says once that a window, or what covers it, was painted for the first time.
class FirstPaint final : public QObject
{
    Q_OBJECT

public:
    explicit FirstPaint(QWidget *window);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void painted();

private:
    QWidget *m_window;
};

} // namespace app
