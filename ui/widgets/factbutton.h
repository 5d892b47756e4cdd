// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QAbstractButton>

namespace ui {

class Glyph;

// One fact of the check: its shape, its name, its value. Clicking it asks for what is behind it.
class FactButton final : public QAbstractButton
{
    Q_OBJECT

public:
    // `label` is the fact's name with its mnemonic: "&Internet".
    explicit FactButton(const QString &label, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    void setFact(const Fact &fact);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    void placeGlyph();

    Glyph *m_glyph;
    QString m_value;
};

} // namespace ui
