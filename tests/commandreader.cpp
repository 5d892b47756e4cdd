// SPDX-License-Identifier: MIT
#include "tests/commandreader.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSocketNotifier>

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace tests {

CommandReader::CommandReader(Obey obey, int exitCodeAtEnd)
    : m_obey(std::move(obey))
    , m_exitCodeAtEnd(exitCodeAtEnd)
{
    auto *const notifier = new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &CommandReader::read);
}

void CommandReader::read()
{
    QByteArray piece(4096, Qt::Uninitialized);
    const auto length = ::read(STDIN_FILENO, piece.data(), size_t(piece.size()));
    if (length <= 0)
        return QCoreApplication::exit(m_exitCodeAtEnd);
    m_received += piece.first(length);
    for (qsizetype end = m_received.indexOf('\n'); end >= 0; end = m_received.indexOf('\n')) {
        const QString line = QString::fromUtf8(m_received.first(end));
        m_received.remove(0, end + 1);
        const QJsonValue answer = m_obey(line.section(u' ', 0, 0), line.section(u' ', 1));
        std::puts(QJsonDocument(QJsonArray{answer}).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
    }
}

} // namespace tests
