// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/news.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace ui {

class Badge;
class Glyph;

// News as a bar across the window: the shape, the sentences, a button for each thing to do about it.
class NewsBar final : public QWidget
{
    Q_OBJECT

public:
    enum class Stay {
        WhileTrue, // it goes when its reason goes
        UntilClosed
    };

    NewsBar(const QString &name, Stay stay, QWidget *parent = nullptr);

    // `number` is that of the badge, where it is about what was left behind.
    void setNews(const News &news, int number = 0);

Q_SIGNALS:
    void acted(const ui::News &news, ui::NewsAction action);
    void closed();

private:
    void offer(const QList<NewsAction> &actions);

    News m_news;
    Glyph *m_glyph;
    Badge *m_badge;
    QLabel *m_text;
    QHBoxLayout *m_buttonRow;
    QList<NewsAction> m_offered;
    QList<QPushButton *> m_buttons;
};

} // namespace ui
