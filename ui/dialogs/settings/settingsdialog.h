// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/monitor/settings.h"
#include "ui/dialogs/settings/autostart.h"
#include "ui/dialogs/settings/settingspage.h"

#include <QDialog>
#include <QHash>

class QCheckBox;
class QComboBox;
class QPushButton;
class QTabWidget;

namespace ui {

class MutedLabel;

// What the dialog begins with.
struct SettingsSituation
{
    core::Settings settings;
    Autostart autostart;
    bool hasTray = false; // right now
    QStringList contexts; // that docker knows
};

// What the user may choose. What is wrong is said beside its field, and nothing is taken over before all of
// it is right.
class SettingsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit SettingsDialog(const SettingsSituation &situation, QWidget *parent = nullptr);

    core::Settings settings() const;

    void accept() override;

    bool event(QEvent *event) override;

Q_SIGNALS:
    void settingsChosen(const core::Settings &settings);
    void autostartChosen(bool on); // where it is another than it was

private:
    using Field = core::SettingProblem::Field;

    QWidget *makeGeneral();
    QWidget *makeEngine();
    QWidget *makeCheck();
    QWidget *makeServers();
    QWidget *makeLog();
    QWidget *makeButtons();
    void addPage(QWidget *page, const QString &title);
    void watch(Field field, const SettingsPage::Line &line, QWidget *page);
    void fillIn();
    QString text(Field field) const;
    void judge();
    void makeRoom();
    void showProblems(const QList<core::SettingProblem> &problems);

    const SettingsSituation m_situation;
    QTabWidget *m_tabs;
    QHash<Field, SettingsPage::Line> m_lines;
    QHash<Field, QWidget *> m_pages;
    QCheckBox *m_autostart = nullptr;
    QCheckBox *m_closeToTray = nullptr;
    QCheckBox *m_notifications = nullptr;
    QComboBox *m_context = nullptr;
    QComboBox *m_onQuit = nullptr;
    QCheckBox *m_wrap = nullptr;
    QCheckBox *m_timestamps = nullptr;
    MutedLabel *m_wrong = nullptr;
    QPushButton *m_ok = nullptr;
    core::Task<QList<core::SettingProblem>> m_judging; // it looks at files
    bool m_isJudged = false;
    bool m_isRight = false;
    bool m_isAcceptWanted = false;
};

} // namespace ui
