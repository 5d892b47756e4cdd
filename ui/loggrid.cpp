// SPDX-License-Identifier: MIT
#include "ui/loggrid.h"

#include <QTextBoundaryFinder>

#include <algorithm>
#include <array>

namespace ui {

namespace {

struct Block
{
    char32_t first;
    char32_t last;
};

// What terminals give two columns: East Asian Wide and Fullwidth of Unicode 15, joined to blocks.
constexpr std::array wideBlocks{
    Block{0x1100, 0x115f},   Block{0x231a, 0x231b},   Block{0x2329, 0x232a},   Block{0x23e9, 0x23ec},
    Block{0x23f0, 0x23f0},   Block{0x23f3, 0x23f3},   Block{0x25fd, 0x25fe},   Block{0x2614, 0x2615},
    Block{0x2648, 0x2653},   Block{0x267f, 0x267f},   Block{0x2693, 0x2693},   Block{0x26a1, 0x26a1},
    Block{0x26aa, 0x26ab},   Block{0x26bd, 0x26be},   Block{0x26c4, 0x26c5},   Block{0x26ce, 0x26ce},
    Block{0x26d4, 0x26d4},   Block{0x26ea, 0x26ea},   Block{0x26f2, 0x26f3},   Block{0x26f5, 0x26f5},
    Block{0x26fa, 0x26fa},   Block{0x26fd, 0x26fd},   Block{0x2705, 0x2705},   Block{0x270a, 0x270b},
    Block{0x2728, 0x2728},   Block{0x274c, 0x274c},   Block{0x274e, 0x274e},   Block{0x2753, 0x2755},
    Block{0x2757, 0x2757},   Block{0x2795, 0x2797},   Block{0x27b0, 0x27b0},   Block{0x27bf, 0x27bf},
    Block{0x2b1b, 0x2b1c},   Block{0x2b50, 0x2b50},   Block{0x2b55, 0x2b55},   Block{0x2e80, 0x303e},
    Block{0x3041, 0xa4cf},   Block{0xa960, 0xa97f},   Block{0xac00, 0xd7a3},   Block{0xf900, 0xfaff},
    Block{0xfe10, 0xfe19},   Block{0xfe30, 0xfe6f},   Block{0xff01, 0xff60},   Block{0xffe0, 0xffe6},
    Block{0x16fe0, 0x18aff}, Block{0x1b000, 0x1b2ff}, Block{0x1f004, 0x1f004}, Block{0x1f0cf, 0x1f0cf},
    Block{0x1f18e, 0x1f18e}, Block{0x1f191, 0x1f19a}, Block{0x1f1e6, 0x1f265}, Block{0x1f300, 0x1f320},
    Block{0x1f32d, 0x1f335}, Block{0x1f337, 0x1f37c}, Block{0x1f37e, 0x1f393}, Block{0x1f3a0, 0x1f3ca},
    Block{0x1f3cf, 0x1f3d3}, Block{0x1f3e0, 0x1f3f0}, Block{0x1f3f4, 0x1f3f4}, Block{0x1f3f8, 0x1f43e},
    Block{0x1f440, 0x1f440}, Block{0x1f442, 0x1f4fc}, Block{0x1f4ff, 0x1f53d}, Block{0x1f54b, 0x1f567},
    Block{0x1f57a, 0x1f57a}, Block{0x1f595, 0x1f596}, Block{0x1f5a4, 0x1f5a4}, Block{0x1f5fb, 0x1f64f},
    Block{0x1f680, 0x1f6c5}, Block{0x1f6cc, 0x1f6cc}, Block{0x1f6d0, 0x1f6df}, Block{0x1f6eb, 0x1f6ff},
    Block{0x1f7e0, 0x1f7ff}, Block{0x1f90c, 0x1f9ff}, Block{0x1fa70, 0x1faff}, Block{0x20000, 0x3fffd}};

// Scripts whose letters join, stack or move.
constexpr std::array shapedBlocks{Block{0x0900, 0x0dff}, Block{0x0f00, 0x109f}, Block{0x1780, 0x18af}};

constexpr char32_t emojiPresentation = 0xfe0f;

template <typename Blocks>
bool contains(const Blocks &blocks, char32_t c)
{
    const auto block = std::lower_bound(blocks.begin(), blocks.end(), c,
                                        [](const Block &one, char32_t sought) { return one.last < sought; });
    return block != blocks.end() && block->first <= c;
}

int columnsOf(char32_t c)
{
    if (c < 0x300)
        return 1;
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
        return 0;
    default:
        return contains(wideBlocks, c) ? 2 : 1;
    }
}

enum class Direction { Left, Right, Neutral };

// A character as it is seen, with its marks and what is joined to it.
struct Cluster
{
    int columns = 1;
    bool isShaped = false;
    Direction direction = Direction::Neutral;
};

Cluster clusterOf(QStringView text)
{
    Cluster cluster;
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t c = text.at(i).unicode();
        if (QChar::isHighSurrogate(c) && i + 1 < text.size())
            c = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
        if (c > 0xffff)
            ++i;
        cluster.columns = std::max(cluster.columns, c == emojiPresentation ? 2 : columnsOf(c));
        cluster.isShaped = cluster.isShaped || contains(shapedBlocks, c);
        const QChar::Direction direction = QChar::direction(c);
        if (direction == QChar::DirR || direction == QChar::DirAL)
            cluster.direction = Direction::Right;
        else if (direction == QChar::DirL && cluster.direction == Direction::Neutral)
            cluster.direction = Direction::Left;
    }
    return cluster;
}

