// SPDX-License-Identifier: MIT
#include "ui/dialogs/stopquestion.h"

#include "ui/presentation/servers.h"

#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype listed = 12;

QString noteOnForeign(qsizetype servers)
{
    return servers == 1 ? StopQuestion::tr("This Berth did not start it. Somebody else may be using it.")
                        : StopQuestion::tr("This Berth did not start all of them. Somebody else may be using "
                                           "the others.");
}

} // namespace

QList<core::Server> ownRunning(QList<core::Server> servers)
{
    servers.removeIf([](const core::Server &server) { return !server.isOurs || !server.isAlive(); });
    return servers;
}

QString listOfServers(const QList<core::Server> &servers)
{
    QStringList lines;
    for (const core::Server &server : servers.first(std::min(listed, servers.size())))
        lines.append(serverTitle(server));
    if (servers.size() > listed)
        lines.append(StopQuestion::tr("and %n more", nullptr, int(servers.size() - listed)));
    return lines.join(u'\n');
}

StopQuestion::StopQuestion(const QList<core::Server> &servers, QWidget *parent)
    : QMessageBox(parent)
{
    setObjectName(u"stopQuestion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Stop dev servers"));
    setIcon(QMessageBox::Question);
    setTextFormat(Qt::PlainText);
    setText(servers.size() == 1 ? tr("Stop this dev server?")
                                : tr("Stop %n dev servers?", nullptr, int(servers.size())));
    const auto isForeign = [](const core::Server &server) { return !server.isOurs; };
    const bool foreign = std::ranges::any_of(servers, isForeign);
    setInformativeText(foreign ? listOfServers(servers) % u"\n\n"_s % noteOnForeign(servers.size())
                               : listOfServers(servers));

    QPushButton *const stop = addButton(tr("&Stop"), QMessageBox::AcceptRole);
    stop->setObjectName(u"confirmStop"_s);
    QPushButton *const cancel = addButton(QMessageBox::Cancel);
    cancel->setObjectName(u"cancelStop"_s);
    // What others may be using is not ended by a stray Return.
    setDefaultButton(foreign ? cancel : stop);
    setEscapeButton(cancel);
    connect(stop, &QPushButton::clicked, this, &StopQuestion::confirmed);
}

} // namespace ui
