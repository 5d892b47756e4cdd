// SPDX-License-Identifier: MIT
#include "tests/ui/picture.h"

#include <QApplication>
#include <QImage>
#include <QPixmap>
#include <QProxyStyle>
#include <QTest>

#include <utility>

using namespace Qt::StringLiterals;

namespace screenshots {

namespace {

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
    QImage before;
    waitUntil(
        [&] {
            const QImage last = std::exchange(before, widget.grab().toImage());
            return last == before;
        },
        u"rest, for "_s + file);
    if (!before.save(file))
        qFatal("could not make %s", qPrintable(file));
}

} // namespace screenshots
