// SPDX-License-Identifier: MIT
#include "ui/widgets/detailspane.h"

#include "core/base/redaction.h"
#include "ui/models/stepsmodel.h"
#include "ui/plaintext.h"
#include "ui/widgets/commandrow.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// From this width on, the text stands beside the steps, else below them.
constexpr int wideFrom = 860;

} // namespace

DetailsPane::DetailsPane(QWidget *parent)
    : QSplitter(parent)
    , m_model(new StepsModel(this))
    , m_steps(new QTreeView(this))
    , m_command(new CommandRow(tr("Copy co&mmand"), this))
    , m_ending(new MutedLabel(this))
    , m_output(new QPlainTextEdit(this))
{
    m_steps->setObjectName(u"steps"_s);
    m_steps->setAccessibleName(tr("Steps of the check"));
    m_steps->setModel(m_model);
    m_steps->setRootIsDecorated(false);
    m_steps->setUniformRowHeights(true);
    m_steps->setAllColumnsShowFocus(true);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setMinimumHeight(4 * m_steps->fontMetrics().lineSpacing());
    m_steps->header()->setStretchLastSection(false);
    m_steps->header()->setSectionsMovable(false);
    m_steps->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_steps->header()->setSectionResizeMode(StepsModel::StepColumn, QHeaderView::Stretch);
    connect(m_steps->selectionModel(), &QItemSelectionModel::currentChanged, this, &DetailsPane::showCurrent);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &DetailsPane::showCurrent);
    connect(m_steps, &QAbstractItemView::clicked, this, &DetailsPane::onStepClicked);

    setObjectName(u"details"_s);
    setChildrenCollapsible(false);
    setHandleWidth(rhythm);
    addWidget(m_steps);
    addWidget(makeStepView());
    setStretchFactor(0, 2);
    setStretchFactor(1, 3);
}

void DetailsPane::setMeasurement(const core::Measurement &measurement)
{
    m_model->setMeasurement(measurement);
    selectWanted();
}

void DetailsPane::showStep(core::Step step)
{
    m_wanted = step;
    selectWanted();
}

void DetailsPane::resizeEvent(QResizeEvent *event)
{
    QSplitter::resizeEvent(event);
    setOrientation(width() >= wideFrom ? Qt::Horizontal : Qt::Vertical);
}

QWidget *DetailsPane::makeStepView()
{
    m_command->setObjectName(u"stepCommand"_s);
    m_ending->setObjectName(u"stepEnding"_s);
    makeSelectable(*m_ending);
    m_output->setObjectName(u"stepOutput"_s);
    m_output->setAccessibleName(tr("What the step printed"));
    m_output->setReadOnly(true);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_output->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_output->setTabChangesFocus(true);
    m_output->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_output->setMinimumHeight(3 * m_output->fontMetrics().lineSpacing());

    auto *const view = new QWidget(this);
    auto *const layout = new QVBoxLayout(view);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_command);
    layout->addWidget(m_ending);
    layout->addWidget(m_output, 1);
    return view;
}

void DetailsPane::selectWanted()
{
    QModelIndex index = m_wanted ? m_model->indexOf(*m_wanted) : QModelIndex();
    if (!index.isValid())
        index = m_model->decisiveIndex();
    if (index.row() != m_steps->currentIndex().row())
        m_steps->setCurrentIndex(index);
    showCurrent();
}

void DetailsPane::showCurrent()
{
    const QModelIndex index = m_steps->currentIndex().siblingAtColumn(StepsModel::StepColumn);
    const QStringList command = index.data(StepsModel::CommandRole).toStringList();
    m_command->setCommand(core::redacted(core::shellCommand(command)));
    m_command->setVisible(!command.isEmpty());
    const QString result = index.siblingAtColumn(StepsModel::ResultColumn).data().toString();
    const QString time = index.siblingAtColumn(StepsModel::TimeColumn).data().toString();
    m_ending->setText(time.isEmpty() ? result : tr("%1, after %2").arg(result, time));
    const QString output = core::printable(index.data(StepsModel::OutputRole).toString());
    m_output->setPlaceholderText(index.data(StepsModel::RunningRole).toBool() ? QString()
                                                                              : tr("It printed nothing."));
    if (output != m_output->toPlainText())
        m_output->setPlainText(output);
}

void DetailsPane::onStepClicked(const QModelIndex &index)
{
    m_wanted = core::Step(index.data(StepsModel::StepRole).toInt());
}

} // namespace ui
