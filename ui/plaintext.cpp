// SPDX-License-Identifier: MIT
#include "ui/plaintext.h"

#include <QEvent>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// Qt keeps a whole document for a text that can be selected, and lays it out a dozen times before it is
// shown: with three of them a tenth of the time to the window's first frame. It is made once the text has
// been seen.
class SelectableOnceSeen final : public QObject
{
public:
    explicit SelectableOnceSeen(QLabel &label)
        : QObject(&label)
        , m_label(label)
    {
        label.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            m_label.removeEventFilter(this);
            QMetaObject::invokeMethod(this, &SelectableOnceSeen::makeSelectable, Qt::QueuedConnection);
        }
        return false;
    }

private:
    void makeSelectable()
    {
        m_label.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        deleteLater();
    }

    QLabel &m_label;
};

} // namespace

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
    new SelectableOnceSeen(label);
}

} // namespace ui