void extend(LogPiece &piece, const LogPiece &by)
{
    piece.length += by.length;
    piece.columns += by.columns;
}

// Adds a character. Blanks and digits between words that read from the right are theirs: `isBetween` says
// that the last piece is made of nothing else so far and stands behind such a word; returns whether that may
// still be so.
bool join(QList<LogPiece> &pieces, const LogPiece &piece, bool isBetween)
{
    if (pieces.isEmpty()) {
        pieces.append(piece);
        return false;
    }
    if (piece.isRightToLeft && isBetween) {
        const LogPiece between = pieces.takeLast();
        extend(pieces.last(), between);
    }
    LogPiece &last = pieces.last();
    if (last.isShaped == piece.isShaped && last.isRightToLeft == piece.isRightToLeft) {
        extend(last, piece);
        return isBetween && !piece.isShaped;
    }
    const bool isBehind = last.isRightToLeft;
    pieces.append(piece);
    return isBehind && !piece.isShaped;
}

} // namespace

LogGrid::LogGrid(const QString &text)
    : m_size(text.size())
{
    if (!std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c.unicode() < 0x7f; }))
        measure(text);
}

int LogGrid::columnOf(qsizetype index) const
{
    index = std::clamp<qsizetype>(index, 0, m_size);
    return m_columns.isEmpty() ? int(index) : m_columns.at(index);
}

qsizetype LogGrid::indexAt(int column) const
{
    if (m_columns.isEmpty())
        return std::clamp<qsizetype>(column, 0, m_size);
    const auto after = std::upper_bound(m_columns.cbegin(), m_columns.cend(), std::max(column, 0));
    if (after == m_columns.cend())
        return m_size;
    // All of a character's indexes have its column: the first of them is it.
    const auto first = std::lower_bound(m_columns.cbegin(), m_columns.cend(), *(after - 1));
    return first - m_columns.cbegin();
}

qsizetype LogGrid::next(qsizetype index) const
{
    if (m_columns.isEmpty() || index >= m_size)
        return std::min(index + 1, m_size);
    return std::upper_bound(m_columns.cbegin(), m_columns.cend(), m_columns.at(index)) - m_columns.cbegin();
}

QList<qsizetype> LogGrid::rows(int columns) const
{
    QList<qsizetype> begins{0};
    if (columns <= 0)
        return begins;
    while (columnOf(m_size) - columnOf(begins.last()) > columns) {
        const qsizetype begin = begins.last();
        qsizetype cut = indexAt(columnOf(begin) + columns);
        // What is painted as a whole begins a row of its own where it fits into one.
        const auto piece =
            std::lower_bound(m_pieces.cbegin(), m_pieces.cend(), cut,
                             [](const LogPiece &one, qsizetype at) { return one.end() <= at; });
        if (piece != m_pieces.cend() && piece->isShaped && piece->begin > begin)
            cut = std::min(cut, piece->begin);
        cut = std::max(cut, next(begin));
        if (cut >= m_size)
            break;
        begins.append(cut);
    }
    return begins;
}

QList<LogPiece> LogGrid::pieces(qsizetype begin, qsizetype end) const
{
    if (m_pieces.isEmpty()) {
        return {{.begin = begin, .length = end - begin, .column = int(begin), .columns = int(end - begin)}};
    }
    QList<LogPiece> cut;
    for (LogPiece piece : m_pieces) {
        const qsizetype first = std::max(begin, piece.begin);
        const qsizetype last = std::min(end, piece.end());
        if (first >= last)
            continue;
        piece.begin = first;
        piece.length = last - first;
        piece.column = columnOf(first);
        piece.columns = columnOf(last) - piece.column;
        cut.append(piece);
    }
    return cut;
}

void LogGrid::measure(const QString &text)
{
    m_columns.resize(text.size() + 1);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    int column = 0;
    bool isBetween = false;
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = finder.toNextBoundary();
        if (end <= begin)
            end = text.size();
        const Cluster cluster = clusterOf(QStringView(text).sliced(begin, end - begin));
        std::fill(m_columns.begin() + begin, m_columns.begin() + end, column);
        const bool isRight = cluster.direction == Direction::Right;
        const LogPiece piece{.begin = begin,
                             .length = end - begin,
                             .column = column,
                             .columns = cluster.columns,
                             .isShaped = cluster.isShaped || isRight,
                             .isRightToLeft = isRight};
        isBetween = join(m_pieces, piece, isBetween) && cluster.direction == Direction::Neutral;
        column += cluster.columns;
        begin = end;
    }
    m_columns.last() = column;
}

LogColumns columnsWithin(const LogGrid &grid, const LogPiece &piece, qsizetype begin, qsizetype end)
{
    const int first = grid.columnOf(std::clamp(begin, piece.begin, piece.end()));
    const int last = grid.columnOf(std::clamp(end, piece.begin, piece.end()));
    if (!piece.isRightToLeft)
        return {.begin = first, .end = last};
    const int mirror = 2 * piece.column + piece.columns;
    return {.begin = mirror - last, .end = mirror - first};
}

} // namespace ui
