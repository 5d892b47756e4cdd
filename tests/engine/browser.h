// SPDX-License-Identifier: MIT
#pragma once

#include "tests/engine/privatenetwork.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QTemporaryDir>

namespace tests {

// A real chromium without a window on the engine's machine, driven by its DevTools protocol. What does not
// work fails the running test.
class Browser final
{
public:
    explicit Browser(const PrivateNetwork &network);
    ~Browser();
    Browser(const Browser &) = delete;
    Browser &operator=(const Browser &) = delete;

    // Returns when the page is loaded.
    void open(const QString &address);
    // What a JavaScript expression comes to on that page.
    QJsonValue evaluate(const QString &expression);
    QString shownText() { return evaluate(QStringLiteral("document.body.innerText")).toString().trimmed(); }

private:
    QJsonObject call(const QString &method, const QJsonObject &parameters);
    QJsonObject answerTo(int id);

    QTemporaryDir m_profile;
    QProcess m_process;
    QByteArray m_received;
    QString m_session;
    int m_lastId = 0;
};

} // namespace tests
