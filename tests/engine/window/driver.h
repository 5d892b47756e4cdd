// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/stallmeter.h"
#include "tests/commandreader.h"

#include <QJsonArray>
#include <QJsonValue>
#include <QObject>
#include <QString>
#include <QTimer>

class QUrl;
class QWidget;

namespace tests {

// The hands and eyes of a test that is another process. Keys and clicks go to the real widgets.
class Driver final : public QObject
{
    Q_OBJECT

public:
    explicit Driver(QWidget &window);
    ~Driver() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private Q_SLOTS:
    void remember(const QUrl &address);

private:
    // What cannot be done is answered with a string that begins with "cannot".
    QJsonValue obey(const QString &verb, const QString &rest);
    QJsonValue press(const QString &keys);
    QJsonValue type(const QString &text);
    QJsonValue click(const QString &name);
    QJsonValue clickRow(const QString &project);
    QJsonArray rows() const;
    QString shownText(const QString &name) const;
    void giveFocusBack();

    QWidget &m_window;
    CommandReader m_commands;
    QJsonArray m_opened;
    QTimer m_focus;
    bench::StallMeter m_meter;
};

} // namespace tests
