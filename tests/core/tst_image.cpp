// SPDX-License-Identifier: MIT
#include "core/probe/image.h"

#include "tests/registry.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

// What tar itself makes of `archive`.
QByteArray tar(const QStringList &arguments, const QByteArray &archive)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s);
    environment.insert(u"TZ"_s, u"UTC"_s);
    process.setProcessEnvironment(environment);
    process.start(u"tar"_s, arguments);
    process.write(archive);
    process.closeWriteChannel();
    process.waitForFinished();
    return process.exitCode() == 0 ? process.readAllStandardOutput() : process.readAllStandardError();
}

QByteArray extract(const QString &name, const QByteArray &archive)
{
    return tar({u"-xOf"_s, u"-"_s, name}, archive);
}

Payload payloadOf(const QByteArray &program)
{
    Payload payload{.kind = Payload::Kind::Agent, .architecture = u"amd64"_s, .program = u"/berth-agent"_s};
    payload.layer = imageLayer(program, payload.program).value();
    payload.layerDigest = QCryptographicHash::hash(payload.layer, QCryptographicHash::Sha256).toHex();
    return payload;
}

const QMap<QString, QString> labels{{u"berth.owner"_s, u"me"_s}, {u"berth.role"_s, u"probe \"1\""_s}};

QByteArray archiveOf(const QByteArray &program)
{
    return imageArchive(payloadOf(program), u"berth-probe:4711"_s, labels).value();
}

} // namespace

class ImageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameInputGivesTheSameBytes()
    {
        const QByteArray program(100'000, 'x');
        QCOMPARE(archiveOf(program), archiveOf(program));
        QVERIFY(archiveOf(program) != archiveOf(program + 'y'));
    }

    void tarListsTheThreeFiles()
    {
        QCOMPARE(tar({u"-tf"_s, u"-"_s}, archiveOf("program")),
                 QByteArray("manifest.json\nconfig.json\nlayer.tar\n"));
    }

    void theLayerHoldsOneProgramOfRootFromTheEpoch()
    {
        const QByteArray layer = extract(u"layer.tar"_s, archiveOf("program"));
        QCOMPARE(tar({u"--numeric-owner"_s, u"-tvf"_s, u"-"_s}, layer).simplified(),
                 QByteArray("-rwxr-xr-x 0/0 7 1970-01-01 00:00 berth-agent"));
        QCOMPARE(extract(u"berth-agent"_s, layer), QByteArray("program"));
    }

    void theDiffIdIsTheDigestOfTheLayerInside()
    {
        const QByteArray archive = archiveOf(QByteArray(70'001, 'x'));
        const QByteArray layer = extract(u"layer.tar"_s, archive);
        const QJsonObject config = QJsonDocument::fromJson(extract(u"config.json"_s, archive)).object();
        const QJsonArray diffIds = config[u"rootfs"_s][u"diff_ids"_s].toArray();
        const QByteArray digest = QCryptographicHash::hash(layer, QCryptographicHash::Sha256).toHex();
        QCOMPARE(diffIds, QJsonArray{QString(u"sha256:"_s + QString::fromLatin1(digest))});
    }

    void theConfigurationSaysWhatTheImageIs()
    {
        const QJsonObject config =
            QJsonDocument::fromJson(extract(u"config.json"_s, archiveOf("program"))).object();
        QCOMPARE(config[u"architecture"_s].toString(), u"amd64"_s);
        QCOMPARE(config[u"os"_s].toString(), u"linux"_s);
        QCOMPARE(config[u"created"_s].toString(), u"1970-01-01T00:00:00Z"_s);
        const QJsonObject expected{{u"berth.owner"_s, u"me"_s}, {u"berth.role"_s, u"probe \"1\""_s}};
        QCOMPARE(config[u"config"_s][u"Labels"_s].toObject(), expected);
        QCOMPARE(config[u"history"_s].toArray().size(), 1);
    }

    void theManifestNamesTheTagAndItsParts()
    {
        const QByteArray manifest = extract(u"manifest.json"_s, archiveOf("program"));
        QCOMPARE(manifest,
                 QByteArray(
                     R"([{"Config":"config.json","Layers":["layer.tar"],"RepoTags":["berth-probe:4711"]}])"));
    }

    void aPathThatNoLayerCanHoldIsAnError()
    {
        const auto layer = imageLayer("program", u'/' + QString(300, u'x'));
        QVERIFY(!layer.has_value());
        QVERIFY(!layer.error().detail.isEmpty());
    }
};

BERTH_TEST(ImageTest)

#include "tst_image.moc"
