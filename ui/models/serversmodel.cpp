// SPDX-License-Identifier: MIT
#include "ui/models/serversmodel.h"

#include "core/base/redaction.h"
#include "ui/plaintext.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/servers.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// Whether two states of a server differ in nothing but what it uses.
bool differInUsageOnly(core::Server one, const core::Server &other)
{
    one.usage = other.usage;
    return one == other;
}

} // namespace

ServersModel::ServersModel(const core::Servers &servers, core::Clock clock, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_servers(servers)
    , m_clock(std::move(clock))
{
    for (const core::Server &server : servers.servers()) {
        m_rows.append(Row{});
        take(m_rows.back(), server);
    }
    connect(&servers, &core::Servers::inserted, this, &ServersModel::onInserted);
    connect(&servers, &core::Servers::changed, this, &ServersModel::onChanged);
    connect(&servers, &core::Servers::moved, this, &ServersModel::onMoved);
    connect(&servers, &core::Servers::removed, this, &ServersModel::onRemoved);
}

QVariant ServersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(row, index.column()));
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case Qt::AccessibleTextRole:
        return index.column() == StateColumn
            ? tr("%1: %2, %3")
                  .arg(serverTitle(row.server), serverStatus(row.server), moodWord(serverMood(row.server)))
            : text(row, index.column());
    case KeyRole:
        return quint64(row.server.key);
    case MoodRole:
        return mood(row, index.column());
    case ValueRole:
        return value(row, index.column());
    case OrphanRole:
        return index.column() == ProjectColumn && core::isOrphan(row.server);
    case UsagesRole:
        return QVariant::fromValue(row.usages);
    case FilterRole:
        return QStringList{QString::number(row.server.port), row.server.project, row.server.name,
                           stateWord(row.server.state), serverStatus(row.server)}
            .join(u'\n');
    default:
        return {};
    }
}

QString ServersModel::title(int column) const
{
    switch (column) {
    case StateColumn:
        return tr("State");
    case PortColumn:
        return tr("Port");
    case ProjectColumn:
        return tr("Project");
    case StatusColumn:
        return tr("Status");
    case AddressColumn:
        return tr("Address");
    case UpColumn:
        return tr("Up");
    case MemoryColumn:
        return tr("Memory");
    case CpuColumn:
        return tr("CPU");
    case NetworkColumn:
        return tr("Network");
    default:
        return {};
    }
}

bool ServersModel::isNumber(int column) const
{
    return column == UpColumn || column == MemoryColumn || column == CpuColumn;
}

QModelIndex ServersModel::indexOf(core::ServerKey key) const
{
    const auto found = std::ranges::find_if(m_rows, [key](const Row &row) { return row.server.key == key; });
    return found == m_rows.cend() ? QModelIndex() : index(int(found - m_rows.cbegin()), 0);
}

void ServersModel::refreshAges()
{
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, UpColumn), index(int(m_rows.size()) - 1, UpColumn));
}

void ServersModel::onInserted(qsizetype index)
{
    beginInsertRows({}, int(index), int(index));
    m_rows.insert(index, Row{});
    take(m_rows[index], m_servers.servers().at(index));
    endInsertRows();
}

void ServersModel::onChanged(qsizetype index)
{
    const core::Server &server = m_servers.servers().at(index);
    Row &row = m_rows[index];
    if (row.server == server)
        return;
    const bool usageOnly = differInUsageOnly(row.server, server);
    take(row, server);
    Q_EMIT dataChanged(this->index(int(index), usageOnly ? MemoryColumn : StateColumn),
                       this->index(int(index), usageOnly ? CpuColumn : ColumnCount - 1));
}

void ServersModel::onMoved(qsizetype from, qsizetype to)
{
    // Qt counts the place in front of which a row goes while it is still where it was.
    beginMoveRows({}, int(from), int(from), {}, int(to > from ? to + 1 : to));
    m_rows.move(from, to);
    endMoveRows();
    onChanged(to);
}

void ServersModel::onRemoved(qsizetype index)
{
    beginRemoveRows({}, int(index), int(index));
    m_rows.removeAt(index);
    endRemoveRows();
}

void ServersModel::take(Row &row, const core::Server &server)
{
    if (!server.usage)
        row.usages.clear();
    else if (row.server.usage != server.usage)
        row.usages.append(server.usage->cpuPercent);
    if (row.usages.size() > keptUsages)
        row.usages.removeFirst();
    row.server = server;
}

QString ServersModel::text(const Row &row, int column) const
{
    const core::Server &server = row.server;
    switch (column) {
    case PortColumn:
        return server.port == 0 ? QString() : QString::number(server.port);
    case ProjectColumn:
        return projectName(server);
    case StatusColumn:
        return serverStatus(server);
    case AddressColumn:
        return server.address();
    case UpColumn:
        return server.isAlive() ? ageText(server.since, m_clock.wall()) : QString();
    case MemoryColumn:
        return server.usage ? memoryText(server.usage->memory) : QString();
    case CpuColumn:
        return server.usage ? cpuText(server.usage->cpuPercent) : QString();
    case NetworkColumn:
        return networkText(server);
    default:
        return {}; // the state is a shape
    }
}

QVariant ServersModel::value(const Row &row, int column) const
{
    const core::Server &server = row.server;
    switch (column) {
    case StateColumn:
    case StatusColumn:
        return int(server.state);
    case PortColumn:
        return server.port;
    case ProjectColumn:
        return server.project;
    case AddressColumn:
        return server.address();
    case UpColumn:
        return server.since;
    case MemoryColumn:
        return server.usage ? QVariant(server.usage->memory) : QVariant();
    case CpuColumn:
        return server.usage ? QVariant(server.usage->cpuPercent) : QVariant();
    case NetworkColumn:
        return int(server.mode);
    default:
        return {};
    }
}

QVariant ServersModel::mood(const Row &row, int column) const
{
    if (column == StateColumn)
        return int(serverMood(row.server));
    if (column == NetworkColumn && row.server.isExposed())
        return int(Mood::Attention);
    return {};
}

QString ServersModel::toolTip(const Row &row, int column) const
{
    const core::Server &server = row.server;
    switch (column) {
    case StateColumn:
        return stateWord(server.state);
    case ProjectColumn:
        return core::excerpt(server.project.isEmpty() ? server.name : server.project);
    case StatusColumn:
        return joinedSentences({sentence(serverStatus(server)), ownershipText(server)});
    case UpColumn:
        return server.since.isValid() ? QLocale().toString(server.since.toLocalTime(), QLocale::ShortFormat)
                                      : QString();
    case NetworkColumn:
        return networkExplanation(server);
    default:
        return text(row, column);
    }
}

} // namespace ui
