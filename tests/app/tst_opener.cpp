// SPDX-License-Identifier: MIT
#include "app/opener.h"

#include "tests/registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;

class OpenerTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    const QByteArray m_path = qgetenv("PATH");

    QByteArray opened() const
    {
        QFile file(m_folder.filePath(u"opened"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QFile opener(m_folder.filePath(u"xdg-open"_s));
        QVERIFY(opener.open(QIODevice::WriteOnly));
        opener.write(
            "#!/bin/sh\necho chatter\necho chatter >&2\nprintf '%s.' \"$@\" >> \"$0.new\"\nmv \"$0.new\" \""
            + QFile::encodeName(m_folder.filePath(u"opened"_s)) + "\"\n");
        opener.close();
        opener.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    void init()
    {
        QFile::remove(m_folder.filePath(u"opened"_s));
        qputenv("PATH", QFile::encodeName(m_folder.path()) + ':' + m_path);
    }
    void cleanup() { qputenv("PATH", m_path); }

    void theAddressIsHandedOverAsOneArgument()
    {
        QVERIFY(openAddress(u"https://127.0.0.1:4300"_s));
        QTRY_COMPARE(opened(), QByteArray("https://127.0.0.1:4300."));
    }

    void whereThereIsNoOpenerItSaysSo()
    {
        qputenv("PATH", "/nonexistent");
        QVERIFY(!openAddress(u"http://127.0.0.1:4300"_s));
    }

    void nothingElseIsOpened()
    {
        for (const QString &other : {u"http://example.com"_s, u"http://127.0.0.1.example.com:80"_s,
                                     u"file:///etc/passwd"_s, u"--help"_s, QString()})
            QVERIFY2(!openAddress(other), qPrintable(other));
        QCOMPARE(opened(), QByteArray());
    }
};

BERTH_TEST(OpenerTest)

#include "tst_opener.moc"
