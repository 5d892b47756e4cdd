// SPDX-License-Identifier: MIT
#pragma once

#include <QMenu>

class QActionGroup;

namespace core {
class Monitor;
}

namespace ui {

// The engines that the docker client knows by name, one of them chosen; the first entry leaves the choice to
// docker's own precedence.
class EngineMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit EngineMenu(core::Monitor &monitor, QWidget *parent = nullptr);

Q_SIGNALS:
    // The user's choice; empty leaves it to docker.
    void chosen(const QString &context);

private:
    void rebuild();
    void choose(const QString &name);
    void addChoice(const QString &text, const QString &name);

    core::Monitor &m_monitor;
    QActionGroup *m_choices = nullptr;
};

} // namespace ui
