// SPDX-License-Identifier: MIT
#include "core/probe/payload.h"

#include "tests/core/elfpicture.h"
#include "tests/registry.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QtConcurrentRun>

using namespace core;
using namespace Qt::StringLiterals;
using tests::ElfPicture;

namespace {

const QByteArray amd64 = ElfPicture{.machine = 62}.bytes();
const QByteArray arm64 = ElfPicture{.machine = 183}.bytes();
const QByteArray dynamic = ElfPicture{.machine = 62, .segments = {3, 1}}.bytes();

} // namespace

class PayloadTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString write(const QString &name, const QByteArray &content)
    {
        QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("the fixture cannot be written");
        return path;
    }

    // Nothing but what a test puts there.
    PayloadSources sources() const { return {.builtIn = false, .dataFolder = m_folder->filePath(u"data"_s)}; }

    static QString detailOf(const PayloadSources &sources, const QString &architecture)
    {
        const auto payload = Payloads(sources).forArchitecture(architecture);
        return payload ? u"(no error)"_s : payload.error().detail;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theAgentIsBuiltInForThisMachine()
    {
        Payloads payloads(PayloadSources{});
        const auto payload = payloads.forArchitecture(QStringLiteral(BERTH_NATIVE_ARCHITECTURE));
        QVERIFY2(payload.has_value(), qPrintable(payload ? QString() : payload.error().detail));
        QCOMPARE((*payload)->kind, Payload::Kind::Agent);
        QCOMPARE((*payload)->source, u"built in"_s);
        QCOMPARE((*payload)->program, u"/berth-agent"_s);
        QFile agent(QStringLiteral(BERTH_AGENT));
        QVERIFY(agent.open(QIODevice::ReadOnly));
        QVERIFY((*payload)->layer.contains(agent.readAll()));
        QCOMPARE((*payload)->layerDigest,
                 QCryptographicHash::hash((*payload)->layer, QCryptographicHash::Sha256).toHex());
    }

    void theConfiguredFileComesBeforeTheAgent()
    {
        PayloadSources from = sources();
        from.builtIn = true;
        from.configured = write(u"mine"_s, amd64);
        const auto payload = Payloads(from).forArchitecture(u"amd64"_s);
        QVERIFY(payload.has_value());
        QCOMPARE((*payload)->kind, Payload::Kind::Busybox);
        QCOMPARE((*payload)->source, from.configured);
        QCOMPARE((*payload)->program, u"/busybox"_s);
        QVERIFY((*payload)->layer.contains(amd64));
    }

    void anUnfitConfiguredFileIsNeverReplaced_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("why");
        QTest::newRow("a foreign one") << arm64 << u"is built for arm64, the engine needs amd64"_s;
        QTest::newRow("a dynamic one")
            << dynamic << u"is dynamically linked; it cannot run in an image of its own"_s;
        QTest::newRow("a script") << QByteArray("#!/bin/sh\n") << u"is not an ELF program"_s;
        QTest::newRow("one for a machine without a word")
            << ElfPicture{.machine = 4711}.bytes()
            << u"is built for a machine that docker does not know (ELF machine 4711)"_s;
    }

    void anUnfitConfiguredFileIsNeverReplaced()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, why);
        PayloadSources from = sources();
        from.builtIn = true;
        from.configured = write(u"mine"_s, content);
        from.systemFiles = {write(u"good"_s, amd64)};
        QCOMPARE(detailOf(from, u"amd64"_s), QString(from.configured + u' ' + why));
    }

    void aNameThatLooksLikeAPlaceholderStaysAsItIs()
    {
        PayloadSources from = sources();
        from.configured = write(u"%1%2"_s, ElfPicture{.machine = 4711}.bytes());
        const QString detail = detailOf(from, u"amd64"_s);
        QVERIFY2(detail.startsWith(from.configured + u" is built"_s), qPrintable(detail));
        QVERIFY2(detail.endsWith(u"(ELF machine 4711)"_s), qPrintable(detail));
    }

    void aMissingConfiguredFileIsNeverReplaced()
    {
        PayloadSources from = sources();
        from.builtIn = true;
        from.configured = m_folder->filePath(u"gone"_s);
        QCOMPARE(detailOf(from, u"amd64"_s), QString(from.configured + u" does not exist"));
    }

    void aSystemFileComesBeforeTheDataFolder()
    {
        PayloadSources from = sources();
        from.systemFiles = {m_folder->filePath(u"gone"_s), write(u"foreign"_s, arm64),
                            write(u"fit"_s, amd64)};
        write(u"data/amd64/busybox"_s, amd64);
        const auto payload = Payloads(from).forArchitecture(u"amd64"_s);
        QVERIFY(payload.has_value());
        QCOMPARE((*payload)->source, from.systemFiles.last());
    }

    void theDataFolderHoldsWhatTheSystemHasNot()
    {
        PayloadSources from = sources();
        from.systemFiles = {write(u"fit"_s, amd64)};
        const QString kept = write(u"data/arm64/busybox"_s, arm64);
        const auto payload = Payloads(from).forArchitecture(u"arm64"_s);
        QVERIFY(payload.has_value());
        QCOMPARE((*payload)->source, kept);
        QCOMPARE((*payload)->architecture, u"arm64"_s);
    }

    void nothingFitNamesEveryCandidateOnce()
    {
        PayloadSources from = sources();
        const QString foreign = write(u"foreign"_s, amd64);
        const QString link = m_folder->filePath(u"link"_s);
        QVERIFY(QFile::link(foreign, link));
        from.systemFiles = {foreign, link, m_folder->filePath(u"gone"_s)};
        QCOMPARE(
            detailOf(from, u"arm64"_s),
            u"no payload for arm64 on this machine: no agent for it is built in; %1 is built for amd64, the "
            "engine needs arm64; %2/arm64/busybox does not exist"_s.arg(foreign, from.dataFolder));
    }

    void onlyAPlainWordReachesAPath_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a way up") << u"../amd64"_s;
        QTest::newRow("a folder") << u"amd64/."_s;
        QTest::newRow("capitals") << u"AMD64"_s;
        QTest::newRow("a line feed") << u"amd64\n"_s;
        QTest::newRow("a null") << QString(u"amd64"_s + QChar(0));
    }

    void onlyAPlainWordReachesAPath()
    {
        QFETCH(QString, architecture);
        PayloadSources from = sources();
        write(u"data/amd64/busybox"_s, amd64);
        QVERIFY(detailOf(from, architecture).startsWith(u"the engine's architecture is no plain word: "_s));
    }

    void everyThreadSharesOnePayload()
    {
        PayloadSources from = sources();
        from.systemFiles = {write(u"fit"_s, amd64)};
        Payloads payloads(from);
        QList<QFuture<const Payload *>> futures;
        for (int i = 0; i < 8; ++i)
            futures.append(QtConcurrent::run(
                [&payloads] { return payloads.forArchitecture(u"amd64"_s).value().get(); }));
        QSet<const Payload *> made;
        for (const auto &future : futures)
            made.insert(future.result());
        QCOMPARE(made.size(), 1);
    }

    void aFailureIsNotKept()
    {
        PayloadSources from = sources();
        from.configured = m_folder->filePath(u"later"_s);
        Payloads payloads(from);
        QVERIFY(!payloads.forArchitecture(u"amd64"_s).has_value());
        write(u"later"_s, amd64);
        QVERIFY(payloads.forArchitecture(u"amd64"_s).has_value());
    }
};

BERTH_TEST(PayloadTest)

#include "tst_payload.moc"
