// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_settings.h"

#include "core/base/blockingpool.h"
#include "tests/ui/picture.h"
#include "ui/dialogs/settings/settingsdialog.h"
#include "ui/dialogs/trayquestion.h"

#include <QPushButton>
#include <QTabWidget>

using namespace Qt::StringLiterals;
using ui::Autostart;
using ui::SettingsDialog;
using ui::SettingsSituation;

namespace screenshots {

namespace {

SettingsSituation usual()
{
    return {.autostart = {.state = Autostart::State::On},
            .hasTray = true,
            .contexts = {u"default"_s, u"desktop-linux"_s, u"lab"_s}};
}

SettingsSituation wrong()
{
    SettingsSituation situation = usual();
    situation.settings.dockerProgram = u"/opt/docker/bin/dokcer"_s;
    situation.settings.check = {
        .target = u"example.com:443"_s, .dnsName = u"localhost"_s, .memory = u"4m"_s, .pids = u"many"_s};
    situation.settings.servers = {
        .firstPort = u"4300"_s, .lastPort = u"4299"_s, .patience = u"0"_s, .image = u"node 22"_s};
    situation.autostart = {.state = Autostart::State::Other, .command = u"\"/opt/old/berth\" --hidden"_s};
    situation.hasTray = false;
    return situation;
}

void shoot(const SettingsSituation &situation, const QDir &folder, const QString &name)
{
    SettingsDialog dialog(situation);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    core::blockingPool().waitForDone(); // it looks at files
    auto *const pages = dialog.findChild<QTabWidget *>(u"settingsPages"_s);
    const QStringList titles{u"general"_s, u"engine"_s, u"check"_s, u"servers"_s, u"log"_s};
    for (int index = 0; index < pages->count(); ++index) {
        pages->setCurrentIndex(index);
        save(dialog, folder.filePath(name.arg(titles.at(index))));
    }
}

} // namespace

void shootSettings(const QDir &folder, const QString &theme)
{
    shoot(usual(), folder, u"settings-%1-"_s + theme + u".png"_s);
    shoot(wrong(), folder, u"settings-%1-wrong-"_s + theme + u".png"_s);
    ui::TrayQuestion question(nullptr);
    question.setAttribute(Qt::WA_DeleteOnClose, false);
    question.show();
    save(question, folder.filePath(u"settings-tray-question-%1.png"_s.arg(theme)));
}

} // namespace screenshots
