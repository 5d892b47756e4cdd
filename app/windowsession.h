// SPDX-License-Identifier: MIT
#pragma once

#include "app/firstpaint.h"
#include "app/settings.h"
#include "core/monitor/monitor.h"
#include "ui/mainwindow.h"
#include "ui/tray/presence.h"

#include <memory>
#include <semaphore>

namespace app {

// The window with what is behind it. It shows "checking" from its first frame on, and the docker clients are
// started right behind that frame, so that they do not compete with it for the processor.
class WindowSession final
{
public:
    WindowSession(const Settings &settings, const QString &context);

    ui::MainWindow &window() { return m_window; }
    FirstPaint &firstPaint() { return m_firstPaint; }
    void open();

private:
    void watchNetwork();
    void appearOutside();

    const QString m_context;
    const std::shared_ptr<std::binary_semaphore> m_gate = std::make_shared<std::binary_semaphore>(0);
    core::Monitor m_monitor;
    ui::MainWindow m_window;
    FirstPaint m_firstPaint;
    std::unique_ptr<ui::Presence> m_presence; // made when the window has been painted
};

} // namespace app
