// SPDX-License-Identifier: MIT
#include "app/handover.h"

#include "tests/registry.h"

#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;

namespace {

QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace

class HandoverTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsHandedOverArrives()
    {
        const QList<Handover> all{
            {},
            {.verb = Handover::Verb::Stay},
            {.context = u"lab-2.eu_1+x"_s, .token = u"berth-1234-host-berth-0_TIME567"_s}};
        for (const Handover &handover : all) {
            QVERIFY(!toLine(handover).contains('\n'));
            QCOMPARE(parseHandover(toLine(handover)), std::optional(handover));
        }
    }

    void whatIsMissingIsNotWanted()
    {
        QCOMPARE(parseHandover(json("{'schema':1,'verb':'show'}")), std::optional(Handover()));
    }

    void whatIsNoneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char *claim, const QByteArray &line) {
            QTest::newRow(claim) << json(line);
        };
        row("nothing", "");
        row("no JSON", "show");
        row("a list", "['show']");
        row("no schema", "{'verb':'show'}");
        row("another schema", "{'schema':2,'verb':'show'}");
        row("no verb", "{'schema':1}");
        row("another verb", "{'schema':1,'verb':'quit'}");
        row("a verb that is a number", "{'schema':1,'verb':1}");
        row("a context that is an option", "{'schema':1,'verb':'show','context':'--host'}");
        row("a context with a line feed", "{'schema':1,'verb':'show','context':'a\\nb'}");
        row("a context that is a path", "{'schema':1,'verb':'show','context':'../a'}");
        row("a context that is a list", "{'schema':1,'verb':'show','context':['a']}");
        row("an endless context", "{'schema':1,'verb':'show','context':'" + QByteArray(300, 'a') + "'}");
        row("a token with a blank", "{'schema':1,'verb':'show','token':'a b'}");
        row("a token with an escape", "{'schema':1,'verb':'show','token':'\\u001b[1m'}");
        row("a token beyond ASCII", "{'schema':1,'verb':'show','token':'ä'}");
        row("two of them", "{'schema':1,'verb':'show'}{'schema':1,'verb':'show'}");
    }

    void whatIsNoneIsRefused()
    {
        QFETCH(const QByteArray, line);
        QCOMPARE(parseHandover(line), std::nullopt);
    }
};

BERTH_TEST(HandoverTest)

#include "tst_handover.moc"
