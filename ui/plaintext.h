// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QLabel;

namespace ui {

// `text` for a tool tip, in which nothing is markup: Qt guesses, and would render what looks like HTML.
QString plainToolTip(const QString &text);

// `text` as the text of an action or button, in which an ampersand is itself and no mnemonic.
QString plainActionText(QString text);

// Makes a label show what it is given as it is, and let the user select it by mouse and keyboard.
void makeSelectable(QLabel &label);

} // namespace ui
