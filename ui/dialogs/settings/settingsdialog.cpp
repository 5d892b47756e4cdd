// SPDX-License-Identifier: MIT
#include "ui/dialogs/settings/settingsdialog.h"

#include "ui/presentation/settings.h"
#include "ui/widgets/fieldnote.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using core::OnQuit;
using core::Settings;

namespace ui {

namespace {

constexpr int usualWidth = 640;

} // namespace

SettingsDialog::SettingsDialog(const SettingsSituation &situation, QWidget *parent)
    : QDialog(parent)
    , m_situation(situation)
    , m_tabs(new QTabWidget(this))
{
    setObjectName(u"settingsDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    m_tabs->setObjectName(u"settingsPages"_s);
    addPage(makeGeneral(), tr("&General"));
    addPage(makeEngine(), tr("&Engine"));
    addPage(makeCheck(), tr("&Check"));
    addPage(makeServers(), tr("Dev &servers"));
    addPage(makeLog(), tr("&Log"));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm, rhythm, rhythm, rhythm);
    column->setSpacing(rhythm);
    column->addWidget(m_tabs, 1);
    column->addWidget(makeButtons());
    fillIn();
    resize(usualWidth, sizeHint().height());
    layout()->activate();
    judge();
}

Settings SettingsDialog::settings() const
{
    Settings settings = m_situation.settings;
    settings.closeToTray = m_closeToTray->isChecked();
    settings.notifications = m_notifications->isChecked();
    settings.dockerProgram = text(Field::DockerProgram);
    settings.context = m_context->currentIndex() == 0 ? QString() : m_context->currentText();
    settings.payload = text(Field::Payload);
    settings.check = {.target = text(Field::Target),
                      .dnsName = text(Field::DnsName),
                      .memory = text(Field::Memory),
                      .pids = text(Field::Pids)};
    settings.servers = {.firstPort = text(Field::FirstPort),
                        .lastPort = text(Field::LastPort),
                        .patience = text(Field::Patience),
                        .image = text(Field::Image),
                        .onQuit = m_onQuit->currentData().value<OnQuit>()};
    settings.log = {.wrap = m_wrap->isChecked(), .timestamps = m_timestamps->isChecked()};
    return settings;
}

void SettingsDialog::accept()
{
    if (!m_isJudged) {
        m_isAcceptWanted = true;
        return;
    }
    if (!m_isRight)
        return;
    if (const bool on = m_autostart->isChecked(); on != (m_situation.autostart.state == Autostart::State::On))
        Q_EMIT autostartChosen(on);
    Q_EMIT settingsChosen(settings());
    QDialog::accept();
}

bool SettingsDialog::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        makeRoom();
    return QDialog::event(event);
}

// How high a page is depends on how wide it is, which a tab widget does not ask. What is said beside the
// fields comes and goes.
void SettingsDialog::makeRoom()
{
    for (int index = 0; index < m_tabs->count(); ++index) {
        QWidget *const page = m_tabs->widget(index);
        const int height = page->layout()->totalHeightForWidth(m_tabs->currentWidget()->width());
        page->setMinimumHeight(std::max(0, height)); // negative where its height does not depend on it
    }
    resize(size().expandedTo(minimumSizeHint()));
}

QWidget *SettingsDialog::makeGeneral()
{
    auto *const page = new SettingsPage(m_tabs);
    m_autostart = page->addFlag(tr("&Start Berth at login"), u"settingsAutostart"_s);
    FieldNote *const note = page->addNote(u"settingsAutostartNote"_s, m_autostart);
    note->setNote(autostartSentence(m_situation.autostart), Mood::Attention);
    m_closeToTray =
        page->addFlag(tr("&Keep running in the tray when the window is closed"), u"settingsCloseToTray"_s);
    if (!m_situation.hasTray)
        page->addHint(tr("There is no tray on this desktop now, so that closing the window quits Berth."));
    m_notifications = page->addFlag(tr("Show &notifications"), u"settingsNotifications"_s);
    return page;
}

QWidget *SettingsDialog::makeEngine()
{
    auto *const page = new SettingsPage(m_tabs);
    watch(Field::DockerProgram,
          page->addFile(tr("Docker &program:"), u"settingsProgram"_s,
                        tr("Searched where it is usually installed")),
          page);
    m_context = page->addChoice(tr("C&ontext:"), u"settingsContext"_s);
    page->addHint(
        tr("Where the window's Engine menu has another choice, that one is judged until Berth ends."));
    return page;
}

QWidget *SettingsDialog::makeCheck()
{
    auto *const page = new SettingsPage(m_tabs);
    const core::CheckSettings standard;
    watch(Field::Target, page->addLine(tr("&Address to reach:"), u"settingsTarget"_s, standard.target), page);
    watch(Field::DnsName, page->addLine(tr("&Name to resolve:"), u"settingsDnsName"_s, standard.dnsName),
          page);
    watch(Field::Payload, page->addFile(tr("&Busybox:"), u"settingsPayload"_s, tr("Berth's own program")),
          page);
    page->addHint(tr("A container of the check tries to reach the address and to resolve the name."));
    return page;
}

