// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QWidget>

class QGridLayout;
class QHBoxLayout;
class QMenu;
class QPushButton;

namespace ui {

class AdviceBox;
class FactButton;
class Glyph;
class MutedLabel;

// The verdict at a glance: shape, headline, which engine is judged, the four facts, and in trouble what to
// do. While a check is repeated, the last answer stands there muted. The facts stand beside the headline
// where there is room, else below it.
class HealthHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit HealthHeader(QMenu *engines, QWidget *parent = nullptr);

    void setHealth(const HealthText &text);
    // The muted line under the headline.
    void setSubline(const QString &line);
    // Which engine is judged: a context's name and its endpoint.
    void setPlace(const QString &place);

Q_SIGNALS:
    void checkWanted();
    void factActivated(int index);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    void elidePlace();
    void takeHeadlineFont();
    int wideFrom() const;

    Glyph *m_glyph;
    MutedLabel *m_headline;
    MutedLabel *m_sub;
    QPushButton *m_engine;
    QPushButton *m_check;
    QWidget *m_facts;
    AdviceBox *m_advice = nullptr;
    QGridLayout *m_grid;
    QHBoxLayout *m_adviceRow;
    QList<FactButton *> m_factButtons;
    QString m_place;
    int m_columns = 0; // of the grid as it is arranged now
};

} // namespace ui
