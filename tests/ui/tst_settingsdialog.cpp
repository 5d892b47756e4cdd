// SPDX-License-Identifier: MIT
#include "ui/dialogs/settings/settingsdialog.h"

#include "tests/registry.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(core::Settings)

class SettingsDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_dialog.reset(); }

    void whatIsNotTouchedComesBackAsItWas()
    {
        Settings settings;
        settings.context = u"gone"_s; // docker does not know it any more
        settings.closeToTray = false;
        settings.servers.onQuit = OnQuit::Leave;
        settings.log.wrap = true;
        open({.settings = settings, .contexts = {u"default"_s, u"lab"_s}});
        QCOMPARE(m_dialog->settings(), settings);
    }

    void everyChoiceIsTaken()
    {
        open({.contexts = {u"default"_s, u"lab"_s}});
        child<QCheckBox>(u"settingsCloseToTray"_s)->click();
        child<QCheckBox>(u"settingsNotifications"_s)->click();
        child<QComboBox>(u"settingsContext"_s)->setCurrentText(u"lab"_s);
        child<QComboBox>(u"settingsOnQuit"_s)->setCurrentIndex(1);
        child<QCheckBox>(u"settingsWrap"_s)->click();
        child<QCheckBox>(u"settingsTimestamps"_s)->click();
        type(u"settingsTarget"_s, u"9.9.9.9:53"_s);
        type(u"settingsDnsName"_s, u"debian.org"_s);
        type(u"settingsFirstPort"_s, u"5000"_s);
        type(u"settingsLastPort"_s, u" 5001 "_s);
        type(u"settingsMemory"_s, u"6m"_s);
        type(u"settingsPids"_s, u"16"_s);
        type(u"settingsImage"_s, u"node:22"_s);
        type(u"settingsPatience"_s, u"5"_s);
        const Settings wanted{.closeToTray = false,
                              .notifications = false,
                              .context = u"lab"_s,
                              .check = {.target = u"9.9.9.9:53"_s,
                                        .dnsName = u"debian.org"_s,
                                        .memory = u"6m"_s,
                                        .pids = u"16"_s},
                              .servers = {.firstPort = u"5000"_s,
                                          .lastPort = u"5001"_s,
                                          .patience = u"5"_s,
                                          .image = u"node:22"_s,
                                          .onQuit = OnQuit::Stop},
                              .log = {.wrap = true, .timestamps = true}};
        QCOMPARE(m_dialog->settings(), wanted);
        QSignalSpy chosen(m_dialog.get(), &SettingsDialog::settingsChosen);
        m_dialog->accept(); // judged or not: it is taken when it is
        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().value<Settings>(), wanted);
    }

    void whatIsWrongIsSaidBesideItsField_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("page");
        QTest::newRow("a program") << u"settingsProgram"_s << u"/no/such/docker"_s << 1;
        QTest::newRow("a target") << u"settingsTarget"_s << u"example.com:443"_s << 2;
        QTest::newRow("a name") << u"settingsDnsName"_s << u"localhost"_s << 2;
        QTest::newRow("a payload") << u"settingsPayload"_s << u"/"_s << 2;
        QTest::newRow("a first port") << u"settingsFirstPort"_s << u"http"_s << 3;
        QTest::newRow("a last port") << u"settingsLastPort"_s << u"80"_s << 3;
        QTest::newRow("memory") << u"settingsMemory"_s << u"5m"_s << 3;
        QTest::newRow("processes") << u"settingsPids"_s << u"15"_s << 3;
        QTest::newRow("an image") << u"settingsImage"_s << u"--privileged"_s << 3;
        QTest::newRow("a patience") << u"settingsPatience"_s << u"0"_s << 3;
    }

    void whatIsWrongIsSaidBesideItsField()
    {
        QFETCH(const QString, field);
        QFETCH(const QString, text);
        QFETCH(const int, page);
        open({});
        const auto *const pages = child<QTabWidget>(u"settingsPages"_s);
        QTRY_VERIFY(ok()->isEnabled());
        const QString right = child<QLineEdit>(field)->text();
        type(field, text);
        QTRY_VERIFY(!ok()->isEnabled());
        QVERIFY(!note(field).isEmpty());
        for (int index = 0; index < pages->count(); ++index)
            QCOMPARE(!pages->tabIcon(index).isNull(), index == page);
        QVERIFY(child<QLabel>(u"settingsWrong"_s)->text().contains(pages->tabText(page).remove(u'&')));
        QSignalSpy chosen(m_dialog.get(), &SettingsDialog::settingsChosen);
        m_dialog->accept();
        QVERIFY(m_dialog->isVisible() && chosen.isEmpty());
        type(field, right);
        QTRY_VERIFY(ok()->isEnabled());
        QCOMPARE(note(field), QString());
        QCOMPARE(child<QLabel>(u"settingsWrong"_s)->text(), QString());
    }

    void theStartAtLoginIsToldWhereItChanges_data()
    {
        QTest::addColumn<Autostart>("autostart");
        QTest::addColumn<bool>("isOn");
        QTest::addColumn<bool>("isExplained");
        QTest::newRow("off") << Autostart{} << false << false;
        QTest::newRow("on") << Autostart{.state = Autostart::State::On} << true << false;
        QTest::newRow("switched off") << Autostart{.state = Autostart::State::Switched} << false << true;
        QTest::newRow("another program")
            << Autostart{.state = Autostart::State::Other, .command = u"/opt/<b>x</b>"_s} << false << true;
    }

    void theStartAtLoginIsToldWhereItChanges()
    {
        QFETCH(const Autostart, autostart);
        QFETCH(const bool, isOn);
        QFETCH(const bool, isExplained);
        for (const bool click : {false, true}) {
            open({.autostart = autostart});
            auto *const box = child<QCheckBox>(u"settingsAutostart"_s);
            QCOMPARE(box->isChecked(), isOn);
            QCOMPARE(!child<QLabel>(u"settingsAutostartNote"_s)->text().isEmpty(), isExplained);
            QSignalSpy changed(m_dialog.get(), &SettingsDialog::autostartChosen);
            QSignalSpy chosen(m_dialog.get(), &SettingsDialog::settingsChosen); // the last to be told
            if (click)
                box->click();
            QTest::mouseClick(ok(), Qt::LeftButton);
            QTRY_COMPARE(chosen.size(), 1);
            QCOMPARE(changed.size(), click ? 1 : 0);
            if (click)
                QCOMPARE(changed.first().first().toBool(), !isOn);
        }
    }

    void cancelChangesNothing()
    {
        open({});
        QSignalSpy chosen(m_dialog.get(), &SettingsDialog::settingsChosen);
        type(u"settingsImage"_s, u"node:22"_s);
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
        QVERIFY(chosen.isEmpty());
    }

    void everyFieldHasAName()
    {
        open({});
        for (const QLineEdit *const edit : m_dialog->findChildren<QLineEdit *>())
            QVERIFY2(!edit->accessibleName().isEmpty(), qPrintable(edit->objectName()));
        for (const QComboBox *const box : m_dialog->findChildren<QComboBox *>())
            QVERIFY2(!box->accessibleName().isEmpty(), qPrintable(box->objectName()));
    }

private:
    void open(const SettingsSituation &situation)
    {
        m_dialog = std::make_unique<SettingsDialog>(situation);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    template <typename T>
    T *child(const QString &name) const
    {
        return m_dialog->findChild<T *>(name);
    }
    QPushButton *ok() const { return child<QPushButton>(u"settingsOk"_s); }
    QString note(const QString &field) const { return child<QLabel>(field + u"Error"_s)->text(); }
    void type(const QString &name, const QString &text) const { child<QLineEdit>(name)->setText(text); }

    std::unique_ptr<SettingsDialog> m_dialog;
};

BERTH_TEST(SettingsDialogTest)

#include "tst_settingsdialog.moc"
