// SPDX-License-Identifier: MIT
#pragma once

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tests {

// A real HTTPS server: OpenSSL's own, with a certificate that nobody signed.
class TlsServer final
{
public:
    TlsServer()
    {
        const QString key = m_folder.filePath(QStringLiteral("key.pem"));
        const QString certificate = m_folder.filePath(QStringLiteral("certificate.pem"));
        const QString request =
            QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
                           "-subj /CN=elsewhere.example -keyout %1 -out %2");
        if (QProcess::execute(QStringLiteral("openssl"), request.arg(key, certificate).split(u' ')) != 0)
            qFatal("openssl makes no certificate");
        const QString serve = QStringLiteral("s_server -accept 127.0.0.1:0 -cert %1 -key %2 -www");
        m_process.start(QStringLiteral("openssl"), serve.arg(certificate, key).split(u' '));
        if (!QTest::qWaitFor([this] { return findPort(); }))
            qFatal("openssl does not serve");
    }
    ~TlsServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    TlsServer(const TlsServer &) = delete;
    TlsServer &operator=(const TlsServer &) = delete;

    quint16 port() const { return m_port; }

private:
    // From "ACCEPT 127.0.0.1:37777".
    bool findPort()
    {
        static const QRegularExpression line(QStringLiteral("ACCEPT \\S+:(\\d+)\\n"));
        m_said += m_process.readAllStandardOutput();
        m_port = line.match(QString::fromUtf8(m_said)).captured(1).toUShort();
        return m_port != 0;
    }

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_said;
    quint16 m_port = 0;
};

} // namespace tests