QWidget *SettingsDialog::makeServers()
{
    auto *const page = new SettingsPage(m_tabs);
    watch(Field::FirstPort, page->addLine(tr("&First port:"), u"settingsFirstPort"_s), page);
    watch(Field::LastPort, page->addLine(tr("Las&t port:"), u"settingsLastPort"_s), page);
    watch(Field::Memory, page->addLine(tr("&Memory:"), u"settingsMemory"_s), page);
    watch(Field::Pids, page->addLine(tr("&Processes:"), u"settingsPids"_s), page);
    watch(Field::Image, page->addLine(tr("&Image:"), u"settingsImage"_s, tr("None, or for example node:22")),
          page);
    watch(Field::Patience, page->addLine(tr("Seconds &until it answers:"), u"settingsPatience"_s), page);
    m_onQuit = page->addChoice(tr("When Berth &quits:"), u"settingsOnQuit"_s);
    m_onQuit->addItem(tr("Ask what to do with running servers"), QVariant::fromValue(OnQuit::Ask));
    m_onQuit->addItem(tr("Stop them"), QVariant::fromValue(OnQuit::Stop));
    m_onQuit->addItem(tr("Leave them running"), QVariant::fromValue(OnQuit::Leave));
    page->addHint(tr(
        "Servers that run already keep what they were started with. The limits are those of the check too."));
    return page;
}

QWidget *SettingsDialog::makeLog()
{
    auto *const page = new SettingsPage(m_tabs);
    m_wrap = page->addFlag(tr("&Wrap long lines"), u"settingsWrap"_s);
    m_timestamps = page->addFlag(tr("Show when each line &came"), u"settingsTimestamps"_s);
    return page;
}

QWidget *SettingsDialog::makeButtons()
{
    auto *const bar = new QWidget(this);
    m_wrong = new MutedLabel(bar);
    m_wrong->setObjectName(u"settingsWrong"_s);
    m_wrong->setWordWrap(true);
    m_ok = new QPushButton(tr("OK"), bar);
    m_ok->setObjectName(u"settingsOk"_s);
    m_ok->setDefault(true);
    connect(m_ok, &QPushButton::clicked, this, &SettingsDialog::accept);
    auto *const cancel = new QPushButton(tr("Cancel"), bar);
    cancel->setObjectName(u"settingsCancel"_s);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &SettingsDialog::reject);
    auto *const layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    layout->setSpacing(rhythm / 2);
    layout->addWidget(m_wrong, 1);
    layout->addWidget(m_ok);
    layout->addWidget(cancel);
    return bar;
}

void SettingsDialog::addPage(QWidget *page, const QString &title)
{
    m_tabs->addTab(page, title);
}

void SettingsDialog::watch(Field field, const SettingsPage::Line &line, QWidget *page)
{
    m_lines.insert(field, line);
    m_pages.insert(field, page);
    connect(line.edit, &QLineEdit::textChanged, this, &SettingsDialog::judge);
}

void SettingsDialog::fillIn()
{
    const Settings &settings = m_situation.settings;
    const QList<std::pair<Field, QString>> texts{
        {Field::DockerProgram, settings.dockerProgram}, {Field::Target, settings.check.target},
        {Field::DnsName, settings.check.dnsName},       {Field::Payload, settings.payload},
        {Field::FirstPort, settings.servers.firstPort}, {Field::LastPort, settings.servers.lastPort},
        {Field::Memory, settings.check.memory},         {Field::Pids, settings.check.pids},
        {Field::Image, settings.servers.image},         {Field::Patience, settings.servers.patience}};
    for (const auto &[field, text] : texts)
        m_lines[field].edit->setText(text);
    m_autostart->setChecked(m_situation.autostart.state == Autostart::State::On);
    m_closeToTray->setChecked(settings.closeToTray);
    m_notifications->setChecked(settings.notifications);
    m_context->addItem(tr("As docker itself chooses"));
    m_context->addItems(m_situation.contexts);
    // One that docker does not know any more is still the user's choice.
    if (!settings.context.isEmpty() && !m_situation.contexts.contains(settings.context))
        m_context->addItem(settings.context);
    m_context->setCurrentIndex(
        settings.context.isEmpty() ? 0 : m_context->findText(settings.context, Qt::MatchExactly));
    m_onQuit->setCurrentIndex(m_onQuit->findData(QVariant::fromValue(settings.servers.onQuit)));
    m_wrap->setChecked(settings.log.wrap);
    m_timestamps->setChecked(settings.log.timestamps);
}

QString SettingsDialog::text(Field field) const
{
    return m_lines.value(field).edit->text().trimmed();
}

void SettingsDialog::judge()
{
    m_isJudged = false;
    m_isAcceptWanted = false;
    m_judging.start([settings = settings()](const std::stop_token &) { return core::problemsOf(settings); },
                    [this](const QList<core::SettingProblem> &problems) { showProblems(problems); });
}

void SettingsDialog::showProblems(const QList<core::SettingProblem> &problems)
{
    QHash<Field, QString> sentences;
    QList<QWidget *> wrongPages;
    for (const core::SettingProblem &problem : problems) {
        sentences.insert(problem.field, settingProblemSentence(problem));
        wrongPages.append(m_pages.value(problem.field));
    }
    for (auto line = m_lines.cbegin(); line != m_lines.cend(); ++line)
        line->note->setNote(sentences.value(line.key()));
    QStringList titles;
    for (int index = 0; index < m_tabs->count(); ++index) {
        const bool isWrong = wrongPages.contains(m_tabs->widget(index));
        m_tabs->setTabIcon(index, isWrong ? style()->standardIcon(QStyle::SP_MessageBoxWarning) : QIcon());
        if (isWrong)
            titles.append(m_tabs->tabText(index).remove(u'&'));
    }
    m_wrong->setText(titles.isEmpty() ? QString() : tr("To be put right: %1.").arg(titles.join(u", "_s)));
    m_isJudged = true;
    m_isRight = problems.isEmpty();
    m_ok->setEnabled(m_isRight);
    if (std::exchange(m_isAcceptWanted, false))
        accept();
}

} // namespace ui
