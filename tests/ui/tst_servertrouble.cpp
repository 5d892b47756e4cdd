// SPDX-License-Identifier: MIT
#include "ui/presentation/servertrouble.h"

#include "tests/registry.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Kind = ServerTrouble::Kind;

Q_DECLARE_METATYPE(core::ServerTrouble)

namespace {

constexpr int kinds = int(Kind::NotRemoved) + 1;

} // namespace

class ServerTroubleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasASentenceAndAWord()
    {
        static const QRegularExpression word(u"^[a-z]+(-[a-z]+)*$"_s);
        QSet<QString> ids;
        QSet<QString> sentences;
        for (int i = 0; i < kinds; ++i) {
            const auto kind = Kind(i);
            const QString id = ui::troubleId(kind);
            const QString sentence = ui::troubleSentence({.kind = kind});
            QVERIFY2(word.match(id).hasMatch(), qPrintable(id));
            QVERIFY2(sentence.front().isUpper() && sentence.endsWith(u'.'), qPrintable(sentence));
            // What is wrong, and what to do: behind a colon, or a sentence of its own.
            QVERIFY2(sentence.contains(": "_L1) || sentence.contains(". "_L1), qPrintable(sentence));
            QVERIFY2(!sentence.contains("  "_L1) && !sentence.contains("()"_L1), qPrintable(sentence));
            ids.insert(id);
            sentences.insert(sentence);
        }
        QCOMPARE(ids.size(), kinds);
        QCOMPARE(sentences.size(), kinds);
    }

    void itsFactsAreInTheSentence_data()
    {
        QTest::addColumn<ServerTrouble>("trouble");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *claim, const ServerTrouble &trouble, const QString &sentence) {
            QTest::newRow(claim) << trouble << sentence;
        };
        const Diagnosis full{
            .id = u"disk-full"_s, .cause = u"The disk is full."_s, .remedy = u"Make room."_s};
        row("a request", {.kind = Kind::BadRequest, .detail = u"/etc is a folder of the system"_s},
            u"It cannot be started like this. /etc is a folder of the system. Change that, then start it "
            "again."_s);
        row("no engine, cause known", {.kind = Kind::EngineUnreachable, .diagnosis = full},
            u"The engine cannot be reached. The disk is full. Make room."_s);
        row("no image", {.kind = Kind::ImageMissing, .detail = u"manifest unknown"_s},
            u"Its image is not there and could not be pulled. Manifest unknown. Check the name of the image, "
            "or pull it with “docker pull”."_s);
        row("a dev server on the port", {.kind = Kind::PortHeldByServer, .holder = u"berth-devserver-4300"_s},
            u"The dev server “berth-devserver-4300” holds the port: open that one, replace it, or choose "
            "another port."_s);
        row("a container on the port",
            {.kind = Kind::PortHeldByContainer, .holder = u"db"_s, .detail = u"created"_s},
            u"The container “db” (created) holds the port: remove it, or choose another port."_s);
        row("a program on the port", {.kind = Kind::PortHeldByProcess, .holder = u"node"_s, .holderPid = 321},
            u"The program “node” (process 321) listens on the port: end it, or choose another port."_s);
        row("another user's program on the port", {.kind = Kind::PortHeldByProcess},
            u"A program of this machine listens on the port: end it, or choose another port."_s);
        row("a container that does not start, cause known",
            {.kind = Kind::CouldNotStart, .detail = u"no space left"_s, .diagnosis = full},
            u"Its container could not be started. No space left. The disk is full. Make room."_s);
        row("an end with an error", {.kind = Kind::Exited, .exitCode = 3},
            u"It ended by itself with exit code 3: look into its log for the reason."_s);
        row("an end without an error", {.kind = Kind::Exited},
            u"It ended by itself, without an error: give it a command that goes on serving."_s);
        row("the memory limit", {.kind = Kind::OutOfMemory, .exitCode = 137, .memory = qint64(512) << 20},
            u"It was killed: it hit the memory limit of 512m. Raise it with the setting sandbox/memory."_s);
        row("the limit of processes", {.kind = Kind::PidsLimit, .pids = 64},
            u"It hit the limit of 64 processes: raise it with the setting sandbox/pids."_s);
        row("another name", {.kind = Kind::RenamedOutside, .detail = u"shop"_s},
            u"Its container was renamed to “shop” from outside: rename it back, or take it down."_s);
    }
    void itsFactsAreInTheSentence()
    {
        QFETCH(const ServerTrouble, trouble);
        QTEST(ui::troubleSentence(trouble), "sentence");
    }

    void whatOthersWroteIsMadeHarmless()
    {
        for (int i = 0; i < kinds; ++i) {
            const QString sentence = ui::troubleSentence(
                {.kind = Kind(i), .holder = u"a\x1b[31m\nb"_s, .detail = u"\x1b]0;x\a PASSWORD=hunter2\n"_s});
            QVERIFY2(!sentence.contains(u'\x1b') && !sentence.contains(u'\n')
                         && !sentence.contains("hunter2"_L1),
                     qPrintable(sentence));
        }
    }
};

BERTH_TEST(ServerTroubleTest)

#include "tst_servertrouble.moc"
