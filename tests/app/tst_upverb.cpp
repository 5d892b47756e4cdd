// SPDX-License-Identifier: MIT
#include "tests/app/programhome.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 30'000;

// Answers every request, once it is told to listen.
class Web final
{
public:
    Web()
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.0 200 OK\r\n\r\n");
                socket->disconnectFromHost();
            });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
        m_port = m_server.serverPort();
        m_server.close(); // the launch looks whether it is free
    }

    bool open() { return m_server.listen(QHostAddress::LocalHost, m_port); }
    quint16 port() const { return m_port; }
    QString address() const { return u"http://127.0.0.1:%1"_s.arg(m_port); }

private:
    QTcpServer m_server;
    quint16 m_port = 0;
};

} // namespace

// The program with a server that goes on: docker is a script, whose container lives for as long as there is a
// file.
class UpVerbTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<tests::ProgramHome> m_home;
    std::unique_ptr<Web> m_web;
    std::unique_ptr<QProcess> m_up;
    QByteArray m_out;
    QByteArray m_err;

    // `attached` is what the client prints in each turn of its life; `stop` is what `docker stop` does.
    void writeDocker(const QByteArray &attached, const QByteArray &stop = "rm -f \"$life\"")
    {
        const QByteArray port = QByteArray::number(m_web->port());
        m_home->writeDocker(
            "esac\n"
            "life="
            + QFile::encodeName(life()) + "; told=" + QFile::encodeName(m_home->filePath(u"told"_s))
            + "\n"
              "echo \"$*\" >>\"$told\"\n"
              "case $1 in\n"
              "version) echo '{\"Server\":{\"Version\":\"20.10.24\",\"Arch\":\"amd64\"}}' ;;\n"
              "info) echo '{\"ServerVersion\":\"20.10.24\"}' ;;\n"
              "ps) case \"$*\" in\n"
              "  *label*) [ ! -e \"$life\" ] || echo aa ;;\n"
              "  *) [ ! -e \"$life\" ] || echo '{\"ID\":\"aa\",\"Names\":\"berth-devserver-"
            + port
            + "\",\"State\":\"running\"}' ;;\n"
              "  esac ;;\n"
              "run) case \"$*\" in *--publish*) ;; *) exit 125 ;; esac\n"
              "  : >\"$life\"; while [ -e \"$life\" ]; do "
            + attached
            + "\n  sleep 0.02; done; exit 137 ;;\n"
              "stop) "
            + stop
            + " ;;\n"
              "rm) case \"$*\" in *' aa') rm -f \"$life\" ;; esac ;;\n"
              "inspect) if [ ! -e \"$life\" ]; then echo 'Error: No such container: aa' >&2; exit 1; fi\n"
              "  [ \"$4\" != --format ] || exec echo running\n"
              "  echo '[{\"Id\":\"aa\",\"Name\":\"/berth-devserver-"
            + port
            + "\",\"State\":{\"Status\":\"running\"},\"Config\":{\"Image\":\"a\"},\"NetworkSettings\":{"
              "\"Ports\":"
              "{\"80/tcp\":[{\"HostIp\":\"127.0.0.1\",\"HostPort\":\""
            + port + "\"}]}}}]' ;;\n");
    }

    void addSettings(const QByteArray &text) const
    {
        m_home->writeSettings("[docker]\nprogram=" + m_home->filePath(u"docker"_s).toUtf8() + '\n' + text);
    }

    QString life() const { return m_home->filePath(u"life"_s); }

    // Where docker was first asked for `verb`, and what it was.
    std::pair<qsizetype, QByteArray> told(const QByteArray &verb) const
    {
        QFile file(m_home->filePath(u"told"_s));
        const QByteArray all = file.open(QIODevice::ReadOnly) ? '\n' + file.readAll() : QByteArray();
        const qsizetype begin = all.indexOf(QByteArray('\n' + verb));
        const qsizetype end = all.indexOf('\n', begin + 1);
        return {begin, begin < 0 ? QByteArray() : all.sliced(begin + 1, end - begin - 1)};
    }

    std::unique_ptr<QProcess> start(const QStringList &arguments, QProcess *reader = nullptr) const
    {
        auto process = std::make_unique<QProcess>();
        const QString path = m_home->path() + u':' + qEnvironmentVariable("PATH");
        process->setProcessEnvironment(m_home->environment({{u"PATH"_s, path}}));
        if (reader != nullptr)
            process->setStandardOutputProcess(reader);
        process->start(QStringLiteral(BERTH_PROGRAM), arguments);
        return process;
    }

    // Until its container is there.
    void startUp(QProcess *reader = nullptr)
    {
        startUp({u"--port"_s, QString::number(m_web->port())}, reader);
    }

    void startUp(const QStringList &options, QProcess *reader = nullptr)
    {
        QVERIFY(QDir().mkpath(m_home->filePath(u"project"_s)));
        m_up = start(QStringList{u"up"_s, m_home->filePath(u"project"_s), u"--image"_s, u"a"_s} + options
                         + QStringList{u"--"_s, u"x"_s},
                     reader);
        QTRY_VERIFY2_WITH_TIMEOUT(QFileInfo::exists(life()), err().constData(), patience);
    }

    const QByteArray &out() { return m_out += m_up->readAllStandardOutput(); }
    const QByteArray &err() { return m_err += m_up->readAllStandardError(); }
    void interrupt() const { tests::sendSignal(m_up->processId(), SIGINT); }

    void verifyEnds(int exitCode)
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_up->state(), QProcess::NotRunning, patience);
        QVERIFY2(m_up->exitStatus() == QProcess::NormalExit && m_up->exitCode() == exitCode,
                 QByteArray(QByteArray::number(m_up->exitCode()) + ": " + err()).constData());
        QVERIFY(!QFileInfo::exists(life()));
    }

    void verifyIsLeft()
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_up->state(), QProcess::NotRunning, patience);
        QVERIFY2(m_up->exitStatus() == QProcess::NormalExit && m_up->exitCode() == 0, err().constData());
        QVERIFY(QFileInfo::exists(life()));
        QCOMPARE(told("stop").first, -1);
        const QByteArray last =
            "berth: left running (“berth down " + QByteArray::number(m_web->port()) + "” takes it down)\n";
        QVERIFY2(err().endsWith(last), err().constData());
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<tests::ProgramHome>();
        m_web = std::make_unique<Web>();
        m_out.clear();
        m_err.clear();
    }

    void cleanup()
    {
        QFile::remove(life());
        if (m_up != nullptr && m_up->state() != QProcess::NotRunning) {
            m_up->kill();
            m_up->waitForFinished();
        }
        m_up.reset();
    }

    void theAddressIsSaidOnceAndCtrlCTakesItDown()
    {
        writeDocker("echo working");
        startUp();
        QVERIFY(m_web->open());
        const QByteArray ready = "berth: ready at " + m_web->address().toUtf8() + " after ";
        QTRY_VERIFY2_WITH_TIMEOUT(err().contains(ready), err().constData(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(out().startsWith("working\nworking\n"), patience);
        interrupt();
        verifyEnds(130);
        QCOMPARE(err().count(ready), 1);
        QVERIFY2(err().endsWith("berth: taking it down…\nberth: taken down\n"), err().constData());
        QCOMPARE(told("stop").second, QByteArray("stop -t 3 aa"));
    }

    void theSettingsBoundIt()
    {
        const QByteArray port = QByteArray::number(m_web->port());
        writeDocker(":");
        addSettings("[sandbox]\nmemory=64m\npids=20\n[servers]\nfirstPort=" + port + "\nlastPort=" + port
                    + '\n');
        startUp(QStringList());
        const QByteArray run = told("run").second;
        for (const QByteArray &part : QByteArrayList{"--memory=64m ", "--pids-limit=20 ",
                                                     "--publish 127.0.0.1:" + port + ':' + port + ' '})
            QVERIFY2(run.contains(part), run.constData());
        interrupt();
        verifyEnds(130);
    }

    void aKeptOneIsLeftRunning()
    {
        writeDocker(":");
        startUp({u"--port"_s, QString::number(m_web->port()), u"--keep"_s});
        QVERIFY(m_web->open());
        QTRY_VERIFY2_WITH_TIMEOUT(err().contains("(Ctrl+C leaves it running)"), err().constData(), patience);
        interrupt();
        verifyIsLeft();
    }

    void aKeptOneIsLeftByAReaderThatGoesAway()
    {
        writeDocker("echo working");
        QProcess reader;
        reader.setProgram(u"head"_s);
        reader.setArguments({u"-n"_s, u"1"_s});
        startUp({u"--port"_s, QString::number(m_web->port()), u"--keep"_s}, &reader);
        reader.start();
        verifyIsLeft();
        QTRY_COMPARE(reader.state(), QProcess::NotRunning);
    }

    void oneThatCannotBeNotedAsKeptIsTakenDown()
    {
        writeDocker(":");
        QFile inTheWay(m_home->filePath(u"state"_s));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        startUp({u"--port"_s, QString::number(m_web->port()), u"--keep"_s});
        QTRY_VERIFY_WITH_TIMEOUT(told("run").first >= 0, patience);
        interrupt();
        verifyEnds(130);
        QVERIFY2(err().contains("berth: it could not be noted that it is to be kept"), err().constData());
    }

    // The stop that waits for the server does not end before the server has been killed.
    void aSecondCtrlCKillsIt()
    {
        writeDocker(":", "while [ -e \"$life\" ]; do sleep 0.02; done; echo stopped >>\"$told\"");
        startUp();
        interrupt();
        QTRY_VERIFY2_WITH_TIMEOUT(told("stop ").first >= 0, err().constData(), patience);
        interrupt();
        verifyEnds(130);
        QVERIFY2(err().contains("berth: killing it…\n"), err().constData());
        QVERIFY(told("stopped").first > told("rm ").first);
        QVERIFY(told("rm ").first > told("stop ").first);
    }

    void aReaderThatGoesAwayTakesItDown()
    {
        writeDocker("echo working");
        QProcess reader;
        reader.setProgram(u"head"_s);
        reader.setArguments({u"-n"_s, u"1"_s});
        startUp(&reader);
        reader.start();
        verifyEnds(141);
        QTRY_COMPARE(reader.state(), QProcess::NotRunning);
        QCOMPARE(reader.readAll(), QByteArray("working\n"));
    }

    void aTroubleIsSaidWhileItGoesOn()
    {
        writeDocker(":");
        addSettings("[servers]\npatience=1\n");
        startUp();
        const QByteArray late = "berth: It runs and has not answered yet";
        QTRY_VERIFY2_WITH_TIMEOUT(err().count("berth: ") > 1, err().constData(), patience);
        QVERIFY2(err().contains(late), err().constData());
        QVERIFY(m_web->open());
        QTRY_VERIFY2_WITH_TIMEOUT(err().contains("berth: ready at "), err().constData(), patience);
        QCOMPARE(err().count(late), 1);
        interrupt();
        verifyEnds(130);
    }

    void whatAnswersIsOpenedAndNothingElse()
    {
        const QString opened = m_home->filePath(u"opened"_s);
        m_home->writeProgram(u"xdg-open"_s,
                             "echo \"$*\" >'" + QFile::encodeName(opened) + ".new'; mv '"
                                 + QFile::encodeName(opened) + ".new' '" + QFile::encodeName(opened) + "'");
        writeDocker(":");
        QFile container(life());
        QVERIFY(container.open(QIODevice::WriteOnly));
        const QStringList arguments{u"open"_s, QString::number(m_web->port())};
        m_up = start(arguments);
        QTRY_COMPARE_WITH_TIMEOUT(m_up->state(), QProcess::NotRunning, patience);
        QCOMPARE(m_up->exitCode(), 1);
        QVERIFY2(err().contains("does not answer yet"), err().constData());
        QVERIFY(!QFileInfo::exists(opened));

        QVERIFY(m_web->open());
        m_up = start(arguments);
        QTRY_COMPARE_WITH_TIMEOUT(m_up->state(), QProcess::NotRunning, patience);
        QVERIFY2(m_up->exitCode() == 0, err().constData());
        QCOMPARE(out(), m_web->address().toUtf8() + '\n');
        QTRY_VERIFY(QFileInfo::exists(opened));
        QFile file(opened);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), m_web->address().toUtf8() + '\n');
    }

    void readinessIsAskedAnewByEachList()
    {
        writeDocker(":");
        QFile container(life());
        QVERIFY(container.open(QIODevice::WriteOnly));
        const auto stateOf = [this] {
            m_out.clear();
            m_up = start({u"ls"_s, u"--json"_s});
            if (!QTest::qWaitFor([this] { return m_up->state() == QProcess::NotRunning; }, patience))
                return QByteArray("it does not end");
            const QByteArray json = out();
            return json.contains("\"state\": \"ready\"")  ? QByteArray("ready")
                : json.contains("\"state\": \"running\"") ? QByteArray("running")
                                                          : json;
        };
        QCOMPARE(stateOf(), QByteArray("running"));
        QVERIFY(m_web->open());
        QCOMPARE(stateOf(), QByteArray("ready"));
        m_web = std::make_unique<Web>();
        QCOMPARE(stateOf(), QByteArray("running"));
    }
};

BERTH_TEST(UpVerbTest)

#include "tst_upverb.moc"
