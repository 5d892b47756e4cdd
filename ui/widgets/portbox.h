// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/launchrequest.h"

#include <QSpinBox>

namespace ui {

// A port, or "Automatic". Its arrows stay where dev servers live; any other port can be typed.
class PortBox final : public QSpinBox
{
    Q_OBJECT

public:
    explicit PortBox(const core::PortRange &range, QWidget *parent = nullptr);

    std::optional<quint16> port() const; // absent where it is to be chosen
    void setPort(std::optional<quint16> port);

    void stepBy(int steps) override;

protected:
    StepEnabled stepEnabled() const override;

private:
    core::PortRange m_range;
};

} // namespace ui
