// SPDX-License-Identifier: MIT
#include "ui/dialogs/serverform.h"

#include "core/base/redaction.h"
#include "ui/folderquestion.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/serverform.h"
#include "ui/presentation/servertrouble.h"
#include "ui/widgets/commandedit.h"
#include "ui/widgets/copied.h"
#include "ui/widgets/fieldnote.h"
#include "ui/widgets/headerarea.h"
#include "ui/widgets/mountsedit.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/portbox.h"
#include "ui/widgets/rhythm.h"

#include <QDir>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using core::LaunchRequest;
using Field = core::DraftProblem::Field;
using Kind = core::ServerTrouble::Kind;

namespace ui {

namespace {

constexpr int usualWidth = 680;
constexpr int linesOfPreview = 5;    // at least
constexpr int linesOfCommand = 20;   // as long as one is without further mounts
constexpr int roomAroundWindow = 60; // for its frame and the desktop's bars

// What a person means by ~; a shell would have said so.
QString withHome(const QString &folder)
{
    const bool isInHome = folder == "~"_L1 || folder.startsWith("~/"_L1);
    return isInHome ? QString(QDir::homePath() + folder.mid(1)) : folder;
}

// The default stands for where a program was started, which is no folder that anybody has chosen here.
QString chosenFolder(const QString &folder)
{
    return folder == core::ContainerRequest().folder ? QString() : folder;
}

} // namespace

ServerForm::ServerForm(core::Servers &servers, const LaunchRequest &request, QWidget *parent)
    : QDialog(parent)
    , m_servers(servers)
    , m_request(request)
{
    setObjectName(u"serverForm"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setWindowTitle(tr("New dev server"));
    setSizeGripEnabled(true);

    auto *const area = new HeaderArea(makeFields(), this);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(area);
    column->addWidget(makePreview(), 1);
    column->addWidget(makeButtons());

    m_pause.setSingleShot(true);
    m_pause.setInterval(150ms);
    connect(&m_pause, &QTimer::timeout, this, &ServerForm::ask);
    fillIn();
    connect(m_folder, &QLineEdit::textChanged, this, &ServerForm::onPlaceEdited);
    connect(m_image, &QLineEdit::textChanged, this, &ServerForm::onEdited);
    connect(m_command, &CommandEdit::edited, this, &ServerForm::onEdited);
    connect(m_port, &PortBox::valueChanged, this, &ServerForm::onPlaceEdited);
    connect(m_mounts, &MountsEdit::edited, this, &ServerForm::onEdited);
    // How high the fields are depends on how wide they are.
    area->resize(usualWidth, area->height());
    resize(usualWidth, usualHeight());
    ask();
}

LaunchRequest ServerForm::request() const
{
    LaunchRequest request = m_request;
    request.container.folder = withHome(m_folder->text().trimmed());
    request.container.image = m_image->text().trimmed();
    request.container.command = m_command->command();
    request.container.mounts = m_mounts->mounts();
    for (core::MountRequest &mount : request.container.mounts)
        mount.source = withHome(mount.source);
    request.port = m_port->port();
    return request;
}

void ServerForm::accept()
{
    if (!m_isCurrent) {
        m_isStartWanted = true;
        ask();
    } else if (isStartable()) {
        Q_EMIT launched(m_servers.launch(request()));
        QDialog::accept();
    }
}

bool ServerForm::event(QEvent *event)
{
    const bool isHandled = QDialog::event(event);
    // What is said beside the fields needs room that the preview should not have to give.
    if (event->type() == QEvent::LayoutRequest && isVisible())
        resize(size().expandedTo({0, qMin(sizeHint().height(), highest())}));
    return isHandled;
}

void ServerForm::keyPressEvent(QKeyEvent *event)
{
    // The button does not know yet whether it may be pressed.
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers() == Qt::NoModifier && !m_isCurrent)
        accept();
    else
        QDialog::keyPressEvent(event);
}

QWidget *ServerForm::makeFields()
{
    auto *const fields = new QWidget(this);
    auto *const form = new QFormLayout(fields);
    form->setContentsMargins(2 * rhythm, 2 * rhythm, 2 * rhythm, 0);
    form->setHorizontalSpacing(rhythm);
    form->setVerticalSpacing(rhythm);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);

    QWidget *const folderRow = makeFolderRow();
    m_folderNote = new FieldNote(u"formFolderError"_s, m_folder, fields);
    addField(*form, tr("&Folder:"), m_folder, folderRow, m_folderNote);

    m_image = new QLineEdit(fields);
    m_image->setObjectName(u"formImage"_s);
    m_image->setPlaceholderText(tr("node:22"));
    m_imageNote = new FieldNote(u"formImageError"_s, m_image, fields);
    addField(*form, tr("&Image:"), m_image, m_image, m_imageNote);

