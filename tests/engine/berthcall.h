// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <chrono>

namespace tests {

// How the real berth is called, with all that it can see of its surroundings.
struct BerthCall
{
    QStringList arguments = {QStringLiteral("check"), QStringLiteral("--json"),
                             QStringLiteral("--no-egress")};
    QStringList prefix = {};                 // a command that runs what follows: nsenter, setpriv, unshare
    QMap<QString, QString> environment = {}; // beyond PATH, HOME and the folders of a desktop user, or in
                                             // their place
    QString path = QStringLiteral("/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin");
    QMap<QString, QString> settings = {}; // of berth.ini: "probe/payload" and the like
    QString program = QString::fromUtf8(BERTH_PROGRAM);
    QString home = {}; // shared by several calls; empty: one of its own
};

// As one command, and makes the home that it is called with.
QStringList commandLine(const BerthCall &call, const QString &homePath);

// What came back.
struct BerthRun
{
    int exitCode = -1; // -1: it was ended, or crashed
    QJsonObject json;
    QByteArray out;
    QByteArray err;

    QString verdict() const { return json[QLatin1StringView("verdict")].toString(); }
    QString reason() const { return json[QLatin1StringView("reason")].toString(); }
    QString diagnosis() const; // its id; empty where there is none
    QJsonObject egress() const { return json[QLatin1StringView("egress")].toObject(); }
    QJsonObject engine() const { return json[QLatin1StringView("engine")].toObject(); }
    QStringList notEnforced() const;
};

// One berth under way, with a home folder of its own.
class BerthProcess final
{
public:
    explicit BerthProcess(const BerthCall &call);
    ~BerthProcess();
    BerthProcess(const BerthProcess &) = delete;
    BerthProcess &operator=(const BerthProcess &) = delete;

    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    qint64 pid() const { return m_process.processId(); }
    // What it has printed so far.
    const QByteArray &out();
    const QByteArray &err();
    // Berth has deadlines of its own: one that is not done in that time fails the running test.
    BerthRun wait(std::chrono::milliseconds limit = std::chrono::minutes(2));
    // For so long, unless it ends before.
    void letRun(int milliseconds) const;
    void kill9();
    void interrupt(); // as Ctrl+C does; it ends by itself

private:
    QTemporaryDir m_home;
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

BerthRun runBerth(const BerthCall &call);

// Fails the running test, with all that berth said, unless it judged so. An empty diagnosis means: none.
void verifyJudgement(const BerthRun &run, const QString &verdict, const QString &diagnosis);

} // namespace tests
