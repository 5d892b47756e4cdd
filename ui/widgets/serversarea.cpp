// SPDX-License-Identifier: MIT
#include "ui/widgets/serversarea.h"

#include "ui/presentation/servers.h"
#include "ui/widgets/logpane.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/serverspane.h"

#include <QEvent>

#include <numeric>

using namespace Qt::StringLiterals;

namespace ui {

ServersArea::ServersArea(core::Servers &servers, ServerActions &actions, QWidget *parent)
    : QSplitter(Qt::Vertical, parent)
    , m_servers(servers)
    , m_actions(actions)
    , m_placeholder(new Notice(this))
{
    setObjectName(u"serversArea"_s);
    setChildrenCollapsible(false);
    const ListingText loading = presentListing({});
    m_placeholder->setContent({.mood = loading.mood, .headline = loading.headline});
    m_placeholder->installEventFilter(this);
}

void ServersArea::setNote(const QString &note)
{
    m_note = note;
    if (m_pane != nullptr)
        m_pane->setNote(note);
}

void ServersArea::select(core::ServerKey key)
{
    if (m_pane != nullptr)
        m_pane->select(key);
}

void ServersArea::showLog(core::ServerKey key)
{
    const core::Server *const server = m_servers.find(key);
    if (server == nullptr)
        return;
    if (m_log == nullptr) {
        m_log = new LogPane(this);
        m_log->setObjectName(u"logPane"_s);
        connect(m_log, &LogPane::closed, this, &ServersArea::hideLog);
        m_log->setSettings(m_logSettings);
        const int forLog = height() * m_logShare / 100;
        setSizes({height() - forLog, forLog});
    }
    m_log->show();
    m_log->showLog(serverTitle(*server), m_servers.log(key));
}

int ServersArea::logShare() const
{
    const QList<int> heights = sizes();
    const int whole = std::accumulate(heights.begin(), heights.end(), 0);
    const bool isSplit = m_log != nullptr && m_log->isVisibleTo(this) && whole > 0;
    return isSplit ? 100 * heights.back() / whole : m_logShare;
}

QList<int> ServersArea::columns() const
{
    return m_pane != nullptr ? m_pane->columns() : m_columns;
}

void ServersArea::setColumns(const QList<int> &widths)
{
    m_columns = widths;
    if (m_pane != nullptr)
        m_pane->setColumns(widths);
}

core::LogSettings ServersArea::logSettings() const
{
    return m_log != nullptr ? m_log->settings() : m_logSettings;
}

void ServersArea::setLogSettings(const core::LogSettings &settings)
{
    m_logSettings = settings;
    if (m_log != nullptr)
        m_log->setSettings(settings);
}

bool ServersArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_placeholder && event->type() == QEvent::Paint) {
        m_placeholder->removeEventFilter(this);
        // The event is only now on its way to the widget, hence queued.
        QMetaObject::invokeMethod(this, &ServersArea::makePane, Qt::QueuedConnection);
    }
    return QSplitter::eventFilter(watched, event);
}

void ServersArea::makePane()
{
    m_pane = new ServersPane(m_servers, m_actions);
    m_pane->setNote(m_note);
    m_pane->setColumns(m_columns);
    delete replaceWidget(indexOf(m_placeholder), m_pane);
    m_placeholder = nullptr;
    m_pane->show();
}

// Without its log: another's is followed only for as long as somebody holds it.
void ServersArea::hideLog()
{
    m_logShare = logShare();
    m_log->hide();
    m_log->showLog({}, nullptr);
    if (m_pane != nullptr)
        m_pane->setFocus();
}

} // namespace ui
