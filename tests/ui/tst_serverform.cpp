// SPDX-License-Identifier: MIT
#include "ui/dialogs/serverform.h"

#include "core/devserver/words.h"
#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "ui/presentation/serverform.h"
#include "ui/widgets/portbox.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Field = DraftProblem::Field;
using Kind = ServerTrouble::Kind;
using Running = LaunchRequest::Running;

Q_DECLARE_METATYPE(core::DraftProblem)

namespace {

LaunchRequest shop()
{
    return {.container = {.folder = u"/home/me/shop"_s,
                          .image = u"node:22"_s,
                          .command = {u"npm"_s, u"run"_s, u"dev"_s},
                          .mounts = {{.source = u"/home/me/fixtures"_s,
                                      .target = u"/fixtures"_s,
                                      .access = MountRequest::Access::ReadOnly}},
                          .memory = u"3g"_s},
            .port = 4310,
            .range = {.first = 4310, .last = 4319}};
}

DraftProblem problem(Field field, const QString &detail, qsizetype index = 0)
{
    return {.field = field, .index = index, .error = {.tried = u"start it"_s, .detail = detail}};
}

ServerTrouble heldByServer()
{
    return {.kind = Kind::PortHeldByServer, .holder = u"berth-devserver-4310"_s};
}

} // namespace

class ServerFormTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_servers = std::make_unique<tests::FakeServers>(); }
    void cleanup()
    {
        delete m_form;
        m_servers.reset();
    }

    void anEmptyFormSaysWhatItNeedsAndBlamesNobody()
    {
        m_servers->previewAnswer.problems = {problem(Field::Folder, u"it does not exist"_s),
                                             problem(Field::Image, u"no name"_s),
                                             problem(Field::Command, u"there is none"_s)};
        open({});
        QCOMPARE(child<QLabel>(u"formNeeded"_s)->text(), u"Still needed: a folder, an image, a command."_s);
        for (const QString &name : {u"formFolderError"_s, u"formImageError"_s, u"formCommandError"_s})
            QVERIFY2(!child<QLabel>(name)->isVisible(), qPrintable(name));
        QVERIFY(!start()->isEnabled());
        QCOMPARE(QApplication::focusWidget(), child<QLineEdit>(u"formFolder"_s));
    }

    void itIsFilledInWithTheRequestAndGivesItBack()
    {
        open(shop());
        QCOMPARE(m_form->request(), shop());
        QCOMPARE(child<QLineEdit>(u"formFolder"_s)->text(), u"/home/me/shop"_s);
        QCOMPARE(child<QLineEdit>(u"formCommand"_s)->text(), u"npm run dev"_s);
        QCOMPARE(words(), (QStringList{u"npm"_s, u"run"_s, u"dev"_s}));
        QCOMPARE(child<ui::PortBox>(u"formPort"_s)->value(), 4310);
        QCOMPARE(child<QTableWidget>(u"formMounts"_s)->item(0, 1)->text(), u"/fixtures"_s);
        QCOMPARE(m_servers->previewed, QList{shop()});
        QVERIFY(start()->isEnabled());
    }

    void whatIsTypedIsWhatIsAskedFor()
    {
        open({});
        type(u"formFolder"_s, u" ~/shop "_s);
        type(u"formImage"_s, u" node:22 "_s);
        type(u"formCommand"_s, u"python -m http.server {port}"_s);
        const LaunchRequest request = m_form->request();
        QCOMPARE(request.container.folder, QDir::homePath() + u"/shop"_s);
        QCOMPARE(request.container.image, u"node:22"_s);
        QCOMPARE(request.container.command,
                 (QStringList{u"python"_s, u"-m"_s, u"http.server"_s, u"{port}"_s}));
        QCOMPARE(request.port, std::nullopt);
    }

    void theCommandThatWillRunIsShownAndCopied()
    {
        m_servers->previewAnswer.arguments = {u"run"_s, u"--env"_s, u"<b>A=1 2</b>"_s};
        open(shop());
        const auto *const preview = child<QPlainTextEdit>(u"formPreview"_s);
        QCOMPARE(preview->toPlainText(), u"docker run \\\n    --env '<b>A=1 2</b>'"_s);
        QVERIFY(preview->isReadOnly());
        click(u"formCopy"_s);
        QCOMPARE(QApplication::clipboard()->text(), u"docker run --env '<b>A=1 2</b>'"_s);
    }

    void aWholeCommandIsSeenWhereTheScreenIsHighEnough()
    {
        LaunchRequest request = shop();
        request.container.mounts.clear();
        open(request);
        const auto *const preview = child<QPlainTextEdit>(u"formPreview"_s);
        const int lines = preview->viewport()->height() / preview->fontMetrics().lineSpacing();
        const int highest = m_form->screen()->availableGeometry().height();
        QVERIFY2(lines >= 18 || m_form->height() >= highest - 100, qPrintable(QString::number(lines)));
        QVERIFY(m_form->height() <= highest);
    }

    void eachOptionHasItsLine()
    {
        const QStringList command{u"docker"_s,       u"--context"_s,   u"far"_s,     u"run"_s,
                                  u"--rm"_s,         u"--memory=2g"_s, u"--name"_s,  u"a b"_s,
                                  u"--entrypoint"_s, u"npm"_s,         u"node:22"_s, u"run"_s,
                                  u"dev"_s,          u"--"_s,          u"--port"_s,  u"4300"_s};
        const QString lines = ui::commandLines(command);
        QCOMPARE(lines.split(u" \\\n    "_s),
                 (QStringList{u"docker --context far run"_s, u"--rm"_s, u"--memory=2g"_s, u"--name 'a b'"_s,
                              u"--entrypoint npm"_s, u"node:22 run dev -- --port 4300"_s}));
        QCOMPARE(core::splitCommand(lines), core::Result<QStringList>(command));
        QCOMPARE(ui::commandLines({}), QString());
    }

    void itAsksOnceThatSomebodyHasStoppedTyping()
    {
        open(shop());
        type(u"formImage"_s, u"node:23"_s);
        QCOMPARE(m_servers->previewed.size(), 1);
        QTRY_COMPARE(m_servers->previewed.size(), 2);
        QCOMPARE(m_servers->previewed.last().container.image, u"node:23"_s);
    }

    void theCommandFollowsWhatIsTyped()
    {
        m_servers->previewAnswer.arguments = {u"run"_s, u"node:22"_s};
        open(shop());
        const auto *const preview = child<QPlainTextEdit>(u"formPreview"_s);
        QCOMPARE(preview->toPlainText(), u"docker run node:22"_s);
        m_servers->previewAnswer.arguments = {u"run"_s, u"node:23"_s};
        type(u"formImage"_s, u"node:23"_s);
        settle();
        QCOMPARE(preview->toPlainText(), u"docker run node:23"_s);
        QVERIFY(child<QPushButton>(u"formCopy"_s)->isEnabled());
        // Where nothing can be told, nothing old is left to be copied.
        m_servers->previewAnswer = {.problems = {problem(Field::Image, u"no name"_s)}};
        type(u"formImage"_s, u"-"_s);
        settle();
        QCOMPARE(preview->toPlainText(), QString());
        QVERIFY(!child<QPushButton>(u"formCopy"_s)->isEnabled());
    }

    void anAnswerToAnOlderQuestionIsNotShown()
    {
        open(shop());
        m_servers->holdsPreviews = true;
        m_servers->previewAnswer.problems = {problem(Field::Image, u"no name"_s)};
        type(u"formImage"_s, u"-"_s);
        QTRY_COMPARE(m_servers->heldPreviews.size(), 1);
        m_servers->previewAnswer = {};
        type(u"formImage"_s, u"node:23"_s);
        QTRY_COMPARE(m_servers->heldPreviews.size(), 2);
        m_servers->heldPreviews.first()();
        QVERIFY(!child<QLabel>(u"formImageError"_s)->isVisible());
        m_servers->heldPreviews.last()();
        QVERIFY(start()->isEnabled());
    }

    void whatIsFilledInIsNotFocusedAgain()
    {
        LaunchRequest request = shop();
        open(request);
        QCOMPARE(QApplication::focusWidget(), child<QLineEdit>(u"formCommand"_s));
        delete m_form;
        request.container.image.clear();
        open(request);
        QCOMPARE(QApplication::focusWidget(), child<QLineEdit>(u"formImage"_s));
    }

    void aLineBecomesAList_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("list");
        QTest::newRow("words") << u"npm run dev"_s << QStringList{u"npm"_s, u"run"_s, u"dev"_s};
        QTest::newRow("quotes") << u"sh -c 'npm run dev'"_s
                                << QStringList{u"sh"_s, u"-c"_s, u"npm run dev"_s};
        QTest::newRow("nothing") << u"  "_s << QStringList{};
    }
    void aLineBecomesAList()
    {
        QFETCH(const QString, line);
        open({});
        type(u"formCommand"_s, line);
        QTEST(words(), "list");
        QCOMPARE(child<QLineEdit>(u"formCommand"_s)->text(), line);
        QCOMPARE(m_form->request().container.command, words());
    }

    void anEditedListBecomesTheLine()
    {
        open(shop());
        auto *const list = child<QListWidget>(u"formWords"_s);
        list->item(2)->setText(u"dev server"_s);
        QCOMPARE(child<QLineEdit>(u"formCommand"_s)->text(), u"npm run 'dev server'"_s);

        list->setCurrentRow(2);
        click(u"formWordUp"_s);
        QCOMPARE(words(), (QStringList{u"npm"_s, u"dev server"_s, u"run"_s}));
        QCOMPARE(list->currentRow(), 1);
        click(u"formWordDown"_s);
        QVERIFY(!child<QPushButton>(u"formWordDown"_s)->isEnabled());
        click(u"formRemoveWord"_s);
        QCOMPARE(words(), (QStringList{u"npm"_s, u"run"_s}));

        click(u"formAddWord"_s);
        auto *const editor = list->findChild<QLineEdit *>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, u"build"_s);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(child<QLineEdit>(u"formCommand"_s)->text(), u"npm run build"_s);
        QCOMPARE(m_form->request().container.command, (QStringList{u"npm"_s, u"run"_s, u"build"_s}));
        QVERIFY2(m_servers->launched.isEmpty(), "Enter ended the editing and nothing else");
    }

    void anOpenQuoteIsSaidAndKeepsWhatWasTyped()
    {
        open(shop());
        type(u"formCommand"_s, u"sh -c 'npm run"_s);
        settle();
        QVERIFY(!child<QLabel>(u"formCommandError"_s)->text().isEmpty());
        QVERIFY(child<QLabel>(u"formCommandError"_s)->isVisible());
        QVERIFY(!start()->isEnabled());
        QCOMPARE(child<QLineEdit>(u"formCommand"_s)->text(), u"sh -c 'npm run"_s);
        type(u"formCommand"_s, u"sh -c 'npm run'"_s);
        settle();
        QVERIFY(!child<QLabel>(u"formCommandError"_s)->isVisible());
        QVERIFY(start()->isEnabled());
    }

    void whatIsWrongIsSaidBesideItsField_data()
    {
        QTest::addColumn<DraftProblem>("wrong");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("text");
        QTest::newRow("the folder") << problem(Field::Folder, u"it would open /home/me to the container"_s)
                                    << u"formFolderError"_s
                                    << u"It would open /home/me to the container. Choose another folder or "
                                       "engine."_s;
        QTest::newRow("the image") << problem(Field::Image, u"\"<b>\" is no name of an image"_s)
                                   << u"formImageError"_s
                                   << u"\"<b>\" is no name of an image. Write it as in node:22."_s;
        QTest::newRow("the command") << problem(Field::Command, u"there is none"_s) << u"formCommandError"_s
                                     << u"There is none. Change the command."_s;
        QTest::newRow("a mount") << problem(Field::Mount, u"it does not exist"_s) << u"formMountsError"_s
                                 << u"Row 1: It does not exist. Change the mount or remove it."_s;
        QTest::newRow("a limit")
            << problem(Field::Limits, u"the setting sandbox/memory must be a size"_s) << u"formLimitsError"_s
            << u"The setting sandbox/memory must be a size. Change it in the settings."_s;
        QTest::newRow("a setting") << problem(Field::Settings,
                                              u"the setting servers/patience must be a number"_s)
                                   << u"formLimitsError"_s
                                   << u"The setting servers/patience must be a number. Change it in the "
                                      "settings."_s;
    }
    void whatIsWrongIsSaidBesideItsField()
    {
        QFETCH(const DraftProblem, wrong);
        QFETCH(const QString, label);
        m_servers->previewAnswer.problems = {wrong};
        open(shop());
        QVERIFY(child<QLabel>(label)->isVisible());
        QTEST(child<QLabel>(label)->text(), "text");
        QCOMPARE(child<QLabel>(label)->textFormat(), Qt::PlainText);
        QVERIFY(!start()->isEnabled());
        QCOMPARE(m_form->request(), shop());

        m_servers->previewAnswer.problems.clear();
        type(u"formImage"_s, u"node:23"_s);
        settle();
        QVERIFY(!child<QLabel>(label)->isVisible());
        QVERIFY(start()->isEnabled());
    }

    void aMountIsNamedByItsRowAndABlankRowIsNone()
    {
        open({});
        QVERIFY(!child<QTableWidget>(u"formMounts"_s)->isVisible());
        click(u"formAddMount"_s);
        click(u"formAddMount"_s);
        auto *const table = child<QTableWidget>(u"formMounts"_s);
        QVERIFY(table->isVisible());
        QCOMPARE(m_form->request().container.mounts, QList<MountRequest>{});
        m_servers->previewAnswer.problems = {problem(Field::Mount, u"it does not exist"_s)};
        table->item(1, 0)->setText(u"~/data"_s);
        table->item(1, 1)->setText(u"/data"_s);
        table->item(1, 2)->setCheckState(Qt::Unchecked);
        settle();
        const MountRequest expected{.source = QDir::homePath() + u"/data"_s, .target = u"/data"_s};
        QCOMPARE(m_form->request().container.mounts, QList{expected});
        QVERIFY(child<QLabel>(u"formMountsError"_s)->text().startsWith("Row 2: "_L1));

        table->setCurrentCell(1, 0);
        click(u"formRemoveMount"_s);
        QCOMPARE(m_form->request().container.mounts, QList<MountRequest>{});
    }

    void aHeldPortOffersTheNextOne()
    {
        m_servers->previewAnswer.portTrouble = {
            .kind = Kind::PortHeldByProcess, .holder = u"node"_s, .holderPid = 4711};
        m_servers->previewAnswer.freePort = 4311;
        open(shop());
        QVERIFY(child<QLabel>(u"formPortError"_s)->text().contains(u"4711"_s));
        QVERIFY(!start()->isEnabled());
        QVERIFY(!child<QPushButton>(u"formReplace"_s)->isVisible());
        QCOMPARE(child<QPushButton>(u"formUsePort"_s)->text(), u"&Use 4311"_s);

        m_servers->previewAnswer = {};
        click(u"formUsePort"_s);
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(m_form->request().port, quint16(4311));
        QVERIFY(!child<QLabel>(u"formPortError"_s)->isVisible());
    }

    void aServerThatHoldsThePortCanMakeWayForThisPortOnly()
    {
        m_servers->previewAnswer.portTrouble = heldByServer();
        open(shop());
        QCOMPARE(m_form->request().running, Running::Refuse);
        m_servers->previewAnswer.portTrouble.reset();
        click(u"formReplace"_s);
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(m_form->request().running, Running::Replace);
        QCOMPARE(child<QLabel>(u"formPortError"_s)->text(), u"berth-devserver-4310 is taken down first."_s);

        child<ui::PortBox>(u"formPort"_s)->setValue(4312);
        QCOMPARE(m_form->request().running, Running::Refuse);
        settle();
        QVERIFY(!child<QLabel>(u"formPortError"_s)->isVisible());
    }

    void aServerThatDoesNotMakeWayIsNotOfferedAgain()
    {
        m_servers->previewAnswer.portTrouble = heldByServer();
        open(shop());
        click(u"formReplace"_s);
        QTRY_VERIFY(!child<QPushButton>(u"formReplace"_s)->isVisible());
        QVERIFY(!start()->isEnabled());
    }

    void portStepsBetweenAutomaticAndTheRange()
    {
        open({});
        auto *const port = child<ui::PortBox>(u"formPort"_s);
        QCOMPARE(port->text(), u"Automatic"_s);
        port->stepDown();
        QCOMPARE(port->port(), std::nullopt);
        port->stepUp();
        QCOMPARE(port->port(), quint16(4300));
        port->stepUp();
        QCOMPARE(port->port(), quint16(4301));
        port->stepBy(-10);
        QCOMPARE(port->port(), std::nullopt);
        port->selectAll();
        QTest::keyClicks(port, u"8080"_s);
        QCOMPARE(port->port(), quint16(8080));
    }

    void startLaunchesSaysSoAndCloses()
    {
        open(shop());
        QSignalSpy launched(m_form, &ui::ServerForm::launched);
        click(u"formStart"_s);
        QCOMPARE(m_servers->launched, QList{shop()});
        QCOMPARE(launched.size(), 1);
        QCOMPARE(launched.first().first().value<ServerKey>(), ServerKey{1001});
        QTRY_VERIFY(m_form == nullptr);
    }

    void enterDuringTheTypingStartsWhatWasTyped()
    {
        open(shop());
        type(u"formImage"_s, u"node:24"_s);
        QTest::keyClick(child<QLineEdit>(u"formImage"_s), Qt::Key_Return);
        QTRY_COMPARE(m_servers->launched.size(), 1);
        QCOMPARE(m_servers->launched.first().container.image, u"node:24"_s);
        QTRY_VERIFY(m_form == nullptr);
    }

    void enterDoesNotStartWhatIsWrong()
    {
        open(shop());
        m_servers->previewAnswer.problems = {problem(Field::Image, u"no name"_s)};
        type(u"formImage"_s, u"-"_s);
        QTest::keyClick(child<QLineEdit>(u"formImage"_s), Qt::Key_Return);
        QTRY_VERIFY(child<QLabel>(u"formImageError"_s)->isVisible());
        QTest::keyClick(child<QLineEdit>(u"formImage"_s), Qt::Key_Return);
        QCOMPARE(m_servers->launched, QList<LaunchRequest>{});
        QCOMPARE(child<QLineEdit>(u"formImage"_s)->text(), u"-"_s);
    }

    void escapeCloses()
    {
        open(shop());
        QTest::keyClick(child<QLineEdit>(u"formFolder"_s), Qt::Key_Escape);
        QTRY_VERIFY(m_form == nullptr);
        QCOMPARE(m_servers->launched, QList<LaunchRequest>{});
    }

    void aFolderIsChosenWithoutWaitingForIt()
    {
        open({});
        click(u"formBrowse"_s);
        auto *const question = child<QFileDialog>(u"folderQuestion"_s);
        Q_EMIT question->fileSelected(u"/home/me/shop"_s);
        question->close();
        QCOMPARE(m_form->request().container.folder, u"/home/me/shop"_s);
    }

    void theKeyboardGoesFromTopToBottom()
    {
        m_servers->previewAnswer.arguments = {u"run"_s};
        open(shop());
        const QStringList expected{
            u"formFolder"_s,  u"formBrowse"_s, u"formImage"_s,  u"formCommand"_s,  u"formWords"_s,
            u"formAddWord"_s, u"formPort"_s,   u"formMounts"_s, u"formAddMount"_s, u"formBrowseMount"_s,
            u"formPreview"_s, u"formCopy"_s,   u"formStart"_s,  u"formCancel"_s};
        child<QLineEdit>(u"formFolder"_s)->setFocus();
        QStringList order;
        for (int i = 0; i < 40 && !order.contains(u"formCancel"_s); ++i) {
            const QString name = QApplication::focusWidget()->objectName();
            if (expected.contains(name))
                order.append(name);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(order.join(u' '), expected.join(u' '));
    }

    void everyControlHasAName()
    {
        open(shop());
        for (const QString &name :
             {u"formFolder"_s, u"formImage"_s, u"formCommand"_s, u"formWords"_s, u"formPort"_s,
              u"formMounts"_s, u"formPreview"_s, u"formStart"_s, u"formCancel"_s, u"formBrowse"_s}) {
            auto *const face = QAccessible::queryAccessibleInterface(child<QWidget>(name));
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(), qPrintable(name));
        }
        QVERIFY(child<QLabel>(u"formNetwork"_s)->text().contains(u"can reach the network"_s));
    }

private:
    template <typename T>
    T *child(const QString &name) const
    {
        T *const found = m_form->findChild<T *>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    QPushButton *start() const { return child<QPushButton>(u"formStart"_s); }
    void click(const QString &name) const { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
    void type(const QString &name, const QString &text) const
    {
        auto *const line = child<QLineEdit>(name);
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    QStringList words() const
    {
        const auto *const list = child<QListWidget>(u"formWords"_s);
        QStringList all;
        for (int row = 0; row < list->count(); ++row)
            all.append(list->item(row)->text());
        return all;
    }

    // Until what stands in the form has been asked about and answered.
    void settle() const
    {
        QTRY_COMPARE(m_servers->previewed.last(), m_form->request());
        QCoreApplication::processEvents();
    }

    void open(const LaunchRequest &request)
    {
        m_form = new ui::ServerForm(*m_servers, request);
        m_form->show();
        QVERIFY(QTest::qWaitForWindowActive(m_form));
        settle();
    }

    std::unique_ptr<tests::FakeServers> m_servers;
    QPointer<ui::ServerForm> m_form;
};

BERTH_TEST(ServerFormTest)

#include "tst_serverform.moc"
