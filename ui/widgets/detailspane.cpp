// SPDX-License-Identifier: MIT
#include "ui/widgets/detailspane.h"

#include "core/base/redaction.h"
#include "ui/delegates/stepdelegate.h"
#include "ui/models/stepsmodel.h"
#include "ui/plaintext.h"
#include "ui/presentation/sentence.h"
#include "ui/widgets/copied.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// From this width on, the text stands beside the steps, else below them.
constexpr int wideFrom = 860;

} // namespace

DetailsPane::DetailsPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new StepsModel(this))
    , m_halves(new QSplitter(this))
    , m_steps(new QTreeView(this))
    , m_ending(new MutedLabel(this))
    , m_copy(new QPushButton(tr("Copy co&mmand"), this))
    , m_transcript(new QPlainTextEdit(this))
{
    setObjectName(u"details"_s);
    setUpSteps();
    m_halves->setChildrenCollapsible(false);
    m_halves->setHandleWidth(rhythm);
    m_halves->addWidget(m_steps);
    m_halves->addWidget(makeStepView());
    m_halves->setStretchFactor(0, 2);
    m_halves->setStretchFactor(1, 3);
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * rhythm, 0, 2 * rhythm, 2 * rhythm);
    layout->addWidget(m_halves);
}

void DetailsPane::setMeasurement(const core::Measurement &measurement)
{
    // Rows that go take the selection with them, which is nobody's wish.
    const auto wanted = m_wanted;
    m_model->setMeasurement(measurement);
    m_wanted = wanted;
    selectWanted();
}

void DetailsPane::showStep(core::Step step)
{
    m_wanted = step;
    selectWanted();
}

void DetailsPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_halves->setOrientation(width() >= wideFrom ? Qt::Horizontal : Qt::Vertical);
}

void DetailsPane::setUpSteps()
{
    m_steps->setObjectName(u"steps"_s);
    m_steps->setAccessibleName(tr("Steps of the check"));
    m_steps->setModel(m_model);
    m_steps->setItemDelegate(new StepDelegate(m_steps));
    m_steps->setRootIsDecorated(false);
    m_steps->setUniformRowHeights(true);
    m_steps->setAllColumnsShowFocus(true);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Room for the longest step beside an exit code.
    m_steps->setMinimumWidth(62 * m_steps->fontMetrics().averageCharWidth());
    m_steps->setMinimumHeight(4 * m_steps->fontMetrics().lineSpacing());
    m_steps->header()->setStretchLastSection(false);
    m_steps->header()->setSectionsMovable(false);
    m_steps->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // A result may be a long reason, which is elided here and whole beside the list.
    m_steps->header()->setSectionResizeMode(StepsModel::ResultColumn, QHeaderView::Stretch);
    connect(m_steps->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &DetailsPane::onCurrentChanged);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &DetailsPane::showCurrent);
}

QWidget *DetailsPane::makeStepView()
{
    m_ending->setObjectName(u"stepEnding"_s);
    m_ending->setWordWrap(true);
    makeSelectable(*m_ending);
    m_copy->setObjectName(u"copyStepCommand"_s);
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &DetailsPane::copyCommand);
    m_transcript->setObjectName(u"transcript"_s);
    m_transcript->setAccessibleName(tr("The step's command and what it printed"));
    m_transcript->setReadOnly(true);
    m_transcript->setFrameShape(QFrame::NoFrame);
    m_transcript->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_transcript->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_transcript->setTabChangesFocus(true);
    m_transcript->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_transcript->setMinimumHeight(4 * m_transcript->fontMetrics().lineSpacing());
    // Commands and what they print read from left to right in every language.
    m_transcript->setLayoutDirection(Qt::LeftToRight);

    auto *const view = new QWidget(this);
    auto *const head = new QHBoxLayout;
    head->addWidget(m_ending, 1);
    head->addWidget(m_copy);
    auto *const layout = new QVBoxLayout(view);
    layout->setContentsMargins({});
    layout->setSpacing(rhythm / 2);
    layout->addLayout(head);
    layout->addWidget(m_transcript, 1);
    return view;
}

void DetailsPane::selectWanted()
{
    const auto wanted = m_wanted;
    const QModelIndex index = wanted ? m_model->indexOf(*wanted) : QModelIndex();
    m_steps->setCurrentIndex(index.isValid() ? index : m_model->decisiveIndex());
    m_wanted = wanted;
    showCurrent();
}

void DetailsPane::showCurrent()
{
    const QModelIndex index = m_steps->currentIndex().siblingAtColumn(StepsModel::StepColumn);
    m_command = core::printable(core::shellCommand(index.data(StepsModel::CommandRole).toStringList()));
    m_copy->setVisible(!m_command.isEmpty());
    const QString result = index.siblingAtColumn(StepsModel::ResultColumn).data().toString();
    const QString time = index.siblingAtColumn(StepsModel::TimeColumn).data().toString();
    m_ending->setText(joinedLine({result, time}));
    const QString output = core::printable(index.data(StepsModel::OutputRole).toString());
    const QString transcript = m_command.isEmpty() ? output : u"$ "_s % m_command % u"\n\n"_s % output;
    if (transcript != m_transcript->toPlainText())
        m_transcript->setPlainText(transcript);
}

void DetailsPane::copyCommand()
{
    copyAndSay(m_command, *m_copy);
}

void DetailsPane::onCurrentChanged(const QModelIndex &index)
{
    if (index.isValid())
        m_wanted = core::Step(index.data(StepsModel::StepRole).toInt());
    showCurrent();
}

} // namespace ui
