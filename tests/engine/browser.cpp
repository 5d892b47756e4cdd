// SPDX-License-Identifier: MIT
#include "tests/engine/browser.h"

#include "tests/engine/tool.h"

#include <QDir>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

Browser::Browser(const PrivateNetwork &network)
    : m_profile(QDir::tempPath() + u"/berth-browser-XXXXXX"_s)
{
    // It reads requests from descriptor 3 and answers on 4.
    const QString script = u"exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>\"$0\""_s;
    const QStringList command = network.inside() + QStringList{u"setpriv"_s,
                                                               u"--pdeathsig"_s,
                                                               u"KILL"_s,
                                                               u"sh"_s,
                                                               u"-c"_s,
                                                               script,
                                                               m_profile.filePath(u"log"_s)}
        + QStringList{u"chromium"_s,
                      u"--headless"_s,
                      u"--no-sandbox"_s,
                      u"--disable-gpu"_s,
                      u"--no-first-run"_s,
                      u"--disable-background-networking"_s,
                      u"--disable-component-update"_s,
                      u"--disable-sync"_s,
                      u"--disable-dev-shm-usage"_s,
                      u"--remote-debugging-pipe"_s,
                      u"--user-data-dir="_s + m_profile.path(),
                      u"about:blank"_s};
    m_process.start(command.first(), command.mid(1));
    const QJsonObject target = call(u"Target.createTarget"_s, {{"url"_L1, u"about:blank"_s}});
    m_session = call(u"Target.attachToTarget"_s,
                     {{"targetId"_L1, target["targetId"_L1]}, {"flatten"_L1, true}})["sessionId"_L1]
                    .toString();
}

Browser::~Browser()
{
    // It ends its own children, which `kill` would leave.
    m_session.clear();
    call(u"Browser.close"_s, {});
    if (!QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, 10'000)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void Browser::open(const QString &address)
{
    const QJsonObject opened = call(u"Page.navigate"_s, {{"url"_L1, address}});
    const QByteArray error = opened["errorText"_L1].toString().toUtf8();
    QVERIFY2(error.isEmpty(), error.constData());
    const auto isLoaded = [&] {
        return evaluate(u"location.href + ' ' + document.readyState"_s).toString()
            == address + u" complete"_s;
    };
    QVERIFY2(QTest::qWaitFor(isLoaded, 30'000), "the page does not load");
}

QJsonValue Browser::evaluate(const QString &expression)
{
    return call(u"Runtime.evaluate"_s,
                {{"expression"_L1, expression}, {"returnByValue"_L1, true}})["result"_L1]["value"_L1];
}

QJsonObject Browser::call(const QString &method, const QJsonObject &parameters)
{
    QJsonObject request{{"id"_L1, ++m_lastId}, {"method"_L1, method}, {"params"_L1, parameters}};
    if (!m_session.isEmpty())
        request.insert("sessionId"_L1, m_session);
    m_process.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\0');
    return answerTo(m_lastId);
}

// Events and answers come as JSON, each ended by a null character.
QJsonObject Browser::answerTo(int id)
{
    QJsonObject answer;
    const auto hasCome = [&] {
        m_received += m_process.readAllStandardOutput();
        for (qsizetype end = m_received.indexOf('\0'); end >= 0; end = m_received.indexOf('\0')) {
            answer = QJsonDocument::fromJson(m_received.left(end)).object();
            m_received.remove(0, end + 1);
            if (answer["id"_L1].toInt() == id)
                return true;
        }
        return m_process.state() == QProcess::NotRunning;
    };
    if (!QTest::qWaitFor(hasCome, 30'000) || answer["id"_L1].toInt() != id)
        QTest::qFail("the browser does not answer", __FILE__, __LINE__);
    return answer["result"_L1].toObject();
}

} // namespace tests
