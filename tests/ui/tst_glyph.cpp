// SPDX-License-Identifier: MIT
#include "ui/widgets/glyph.h"

#include "tests/registry.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QTest>

using ui::Glyph;
using ui::Mood;

namespace {

QImage drawn(Mood mood)
{
    QImage image(44, 44, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    ui::paintGlyph(painter, image.rect(), mood, Qt::black, Qt::white);
    return image;
}

// A desktop on which animations are switched off.
class StillStyle final : public QProxyStyle
{
public:
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *answer) const override
    {
        return hint == SH_Widget_Animation_Duration ? 0
                                                    : QProxyStyle::styleHint(hint, option, widget, answer);
    }
};

} // namespace

class GlyphTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMoodHasItsOwnShapeInOneColour()
    {
        QList<QImage> images;
        for (int mood = 0; mood <= int(Mood::Unknown); ++mood) {
            const QImage image = drawn(Mood(mood));
            QVERIFY(!images.contains(image));
            images.append(image);
        }
    }

    void turnsOnlyWhileItMeasuresAndIsSeen()
    {
        Glyph glyph(44);
        glyph.setMood(Mood::Measuring);
        QVERIFY(!glyph.isTurning());
        glyph.show();
        QVERIFY(glyph.isTurning());
        glyph.hide();
        QVERIFY(!glyph.isTurning());
        glyph.show();
        glyph.setMood(Mood::Fine);
        QVERIFY(!glyph.isTurning());
    }

    void keepsStillWhereAnimationsAreOff()
    {
        StillStyle still;
        Glyph glyph(44);
        glyph.setStyle(&still);
        glyph.setMood(Mood::Measuring);
        glyph.show();
        QVERIFY(!glyph.isTurning());
    }
};

BERTH_TEST(GlyphTest)

#include "tst_glyph.moc"
