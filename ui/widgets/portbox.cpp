// SPDX-License-Identifier: MIT
#include "ui/widgets/portbox.h"

#include <limits>

namespace ui {

namespace {

constexpr int automatic = 0;

} // namespace

PortBox::PortBox(const core::PortRange &range, QWidget *parent)
    : QSpinBox(parent)
    , m_range(range)
{
    setRange(automatic, std::numeric_limits<quint16>::max());
    setSpecialValueText(tr("Automatic"));
    setAccelerated(true);
}

std::optional<quint16> PortBox::port() const
{
    return value() == automatic ? std::nullopt : std::optional(quint16(value()));
}

void PortBox::setPort(std::optional<quint16> port)
{
    setValue(port.value_or(automatic));
}

// Between "Automatic" and the first port of the range there is nothing that anybody wants.
void PortBox::stepBy(int steps)
{
    if (value() == automatic && steps > 0)
        setValue(qMin(m_range.first + steps - 1, int(m_range.last)));
    else if (value() >= m_range.first && value() + steps < m_range.first)
        setValue(automatic);
    else
        QSpinBox::stepBy(steps);
}

QAbstractSpinBox::StepEnabled PortBox::stepEnabled() const
{
    return value() == automatic ? StepEnabled(StepUpEnabled) : QSpinBox::stepEnabled();
}

} // namespace ui
