// SPDX-License-Identifier: MIT
#include "core/probe/elf.h"

#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace core {

namespace {

enum class Width : quint8 { Bits32 = 1, Bits64 = 2 };
enum class Order : quint8 { Little = 1, Big = 2 };

struct Machine
{
    quint16 number;
    Width width;
    Order order;
    const char *architecture;
};

// The machines that docker has a word for.
constexpr std::array machines{
    Machine{3, Width::Bits32, Order::Little, "386"},
    Machine{8, Width::Bits32, Order::Big, "mips"},
    Machine{8, Width::Bits32, Order::Little, "mipsle"},
    Machine{8, Width::Bits64, Order::Big, "mips64"},
    Machine{8, Width::Bits64, Order::Little, "mips64le"},
    Machine{21, Width::Bits64, Order::Big, "ppc64"},
    Machine{21, Width::Bits64, Order::Little, "ppc64le"},
    Machine{22, Width::Bits64, Order::Big, "s390x"},
    Machine{40, Width::Bits32, Order::Little, "arm"},
    Machine{62, Width::Bits64, Order::Little, "amd64"},
    Machine{183, Width::Bits64, Order::Little, "arm64"},
    Machine{243, Width::Bits64, Order::Little, "riscv64"},
    Machine{258, Width::Bits64, Order::Little, "loong64"},
};

// Where a file of either width keeps what is read here.
struct Layout
{
    qsizetype headerSize;
    qsizetype entry;
    qsizetype tableOffset;
    qsizetype entrySize;
    qsizetype entryCount;
    qsizetype minimalEntrySize;
};

constexpr Layout layout32{52, 24, 28, 42, 44, 32};
constexpr Layout layout64{64, 24, 32, 54, 56, 56};

constexpr qsizetype typeOffset = 16;
constexpr qsizetype machineOffset = 18;
constexpr quint16 typeExecutable = 2;
constexpr quint16 typeShared = 3; // also what a position independent program calls itself
constexpr quint32 segmentInterpreter = 3;

// Numbers at offsets that come from the file: absent where they lie outside of what was read.
class Reader
{
public:
    Reader(const QByteArray &bytes, Width width, Order order)
        : m_bytes(bytes)
        , m_width(width)
        , m_order(order)
    {}

    template <typename T>
    std::optional<T> number(quint64 offset) const
    {
        const auto size = quint64(m_bytes.size());
        if (offset > size || size - offset < sizeof(T))
            return std::nullopt;
        const char *from = m_bytes.constData() + offset;
        return m_order == Order::Little ? qFromLittleEndian<T>(from) : qFromBigEndian<T>(from);
    }

    // As wide as an address of the program.
    std::optional<quint64> address(quint64 offset) const
    {
        if (m_width == Width::Bits64)
            return number<quint64>(offset);
        return number<quint32>(offset);
    }

private:
    const QByteArray &m_bytes;
    Width m_width;
    Order m_order;
};

QString architectureOf(quint16 number, Width width, Order order)
{
    for (const Machine &machine : machines) {
        if (machine.number == number && machine.width == width && machine.order == order)
            return QString::fromLatin1(machine.architecture);
    }
    return {};
}

auto unfit(const QString &why)
{
    return failure(u"read the ELF header"_s, why);
}

// Whether one of the program headers asks for a dynamic linker; absent where they lie outside of what was
// read.
std::optional<bool> hasInterpreter(const Reader &reader, quint64 table, quint16 entrySize, quint16 count)
{
    for (quint64 i = 0; i < count; ++i) {
        const auto type = reader.number<quint32>(table + i * entrySize);
        if (!type)
            return std::nullopt;
        if (*type == segmentInterpreter)
            return true;
    }
    return false;
}

} // namespace

Result<ElfFacts> parseElf(const QByteArray &head)
{
    if (!head.startsWith("\x7f"
                         "ELF"))
        return unfit(u"is not an ELF program"_s);
    if (head.size() < layout32.headerSize)
        return unfit(u"is truncated: its ELF header is not complete"_s);
    const auto width = Width(quint8(head[4]));
    const auto order = Order(quint8(head[5]));
    if ((width != Width::Bits32 && width != Width::Bits64) || (order != Order::Little && order != Order::Big))
        return unfit(u"has an ELF header of an unknown kind"_s);

    const Layout &layout = width == Width::Bits64 ? layout64 : layout32;
    if (head.size() < layout.headerSize)
        return unfit(u"is truncated: its ELF header is not complete"_s);
    const Reader reader(head, width, order);
    const quint16 type = *reader.number<quint16>(typeOffset);
    const quint64 table = *reader.address(quint64(layout.tableOffset));
    const quint16 entrySize = *reader.number<quint16>(quint64(layout.entrySize));
    const quint16 count = *reader.number<quint16>(quint64(layout.entryCount));
    const quint64 entry = *reader.address(quint64(layout.entry));
    // A library calls itself what a position independent program does, but starts nowhere.
    if ((type != typeExecutable && type != typeShared) || count == 0 || entry == 0)
        return unfit(u"is no program: it is a library or an object file"_s);
    if (entrySize < layout.minimalEntrySize || table > quint64(head.size()))
        return unfit(u"is truncated: its program headers are missing"_s);
    const auto interpreted = hasInterpreter(reader, table, entrySize, count);
    if (!interpreted)
        return unfit(u"is truncated: its program headers are missing"_s);

    const quint16 machine = *reader.number<quint16>(machineOffset);
    return ElfFacts{
        .architecture = architectureOf(machine, width, order), .machine = machine, .isStatic = !*interpreted};
}

Result<ElfFacts> readElf(const QString &path)
{
    const QString tried = u"read the program %1"_s.arg(path);
    const QFileInfo info(path);
    if (!info.exists())
        return failure(tried, u"does not exist"_s);
    if (info.isDir())
        return failure(tried, u"is a directory"_s);
    // Opening anything else may block, as a pipe does.
    if (!info.isFile())
        return failure(tried, u"is no ordinary file"_s);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(tried, u"cannot be read: %1"_s.arg(file.errorString()));
    auto facts = parseElf(file.read(elfHeadSize));
    if (!facts)
        return failure(tried, facts.error().detail);
    return facts;
}

} // namespace core
