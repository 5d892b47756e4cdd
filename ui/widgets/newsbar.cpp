// SPDX-License-Identifier: MIT
#include "ui/widgets/newsbar.h"

#include "ui/plaintext.h"
#include "ui/presentation/sentence.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/rhythm.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int signSize = 20;

} // namespace

NewsBar::NewsBar(const QString &name, Stay stay, QWidget *parent)
    : QWidget(parent)
    , m_glyph(new Glyph(signSize, this))
    , m_badge(new Badge(signSize, this))
    , m_text(new QLabel(this))
    , m_buttonRow(new QHBoxLayout)
{
    setObjectName(name);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_text->setObjectName(name + u"Text"_s);
    m_text->setWordWrap(true);
    makeSelectable(*m_text);
    m_buttonRow->setSpacing(rhythm / 2);
    auto *const layout = new QHBoxLayout(this);
    layout->setContentsMargins(2 * rhythm, rhythm / 2, 2 * rhythm, rhythm / 2);
    layout->setSpacing(rhythm);
    layout->addWidget(m_glyph);
    layout->addWidget(m_badge);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttonRow);
    if (stay == Stay::WhileTrue)
        return;
    auto *const close = new QToolButton(this);
    close->setObjectName(name + u"Close"_s);
    close->setText(u"×"_s);
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    connect(close, &QToolButton::clicked, this, &NewsBar::closed);
    layout->addWidget(close);
}

void NewsBar::setNews(const News &news, int number)
{
    m_news = news;
    m_glyph->setMood(news.mood);
    m_glyph->setVisible(number == 0);
    m_badge->setNumber(number);
    m_badge->setVisible(number > 0);
    m_text->setText(joinedSentences({sentence(news.title), news.text}));
    offer(news.actions);
}

void NewsBar::offer(const QList<NewsAction> &actions)
{
    // A button that somebody is about to press stays where it is.
    if (actions == m_offered)
        return;
    m_offered = actions;
    qDeleteAll(m_buttons);
    m_buttons.clear();
    for (const NewsAction action : actions) {
        auto *const button = new QPushButton(newsActionText(action), this);
        button->setObjectName(objectName() + u"Action%1"_s.arg(m_buttons.size()));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, action] { Q_EMIT acted(m_news, action); });
        m_buttonRow->addWidget(button);
        m_buttons.append(button);
    }
}

} // namespace ui