    m_command = new CommandEdit(fields);
    m_commandNote = new FieldNote(u"formCommandError"_s, m_command->line(), fields);
    addField(*form, tr("&Command:"), m_command->line(), m_command, m_commandNote);

    QWidget *const portRow = makePortRow();
    addField(*form, tr("&Port:"), m_port, portRow, m_portNote);

    m_mounts = new MountsEdit(fields);
    m_mountsNote = new FieldNote(u"formMountsError"_s, m_mounts->table(), fields);
    addField(*form, tr("Further mounts:"), m_mounts, m_mounts, m_mountsNote);
    return fields;
}

QWidget *ServerForm::makeFolderRow()
{
    auto *const row = new QWidget(this);
    m_folder = new QLineEdit(row);
    m_folder->setObjectName(u"formFolder"_s);
    m_folder->setPlaceholderText(tr("The folder of the project, which the server sees as /repo"));
    auto *const browse = new QPushButton(tr("&Browse…"), row);
    browse->setObjectName(u"formBrowse"_s);
    connect(browse, &QPushButton::clicked, this, &ServerForm::browse);
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_folder, 1);
    layout->addWidget(browse);
    return row;
}

QWidget *ServerForm::makePortRow()
{
    auto *const row = new QWidget(this);
    m_port = new PortBox(m_request.range, row);
    m_port->setObjectName(u"formPort"_s);
    auto *const network = new MutedLabel(row);
    network->setObjectName(u"formNetwork"_s);
    network->setText(
        tr("Only this machine reaches the server. The server itself can reach the network (open mode)."));
    network->setWordWrap(true);
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(rhythm);
    layout->addWidget(m_port);
    layout->addWidget(network, 1);

    m_portNote = new FieldNote(u"formPortError"_s, m_port, this);
    m_usePort = new QPushButton(m_portNote);
    m_usePort->setObjectName(u"formUsePort"_s);
    m_replace = new QPushButton(tr("&Replace it"), m_portNote);
    m_replace->setObjectName(u"formReplace"_s);
    m_portNote->addButton(m_usePort);
    m_portNote->addButton(m_replace);
    connect(m_usePort, &QPushButton::clicked, this, [this] { usePort(m_preview.freePort.value_or(0)); });
    connect(m_replace, &QPushButton::clicked, this, &ServerForm::replaceHolder);
    return row;
}

QWidget *ServerForm::makePreview()
{
    auto *const preview = new QWidget(this);
    m_commandText = new QPlainTextEdit(preview);
    m_commandText->setObjectName(u"formPreview"_s);
    m_commandText->setReadOnly(true);
    m_commandText->setTabChangesFocus(true);
    m_commandText->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_commandText->setLayoutDirection(Qt::LeftToRight);
    m_commandText->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_commandText->setPlaceholderText(tr("It appears as soon as it can be told."));
    m_commandText->setMinimumHeight(linesOfPreview * m_commandText->fontMetrics().lineSpacing() + rhythm);
    auto *const label = new QLabel(tr("The comma&nd that will run:"), preview);
    label->setBuddy(m_commandText);
    m_commandText->setAccessibleName(tr("The command that will run"));
    m_copy = new QPushButton(tr("Cop&y"), preview);
    m_copy->setObjectName(u"formCopy"_s);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { copyAndSay(core::shellCommand(m_shown), *m_copy); });
    m_limitsNote = new FieldNote(u"formLimitsError"_s, m_commandText, preview);

    auto *const top = new QHBoxLayout;
    top->addWidget(label, 1, Qt::AlignBottom);
    top->addWidget(m_copy);
    auto *const layout = new QVBoxLayout(preview);
    layout->setContentsMargins(2 * rhythm, rhythm, 2 * rhythm, 0);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_commandText, 1);
    layout->addWidget(m_limitsNote);
    QWidget::setTabOrder(m_commandText, m_copy);
    return preview;
}

QWidget *ServerForm::makeButtons()
{
    auto *const bar = new QWidget(this);
    m_needed = new MutedLabel(bar);
    m_needed->setObjectName(u"formNeeded"_s);
    m_needed->setWordWrap(true);
    m_start = new QPushButton(tr("&Start"), bar);
    m_start->setObjectName(u"formStart"_s);
    m_start->setDefault(true);
    m_start->setEnabled(false);
    connect(m_start, &QPushButton::clicked, this, &ServerForm::accept);
    auto *const cancel = new QPushButton(tr("Cance&l"), bar);
    cancel->setObjectName(u"formCancel"_s);
    connect(cancel, &QPushButton::clicked, this, &ServerForm::reject);

    auto *const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(2 * rhythm, rhythm, 2 * rhythm, 2 * rhythm);
    layout->setSpacing(6);
    layout->addWidget(m_needed, 1);
    layout->addWidget(m_start);
    layout->addWidget(cancel);
    return bar;
}

