// SPDX-License-Identifier: MIT
#include "ui/plaintext.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace ui {

QString plainToolTip(const QString &text)
{
    return text.isEmpty() ? QString()
                          : u"<p style='white-space:pre-wrap'>"_s % text.toHtmlEscaped() % u"</p>"_s;
}

QString plainActionText(QString text)
{
    return text.replace(u'&', u"&&"_s);
}

void makeSelectable(QLabel &label)
{
    label.setTextFormat(Qt::PlainText);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

} // namespace ui
