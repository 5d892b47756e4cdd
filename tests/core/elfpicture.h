// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>
#include <QtEndian>

namespace tests {

// An ELF file of nothing but its headers, drawn by what it says.
struct ElfPicture
{
    quint16 machine = 62;
    int bits = 64;
    QSysInfo::Endian order = QSysInfo::LittleEndian;
    quint16 type = 2; // an executable
    quint64 entry = 0x1000;
    QList<quint32> segments = {1}; // 1 is loaded, 3 names a dynamic linker

    QByteArray bytes() const
    {
        QByteArray file("\x7f"
                        "ELF");
        file += char(bits / 32);
        file += order == QSysInfo::LittleEndian ? '\1' : '\2';
        file += '\1';
        file += QByteArray(9, '\0');
        const quint16 headerSize = bits == 64 ? 64 : 52;
        const quint16 segmentSize = bits == 64 ? 56 : 32;
        put(file, type);
        put(file, machine);
        put(file, quint32(1));
        putAddress(file, entry);
        putAddress(file, headerSize); // the program headers follow at once
        putAddress(file, 0);
        put(file, quint32(0));
        for (const quint16 value :
             {headerSize, segmentSize, quint16(segments.size()), quint16(0), quint16(0), quint16(0)})
            put(file, value);
        for (const quint32 segment : segments) {
            put(file, segment);
            file += QByteArray(segmentSize - 4, '\0');
        }
        return file;
    }

private:
    template <typename T>
    void put(QByteArray &file, T value) const
    {
        const T stored = order == QSysInfo::LittleEndian ? qToLittleEndian(value) : qToBigEndian(value);
        file.append(reinterpret_cast<const char *>(&stored), sizeof stored);
    }

    void putAddress(QByteArray &file, quint64 value) const
    {
        if (bits == 64)
            put(file, value);
        else
            put(file, quint32(value));
    }
};

} // namespace tests
