// SPDX-License-Identifier: MIT
#include "core/docker/stream.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"

#include <QMetaMethod>
#include <QPointer>

namespace core {

Stream::Stream(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment,
               QObject *parent)
    : QObject(parent)
    , m_child(std::make_unique<Child>(program, arguments, environment))
{
    qCDebug(lcDocker).noquote() << "streaming" << printable(arguments.join(u' '));
    connect(m_child.get(), &Child::out, this,
            [this](const QByteArray &all) { tell(OutputChannel::Out, all); });
    connect(m_child.get(), &Child::err, this,
            [this](const QByteArray &all) { tell(OutputChannel::Err, all); });
    connect(m_child.get(), &Child::ended, this, &Stream::onEnded);
}

Stream::~Stream()
{
    if (m_child != nullptr)
        Child::abandon(std::move(m_child));
}

void Stream::start()
{
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_child != nullptr)
                m_child->start({});
        },
        Qt::QueuedConnection);
}

void Stream::leave()
{
    if (m_child != nullptr)
        Child::abandonAtOnce(std::move(m_child));
}

void Stream::tell(OutputChannel channel, const QByteArray &all)
{
    const QPointer<Stream> self(this); // whoever hears it may drop the stream
    Q_EMIT bytes(channel, all);
    // Splitting a flood that nobody reads by lines would be work for nothing.
    static const QMetaMethod lineSignal = QMetaMethod::fromSignal(&Stream::line);
    if (self != nullptr && isSignalConnected(lineSignal))
        splitLines(channel, all);
}

void Stream::splitLines(OutputChannel channel, const QByteArray &all)
{
    QByteArray &part = channel == OutputChannel::Out ? m_partOut : m_partErr;
    part.append(all);
    qsizetype begin = 0;
    const QPointer<Stream> self(this); // whoever hears a line may drop the stream
    while (self != nullptr) {
        const qsizetype end = part.indexOf('\n', begin);
        const qsizetype length = (end < 0 ? part.size() : end) - begin;
        if (length >= longestLine) {
            const QString text = QString::fromUtf8(QByteArrayView(part).sliced(begin, longestLine));
            begin += longestLine;
            Q_EMIT line(channel, text);
            continue;
        }
        if (end < 0) {
            part.remove(0, begin);
            return;
        }
        const QString text = QString::fromUtf8(QByteArrayView(part).sliced(begin, length));
        begin = end + 1;
        Q_EMIT line(channel, text);
    }
}

void Stream::onEnded(const ChildEnding &ending)
{
    m_child.release()->deleteLater();
    const QPointer<Stream> self(this);
    for (const OutputChannel channel : {OutputChannel::Out, OutputChannel::Err}) {
        const QByteArray rest = std::exchange(channel == OutputChannel::Out ? m_partOut : m_partErr, {});
        if (!rest.isEmpty())
            Q_EMIT line(channel, QString::fromUtf8(rest));
        if (self == nullptr)
            return;
    }
    Q_EMIT finished(ending);
}

} // namespace core
