// SPDX-License-Identifier: MIT
#include "ui/widgets/notice.h"

#include "ui/plaintext.h"
#include "ui/widgets/berthpicture.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/rhythm.h"

#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int glyphSize = 36;

} // namespace

Notice::Notice(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new Glyph(glyphSize, this))
    , m_picture(new BerthPicture(this))
    , m_headline(new QLabel(this))
    , m_text(new MutedLabel(this))
    , m_button(new QPushButton(this))
{
    m_glyph->setObjectName(u"noticeGlyph"_s);
    m_picture->setObjectName(u"noticePicture"_s);
    m_headline->setObjectName(u"noticeHeadline"_s);
    m_headline->setAlignment(Qt::AlignCenter);
    m_headline->setWordWrap(true);
    m_headline->setTextFormat(Qt::PlainText);
    QFont larger = font();
    larger.setPointSizeF(larger.pointSizeF() * 1.15);
    m_headline->setFont(larger);
    m_text->setObjectName(u"noticeText"_s);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    makeSelectable(*m_text);
    m_button->setObjectName(u"noticeButton"_s);
    m_button->setAutoDefault(false);
    connect(m_button, &QPushButton::clicked, this, &Notice::clicked);

    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * rhythm, rhythm, 2 * rhythm, rhythm);
    layout->setSpacing(rhythm / 2);
    layout->addStretch();
    layout->addWidget(m_glyph, 0, Qt::AlignHCenter);
    layout->addWidget(m_picture, 0, Qt::AlignHCenter);
    layout->addWidget(m_headline);
    layout->addWidget(m_text);
    layout->addSpacing(rhythm / 2);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch();
}

void Notice::setContent(const Content &content)
{
    m_content = content;
    m_glyph->setVisible(content.mood.has_value());
    m_glyph->setMood(content.mood.value_or(Mood::Unknown));
    m_picture->setVisible(!content.mood);
    m_headline->setText(content.headline);
    m_headline->setAccessibleName(content.mood ? tr("%1 (%2)").arg(content.headline, moodWord(*content.mood))
                                               : content.headline);
    m_text->setText(content.text);
    m_text->setVisible(!content.text.isEmpty());
    m_button->setText(content.button);
    m_button->setVisible(!content.button.isEmpty());
}

} // namespace ui
