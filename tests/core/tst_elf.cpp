// SPDX-License-Identifier: MIT
#include "core/probe/elf.h"

#include "tests/core/elfpicture.h"
#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using tests::ElfPicture;

namespace {

constexpr auto big = QSysInfo::BigEndian;

// Root reads everything, so it has to be somebody else for a while.
class AsNobody
{
public:
    AsNobody()
    {
        if (m_user == 0 && seteuid(65534) != 0)
            qFatal("the effective user cannot be changed");
    }
    ~AsNobody()
    {
        if (m_user == 0 && seteuid(0) != 0)
            qFatal("the effective user cannot be changed back");
    }
    Q_DISABLE_COPY_MOVE(AsNobody)

private:
    const uid_t m_user = geteuid();
};

QString write(const QTemporaryDir &folder, const QByteArray &content)
{
    QString path = folder.filePath(u"program"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("the fixture cannot be written");
    return path;
}

QString detailOf(const Result<ElfFacts> &facts)
{
    return facts ? u"(no error)"_s : facts.error().detail;
}

} // namespace

class ElfTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTheArchitectureInDockersWords_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("architecture");
        QTest::newRow("x86-64") << ElfPicture{.machine = 62}.bytes() << u"amd64"_s;
        QTest::newRow("AArch64") << ElfPicture{.machine = 183}.bytes() << u"arm64"_s;
        QTest::newRow("32-bit Arm") << ElfPicture{.machine = 40, .bits = 32}.bytes() << u"arm"_s;
        QTest::newRow("32-bit x86") << ElfPicture{.machine = 3, .bits = 32}.bytes() << u"386"_s;
        QTest::newRow("RISC-V") << ElfPicture{.machine = 243}.bytes() << u"riscv64"_s;
        QTest::newRow("little-endian PowerPC") << ElfPicture{.machine = 21}.bytes() << u"ppc64le"_s;
        QTest::newRow("big-endian PowerPC") << ElfPicture{.machine = 21, .order = big}.bytes() << u"ppc64"_s;
        QTest::newRow("s390") << ElfPicture{.machine = 22, .order = big}.bytes() << u"s390x"_s;
        QTest::newRow("little-endian 64-bit MIPS") << ElfPicture{.machine = 8}.bytes() << u"mips64le"_s;
        QTest::newRow("big-endian 32-bit MIPS")
            << ElfPicture{.machine = 8, .bits = 32, .order = big}.bytes() << u"mips"_s;
        QTest::newRow("x86-64 with 32-bit addresses, which docker has no word for")
            << ElfPicture{.machine = 62, .bits = 32}.bytes() << QString();
        QTest::newRow("32-bit RISC-V, which docker has no word for")
            << ElfPicture{.machine = 243, .bits = 32}.bytes() << QString();
        QTest::newRow("a machine that nobody built") << ElfPicture{.machine = 4711}.bytes() << QString();
    }

    void namesTheArchitectureInDockersWords()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, architecture);
        const auto facts = parseElf(file);
        QVERIFY2(facts.has_value(), qPrintable(detailOf(facts)));
        QCOMPARE(facts->architecture, architecture);
        QVERIFY(facts->isStatic);
    }

    void tellsTheNumberOfAMachineWithoutAWord()
    {
        const auto facts = parseElf(ElfPicture{.machine = 4711}.bytes());
        QVERIFY(facts.has_value());
        QCOMPARE(facts->machine, quint16(4711));
    }

    void tellsStaticFromDynamic_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<bool>("isStatic");
        QTest::newRow("nothing but loaded segments is static")
            << ElfPicture{.segments = {1, 1}}.bytes() << true;
        QTest::newRow("an interpreter is dynamic") << ElfPicture{.segments = {6, 3, 1}}.bytes() << false;
        QTest::newRow("an interpreter that comes last is dynamic")
            << ElfPicture{.bits = 32, .segments = {1, 1, 3}}.bytes() << false;
        QTest::newRow("a position independent program without one is static")
            << ElfPicture{.type = 3, .segments = {1, 2}}.bytes() << true;
        QTest::newRow("an interpreter is found in either byte order")
            << ElfPicture{.machine = 22, .order = big, .segments = {6, 3}}.bytes() << false;
    }

    void tellsStaticFromDynamic()
    {
        QFETCH(QByteArray, file);
        const auto facts = parseElf(file);
        QVERIFY2(facts.has_value(), qPrintable(detailOf(facts)));
        QTEST(facts->isStatic, "isStatic");
    }

    void refusesWhatIsNoProgram_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("detail");
        const QByteArray good = ElfPicture{.segments = {1, 3}}.bytes();
        QByteArray strange = good;
        strange[4] = 3;
        QByteArray farAway = good;
        farAway.replace(32, 8, QByteArray(8, '\xff'));
        const QString incomplete = u"is truncated: its ELF header is not complete"_s;
        const QString headless = u"is truncated: its program headers are missing"_s;
        const QString library = u"is no program: it is a library or an object file"_s;
        QTest::newRow("an empty file") << QByteArray() << u"is not an ELF program"_s;
        QTest::newRow("a script") << QByteArray("#!/bin/sh\n") << u"is not an ELF program"_s;
        QTest::newRow("the magic alone") << good.left(4) << incomplete;
        QTest::newRow("a 64-bit header cut where a 32-bit one would end") << good.left(52) << incomplete;
        QTest::newRow("a header without its segments") << good.left(64) << headless;
        QTest::newRow("a cut in the last segment's type") << good.left(64 + 56 + 3) << headless;
        QTest::newRow("segments beyond the end of all files") << farAway << headless;
        QTest::newRow("a word size of the future") << strange << u"has an ELF header of an unknown kind"_s;
        QTest::newRow("an object file") << ElfPicture{.type = 1}.bytes() << library;
        QTest::newRow("a shared library") << ElfPicture{.type = 3, .entry = 0}.bytes() << library;
        QTest::newRow("a program without segments") << ElfPicture{.segments = {}}.bytes() << library;
    }

    void refusesWhatIsNoProgram()
    {
        QFETCH(QByteArray, file);
        const auto facts = parseElf(file);
        QVERIFY(!facts.has_value());
        QTEST(facts.error().detail, "detail");
    }

    void readsTheProgramThatRunsThisTest()
    {
        const auto facts = readElf(u"/proc/self/exe"_s);
        QVERIFY2(facts.has_value(), qPrintable(detailOf(facts)));
        QVERIFY(!facts->architecture.isEmpty());
        QVERIFY(!facts->isStatic);
    }

    void saysWhyAFileCannotBeRead()
    {
        QTemporaryDir folder;
        QCOMPARE(detailOf(readElf(folder.filePath(u"nothing"_s))), u"does not exist"_s);
        QCOMPARE(detailOf(readElf(folder.path())), u"is a directory"_s);
        QCOMPARE(detailOf(readElf(u"/dev/null"_s)), u"is no ordinary file"_s);
        QCOMPARE(detailOf(readElf(write(folder, "text"))), u"is not an ELF program"_s);
    }

    void saysThatAFileMayNotBeRead()
    {
        QTemporaryDir folder;
        const QString path = write(folder, ElfPicture{}.bytes());
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7755)));
        QVERIFY(QFile::setPermissions(path, QFile::Permissions()));
        const AsNobody nobody;
        QCOMPARE(detailOf(readElf(path)), u"cannot be read: Permission denied"_s);
    }

    // Files that a fuzzer found worth keeping: each once reached a branch that no other did.
    void survivesWhatAFuzzerFound()
    {
        const QDir seeds(QStringLiteral(BERTH_SEEDS "/elf"));
        const QStringList names = seeds.entryList(QDir::Files);
        QVERIFY(names.size() > 20);
        for (const QString &name : names) {
            QFile file(seeds.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray whole = file.readAll();
            for (qsizetype length = 0; length <= whole.size(); ++length) {
                const auto facts = parseElf(whole.left(length));
                QVERIFY(facts.has_value() || !facts.error().detail.isEmpty());
            }
        }
    }
};

BERTH_TEST(ElfTest)

#include "tst_elf.moc"
