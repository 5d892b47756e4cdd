// SPDX-License-Identifier: MIT
#include "tests/ui/picture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QImage>
#include <QPixmap>
#include <QProxyStyle>
#include <QTest>

#include <utility>

using namespace Qt::StringLiterals;

namespace screenshots {

namespace {

constexpr int someFrames = 50; // ms, in which what is fading is seen to do so

class StillStyle final : public QProxyStyle
{
public:
    using QProxyStyle::QProxyStyle;

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returned) const override
    {
        return hint == SH_Widget_Animation_Duration ? 0
                                                    : QProxyStyle::styleHint(hint, option, widget, returned);
    }
};

// How often something was laid out.
class LayoutCount final : public QObject
{
public:
    LayoutCount() { qApp->installEventFilter(this); }

    int count() const { return m_count; }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

} // namespace

void stopMotion()
{
    QApplication::setStyle(new StillStyle(u"Fusion"_s));
    QApplication::setCursorFlashTime(0);
}

void waitUntil(const std::function<bool()> &isSo, const QString &what)
{
    if (!QTest::qWaitFor(isSo))
        qFatal("it never came: %s", qPrintable(what));
}

void save(QWidget &widget, const QString &file)
{
    const LayoutCount layouts;
    int laidOut = 0;
    QImage image;
    QElapsedTimer alike;
    waitUntil(
        [&] {
            const QImage last = std::exchange(image, widget.grab().toImage());
            const int before = std::exchange(laidOut, layouts.count());
            if (before != laidOut || last != image)
                alike.start();
            return alike.hasExpired(someFrames);
        },
        u"rest, for "_s + file);
    if (!image.save(file))
        qFatal("could not make %s", qPrintable(file));
}

} // namespace screenshots
