// SPDX-License-Identifier: MIT
#pragma once

#include "app/outputqueue.h"
#include "core/devserver/devserver.h"
#include "core/devserver/keptservers.h"
#include "core/docker/access.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace app {

// One `berth up` from the launch to its exit code: what docker prints goes on as it came, what Berth has to
// say goes to standard error. One that is to be kept is written down as such as soon as it is there, and left
// running where others are taken down.
class UpSession final : public QObject
{
    Q_OBJECT

public:
    UpSession(const core::LaunchRequest &request, const core::LaunchSources &sources,
              const core::EngineAccess &access, core::Keeping keeping);

    void start();
    // By that signal: takes the server down; the second time at once.
    void interrupt(int number);

Q_SIGNALS:
    void over(int exitCode); // once; everything is printed

private:
    std::unique_ptr<core::Stream> startTapped(const core::StreamStarter &startStream,
                                              const QStringList &arguments);
    void onBytes(core::OutputChannel channel, const QByteArray &bytes);
    void onSkipped(qint64 lines);
    void onReaderGone();
    void onChanged();
    void onEnded();
    enum class Then { GoOn, Leave };
    void keep(Then then);
    void onKept(const std::optional<core::Error> &error, Then then);
    void sayLast();
    void note(const QString &sentence);
    void conclude();

    OutputQueue m_out;
    OutputQueue m_err;
    core::DevServer m_server;
    const core::LaunchSources m_sources;
    const core::Keeping m_keeping;
    core::Task<std::optional<core::Error>> m_keepTask;
    bool m_isKept = false;
    bool m_isLeft = false;
    QTimer m_preparing;             // how long it may take without a word
    std::optional<int> m_takenDown; // the exit code, once that is wanted
    bool m_isReadyTold = false;
    bool m_isConcluded = false;
    QList<core::ServerTrouble::Kind> m_told;
};

} // namespace app
