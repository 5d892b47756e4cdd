// SPDX-License-Identifier: MIT
#include "tests/app/programhome.h"
#include "tests/core/tlsserver.h"
#include "tests/registry.h"
#include "ui/presentation/servertrouble.h"

#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Kind = ServerTrouble::Kind;

namespace {

// Greets whoever connects, by a protocol of its own.
class Greeter final
{
public:
    Greeter()
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            socket->write("SSH-2.0-OpenSSH_9.2\r\n");
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }

    quint16 port() const { return m_server.serverPort(); }

private:
    QTcpServer m_server;
};

} // namespace

// What the program lists of servers that answer, each in a way of its own; docker is a script.
class LsVerbTest : public QObject
{
    Q_OBJECT

    const tests::ProgramHome m_home;

    // Its row, and what is said below it.
    QString listed(quint16 port, const QString &project = {}) const
    {
        const QByteArray number = QByteArray::number(port);
        m_home.writeDocker(
            "ps) echo '{\"ID\":\"aa\",\"Names\":\"berth-devserver-" + number
            + "\",\"State\":\"running\"}' ;;\n"
              "inspect) echo '[{\"Id\":\"aa\",\"Name\":\"/berth-devserver-"
            + number
            + "\",\"State\":{\"Status\":\"running\"},\"Config\":{\"Image\":\"a\",\"Labels\":{"
              "\"berth.project\":\""
            + QFile::encodeName(project)
            + "\"}},\"NetworkSettings\":{\"Ports\":{\"80/tcp\":[{\"HostIp\":\"127.0.0.1\",\"HostPort\":\""
            + number + "\"}]}}}]' ;;");
        QProcess ls;
        ls.setProcessEnvironment(m_home.environment());
        ls.start(QStringLiteral(BERTH_PROGRAM), {u"ls"_s});
        if (!QTest::qWaitFor([&ls] { return ls.state() == QProcess::NotRunning; }, 30'000))
            return u"it does not end"_s;
        const QString out = QString::fromUtf8(ls.readAllStandardOutput() + ls.readAllStandardError());
        const qsizetype begin = out.indexOf(u"\n%1 "_s.arg(port));
        return begin < 0 ? out : out.sliced(begin + 1);
    }

private Q_SLOTS:
    void aServerWithTlsIsReadyAtHttps()
    {
        const tests::TlsServer server;
        const QString text = listed(server.port());
        const QString row = u"%1  ready "_s.arg(server.port());
        QVERIFY2(text.startsWith(row) && text.contains(u" https://127.0.0.1:%1 "_s.arg(server.port())),
                 qPrintable(text));
        QCOMPARE(text.count(u'\n'), 1);
    }

    void whatIsNotHttpIsSaidBelowItsRow()
    {
        const Greeter server;
        const QString text = listed(server.port());
        QVERIFY2(text.startsWith(u"%1  running "_s.arg(server.port())), qPrintable(text));
        QCOMPARE(text.section(u'\n', 1).trimmed(), ui::troubleSentence({.kind = Kind::NotHttp}));
    }

    void aFolderThatIsGoneIsSaidBelowItsRow()
    {
        QTcpServer nobody;
        QVERIFY(nobody.listen(QHostAddress::LocalHost));
        const quint16 port = nobody.serverPort();
        nobody.close();
        const QString text = listed(port, m_home.filePath(u"gone"_s));
        QVERIFY2(text.startsWith(u"%1  running "_s.arg(port)) && text.contains(u" ~/gone "_s),
                 qPrintable(text));
        QCOMPARE(text.section(u'\n', 1).trimmed(), ui::troubleSentence({.kind = Kind::FolderGone}));
    }
};

BERTH_TEST(LsVerbTest)

#include "tst_lsverb.moc"
