// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace ui {

class BerthPicture;
class Glyph;

// What stands where there are no rows: a shape or a picture, a sentence, what it means, and one thing to do.
class Notice final : public QWidget
{
    Q_OBJECT

public:
    struct Content
    {
        std::optional<Mood> mood; // absent: the picture of an empty berth
        QString headline;
        QString text;
        QString button; // empty: none

        bool operator==(const Content &) const = default;
    };

    explicit Notice(QWidget *parent = nullptr);

    const Content &content() const { return m_content; }
    void setContent(const Content &content);

Q_SIGNALS:
    void clicked();

private:
    Content m_content;
    Glyph *m_glyph;
    BerthPicture *m_picture;
    QLabel *m_headline;
    QLabel *m_text;
    QPushButton *m_button;
};

} // namespace ui