int ServerForm::highest() const
{
    return screen()->availableGeometry().height() - roomAroundWindow;
}

// So high that the command that will run is seen as a whole, where the screen is.
int ServerForm::usualHeight() const
{
    const int more = linesOfCommand * m_commandText->fontMetrics().lineSpacing() + rhythm
        - m_commandText->sizeHint().height();
    return qMin(sizeHint().height() + qMax(0, more), highest());
}

void ServerForm::fillIn()
{
    m_folder->setText(chosenFolder(m_request.container.folder));
    m_image->setText(m_request.container.image);
    m_command->setCommand(m_request.container.command);
    m_port->setPort(m_request.port);
    m_mounts->setMounts(m_request.container.mounts);
    focusFirstEmpty();
}

void ServerForm::focusFirstEmpty()
{
    if (m_folder->text().isEmpty())
        m_folder->setFocus();
    else if (m_image->text().isEmpty())
        m_image->setFocus();
    else
        m_command->setFocus();
}

void ServerForm::onEdited()
{
    m_isCurrent = false;
    m_isStartWanted = false;
    ++m_question; // an answer that is still on its way is to another question
    m_pause.start();
}

// Which server has to make way is another question for another folder or port.
void ServerForm::onPlaceEdited()
{
    m_request.running = LaunchRequest::Running::Refuse;
    m_replaced.clear();
    onEdited();
}

void ServerForm::usePort(quint16 port)
{
    m_port->setPort(port);
    m_port->setFocus();
    ask();
}

void ServerForm::replaceHolder()
{
    m_request.running = LaunchRequest::Running::Replace;
    m_replaced = m_preview.portTrouble ? m_preview.portTrouble->holder : QString();
    m_port->setFocus();
    ask();
}

void ServerForm::browse()
{
    askForFolder(this, tr("Folder of the project"), withHome(m_folder->text()),
                 [this](const QString &folder) { m_folder->setText(folder); });
}

void ServerForm::ask()
{
    m_pause.stop();
    m_isCurrent = false;
    m_servers.preview(request(), this, [this, question = ++m_question](const core::LaunchPreview &preview) {
        if (question == m_question)
            showPreview(preview);
    });
}

void ServerForm::showPreview(const core::LaunchPreview &preview)
{
    m_preview = preview;
    m_isCurrent = true;
    showProblems();
    showPortTrouble();
    m_shown = preview.arguments.isEmpty() ? QStringList() : m_servers.command(preview.arguments);
    const QString lines = commandLines(m_shown);
    if (lines != m_commandText->toPlainText())
        m_commandText->setPlainText(lines);
    m_copy->setEnabled(!m_shown.isEmpty());
    m_needed->setText(neededSentence(request().container));
    m_start->setEnabled(isStartable());
    if (std::exchange(m_isStartWanted, false))
        accept();
}

void ServerForm::showProblems()
{
    QHash<Field, QStringList> sentences;
    const core::ContainerRequest container = request().container;
    for (const core::DraftProblem &problem : std::as_const(m_preview.problems)) {
        const QString text = problemSentence(problem);
        const bool isOfMount = problem.field == Field::Mount;
        if (!isStillNeeded(problem, container))
            sentences[problem.field].append(
                isOfMount ? tr("Row %1: %2").arg(m_mounts->rowOf(problem.index) + 1).arg(text) : text);
    }
    if (!m_command->trouble().isEmpty())
        sentences[Field::Command] = {m_command->trouble()};
    m_folderNote->setNote(joinedSentences(sentences.value(Field::Folder)));
    m_imageNote->setNote(joinedSentences(sentences.value(Field::Image)));
    m_commandNote->setNote(joinedSentences(sentences.value(Field::Command)));
    m_mountsNote->setNote(sentences.value(Field::Mount).join(u'\n'));
    m_limitsNote->setNote(joinedSentences(sentences.value(Field::Limits) + sentences.value(Field::Settings)));
}

void ServerForm::showPortTrouble()
{
    const auto &trouble = m_preview.portTrouble;
    const bool mayBeReplaced = trouble && trouble->kind == Kind::PortHeldByServer
        && m_request.running == LaunchRequest::Running::Refuse;
    m_replace->setVisible(mayBeReplaced);
    m_usePort->setVisible(trouble && m_preview.freePort);
    m_usePort->setText(tr("&Use %1").arg(m_preview.freePort.value_or(0)));
    if (trouble)
        m_portNote->setNote(troubleSentence(*trouble));
    else
        m_portNote->setNote(m_replaced.isEmpty() ? QString() : replacementSentence(m_replaced),
                            Mood::Attention);
}

bool ServerForm::isStartable() const
{
    return m_isCurrent && m_preview.problems.isEmpty() && !m_preview.portTrouble
        && m_command->trouble().isEmpty();
}

} // namespace ui
