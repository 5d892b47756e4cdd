// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QBasicTimer>
#include <QWidget>

class QPainter;

namespace ui {

// The shape of a mood, in `color`, with the sign in it in `sign`. `angle` is how far the arc has turned.
void paintGlyph(QPainter &painter, const QRectF &place, Mood mood, const QColor &color, const QColor &sign,
                int angle = 0);

// A state as a shape: a disc with a check, a triangle, an octagon, a ring; an arc that turns while measuring.
// It turns only while it is seen and where the desktop allows animations, so that it costs nothing otherwise.
class Glyph final : public QWidget
{
    Q_OBJECT

public:
    explicit Glyph(int size, QWidget *parent = nullptr);

    Mood mood() const { return m_mood; }
    bool isTurning() const { return m_timer.isActive(); }
    QSize sizeHint() const override { return {m_size, m_size}; }

    void setMood(Mood mood);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    void startOrStop();

    const int m_size;
    Mood m_mood = Mood::Unknown;
    int m_angle = 0; // degrees
    QBasicTimer m_timer;
};

} // namespace ui
