// SPDX-License-Identifier: MIT
#include "ui/enginemenu.h"

#include "core/base/redaction.h"
#include "core/monitor/monitor.h"
#include "ui/plaintext.h"

#include <QActionGroup>

using namespace Qt::StringLiterals;

namespace ui {

EngineMenu::EngineMenu(core::Monitor &monitor, QWidget *parent)
    : QMenu(parent)
    , m_monitor(monitor)
{
    setObjectName(u"engineMenu"_s);
    setTitle(tr("&Engine"));
    connect(&monitor, &core::Monitor::contextsChanged, this, &EngineMenu::rebuild);
    rebuild();
}

void EngineMenu::rebuild()
{
    clear();
    delete m_choices;
    m_choices = new QActionGroup(this);
    addChoice(tr("&As docker chooses"), QString());
    addSeparator();
    for (const core::Context &context : m_monitor.contexts()) {
        const QString endpoint = core::excerpt(context.endpoint, 80);
        const QString name = core::excerpt(context.name, 60);
        addChoice(plainActionText(endpoint.isEmpty() ? name : tr("%1 — %2").arg(name, endpoint)),
                  context.name);
    }
    if (m_monitor.contexts().isEmpty())
        addAction(tr("No contexts are known yet"))->setEnabled(false);
}

void EngineMenu::choose(const QString &name)
{
    Q_EMIT chosen(name);
    // It may be asked first, and until then the mark stands at the engine that it is.
    if (name != m_monitor.requestedContext())
        rebuild();
}

void EngineMenu::addChoice(const QString &text, const QString &name)
{
    QAction *const action = addAction(text);
    action->setCheckable(true);
    action->setData(name);
    action->setChecked(name == m_monitor.requestedContext());
    action->setActionGroup(m_choices);
    // Queued: choosing rebuilds this menu, and with it the action that is being triggered.
    connect(
        action, &QAction::triggered, this, [this, name] { choose(name); }, Qt::QueuedConnection);
}

} // namespace ui
