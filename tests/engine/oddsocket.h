// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QLocalServer>
#include <QLocalSocket>
#include <QString>

namespace tests {

// A unix socket on which something else than an engine listens.
class OddListener final : public QObject
{
    Q_OBJECT

public:
    enum class Manner {
        NeverAnswers,
        ClosesAtOnce,
        Answers // to every request, with the bytes given
    };

    OddListener(const QString &path, Manner manner, const QByteArray &answer = {});

private:
    void greet();

    QLocalServer m_server;
    Manner m_manner;
    QByteArray m_answer;
};

// An HTTP answer with this body.
QByteArray httpAnswer(const QByteArray &status, const QByteArray &type, const QByteArray &body);

// Stands between client and engine, and hands everything on but the archive of a `load`.
class SocketProxy final : public QObject
{
    Q_OBJECT

public:
    enum class Archive {
        HeldBack, // it never arrives whole
        Spoilt    // a magic number in it is another
    };

    SocketProxy(const QString &path, const QString &enginePath, Archive archive);

    bool hasSeenLoad() const { return m_seenLoad; }

private:
    void join();
    void handOn(QLocalSocket *client, QLocalSocket *engine);

    QLocalServer m_server;
    QString m_enginePath;
    Archive m_archive;
    bool m_seenLoad = false;
};

// A socket file on which nobody listens any more, as a killed engine leaves one.
bool leaveStaleSocket(const QString &path);

} // namespace tests
