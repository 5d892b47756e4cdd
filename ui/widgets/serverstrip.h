// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/launchrequest.h"
#include "core/devserver/server.h"
#include "ui/presentation/servers.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class CommandList;
class Glyph;

// What is wrong with the selected server, in whole sentences, and what can be done about it: commands to
// copy, and what a click does.
class ServerStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerStrip(QWidget *parent = nullptr);

    void showServer(const core::Server &server, const std::optional<core::LaunchRequest> &request);

Q_SIGNALS:
    void remedyWanted(ui::Remedy::Kind remedy);

private:
    void offer(const QList<Remedy> &remedies);

    Glyph *m_glyph;
    QLabel *m_text;
    CommandList *m_commands;
    QHBoxLayout *m_row;
    QList<Remedy> m_remedies;
    QList<QPushButton *> m_buttons;
};

} // namespace ui
