// SPDX-License-Identifier: MIT
#include "ui/widgets/newsbars.h"

#include "ui/presentation/orphans.h"
#include "ui/widgets/newsbar.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

NewsBars::NewsBars(core::Servers &servers, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
{
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(1);
    connect(&servers, &core::Servers::inserted, this, &NewsBars::showOrphans);
    connect(&servers, &core::Servers::changed, this, &NewsBars::showOrphans);
    connect(&servers, &core::Servers::removed, this, &NewsBars::showOrphans);
    showOrphans();
}

// What was left behind has a bar of its own.
void NewsBars::tell(const News &news)
{
    if (news.kind == News::Kind::Orphans)
        return;
    if (news.kind == News::Kind::Note)
        show(m_note, u"noteBar"_s, news);
    else
        show(m_told, u"newsBar"_s, news);
}

void NewsBars::show(NewsBar *&bar, const QString &name, const News &news)
{
    if (bar == nullptr) {
        bar = new NewsBar(name, NewsBar::Stay::UntilClosed, this);
        layout()->addWidget(bar);
        connect(bar, &NewsBar::closed, bar, &QWidget::hide);
        connect(bar, &NewsBar::acted, bar, &QWidget::hide);
        connect(bar, &NewsBar::acted, this, &NewsBars::acted);
    }
    bar->setNews(news);
    bar->show();
}

void NewsBars::showOrphans()
{
    const QList<core::Server> orphans = orphansOf(m_servers.servers());
    if (m_orphans == nullptr && orphans.isEmpty())
        return;
    if (m_orphans == nullptr) {
        m_orphans = new NewsBar(u"orphanBar"_s, NewsBar::Stay::WhileTrue, this);
        static_cast<QVBoxLayout *>(layout())->insertWidget(0, m_orphans);
        connect(m_orphans, &NewsBar::acted, this, &NewsBars::acted);
    }
    if (!orphans.isEmpty()) {
        News news = orphanNews(orphans);
        news.text.clear(); // their rows say the rest
        m_orphans->setNews(news, int(orphans.size()));
    }
    m_orphans->setVisible(!orphans.isEmpty());
}

} // namespace ui
