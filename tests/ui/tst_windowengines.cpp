// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "tests/ui/windowscene.h"

#include <QAction>
#include <QMenu>
#include <QMessageBox>

using namespace core;
using namespace Qt::StringLiterals;

// Which engine the window is about, and how another is chosen.
class WindowEnginesTest : public QObject, private tests::WindowScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUp();
        show();
    }
    void cleanup() { tearDown(); }

    void choosingAContextMeasuresThatContext()
    {
        checkAndWait({samples::usable()});
        QCOMPARE(m_engine->askedContexts(), QStringList{QString()});
        QTRY_COMPARE(contextChoices().size(), 5);
        choose(u"rootless"_s);
        QTRY_COMPARE(m_engine->askedContexts(), QStringList({QString(), u"rootless"_s}));
        QTRY_VERIFY(choice(u"rootless"_s)->isChecked());
        QVERIFY(!choice(QString())->isChecked());
    }

    void anotherEngineInheritsNoVerdict()
    {
        checkAndWait({samples::permissionDenied()});
        m_engine->answerWith({samples::starting()});
        choose(u"rootless"_s);
        QTRY_COMPARE(text(u"headline"_s), u"Checking Docker…"_s);
        QVERIFY(!child<QLabel>(u"remedy"_s)->isVisible());
    }

    void theJudgedEngineIsAlwaysShown()
    {
        checkAndWait({samples::podman()});
        auto *const engine = button(u"engineButton"_s);
        QCOMPARE(engine->text(), u"podman (unix:///run/user/1000/podman/podman.sock)"_s);
        QCOMPARE(engine->accessibleName(), u"Engine: podman (unix:///run/user/1000/podman/podman.sock)"_s);
        QVERIFY(
            text(u"subline"_s).replace(QChar::Nbsp, u' ').startsWith(u"Podman 4.3.1 · checked just now"_s));
    }

    void theJudgedEngineIsShownBeforeItAnswers()
    {
        const Measurement mute{.running = {Step::Version}, .startedAt = QDateTime::currentDateTimeUtc()};
        checkAndWait({samples::podman()});
        check({mute});
        QCOMPARE(button(u"engineButton"_s)->text(), u"podman (unix:///run/user/1000/podman/podman.sock)"_s);
        choose(u"rootless"_s);
        QTRY_COMPARE(button(u"engineButton"_s)->text(), u"rootless (unix:///run/user/1000/docker.sock)"_s);
        QVERIFY(!text(u"subline"_s).contains(u"Podman"_s));
        QVERIFY(!button(u"copyReport"_s)->isEnabled());
    }

    void serversAreAskedAboutBeforeAnotherEngine()
    {
        checkAndWait({samples::usable()});
        const QString before = m_monitor->requestedContext();
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        choose(u"rootless"_s);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>(u"switchQuestion"_s) != nullptr);
        QVERIFY(child<QMessageBox>(u"switchQuestion"_s)->informativeText().startsWith(u"4300 · a\n"_s));
        QCOMPARE(m_monitor->requestedContext(), before);
        QVERIFY(!choice(u"rootless"_s)->isChecked());
        button(u"switchCancel"_s)->click();
        QTRY_VERIFY(m_window->findChild<QMessageBox *>(u"switchQuestion"_s) == nullptr);
        m_servers->change(samples::failed(1, 4300, u"a"_s, {}));
        QCoreApplication::processEvents();
        QCOMPARE(m_monitor->requestedContext(), before);
        choose(u"rootless"_s); // nothing runs any more
        QTRY_COMPARE(m_monitor->requestedContext(), u"rootless"_s);
        QVERIFY(m_window->findChild<QMessageBox *>(u"switchQuestion"_s) == nullptr);
    }

    void serversAreStoppedBeforeAnotherEngine()
    {
        checkAndWait({samples::usable()});
        const QString before = m_monitor->requestedContext();
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::orphan(2, 4301, u"b"_s)});
        choose(u"rootless"_s);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>(u"switchQuestion"_s) != nullptr);
        button(u"switchStop"_s)->click();
        QCOMPARE(m_servers->stopped, QList<tests::FakeServers::Stopped>({{{ServerKey{1}}, Haste::Stop}}));
        QCoreApplication::processEvents();
        QCOMPARE(m_monitor->requestedContext(), before);
        m_servers->remove(0);
        QTRY_COMPARE(m_monitor->requestedContext(), u"rootless"_s);
    }

    void serversAreLeftRunningOnTheOldEngine()
    {
        checkAndWait({samples::usable()});
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        choose(u"rootless"_s);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>(u"switchQuestion"_s) != nullptr);
        button(u"switchLeave"_s)->click();
        QCOMPARE(m_servers->leftAll, 1);
        QVERIFY(m_servers->stopped.isEmpty());
        QCOMPARE(m_monitor->requestedContext(), u"rootless"_s);
    }

private:
    QList<QAction *> contextChoices() const
    {
        QList<QAction *> choices = child<QMenu>(u"engineMenu"_s)->actions();
        choices.removeIf([](const QAction *action) { return !action->isCheckable(); });
        return choices;
    }
    QAction *choice(const QString &context) const
    {
        const auto choices = contextChoices();
        const auto found = std::find_if(choices.cbegin(), choices.cend(), [&context](const QAction *action) {
            return action->data() == context;
        });
        return found == choices.cend() ? nullptr : *found;
    }
    void choose(const QString &context) const
    {
        QTRY_VERIFY(choice(context) != nullptr);
        choice(context)->trigger();
    }
};

BERTH_TEST(WindowEnginesTest)

#include "tst_windowengines.moc"
