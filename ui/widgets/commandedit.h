// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLineEdit;
class QListWidget;
class QPushButton;

namespace ui {

// A command as the line that a person types or pastes, and as the list that docker gets. Each follows the
// other; only the list is meant.
class CommandEdit final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandEdit(QWidget *parent = nullptr);

    QStringList command() const;
    // Why the line as it stands is no command, as a sentence: then the list is that of an earlier one.
    // Empty where it is one.
    const QString &trouble() const { return m_trouble; }
    QWidget *line() const;

    void setCommand(const QStringList &command);

Q_SIGNALS:
    void edited();

private:
    QPushButton *button(const QString &name, const QString &text);
    void fillWords(const QStringList &words);
    void takeLine();
    void takeWords();
    void addWord();
    void removeWord();
    void moveWord(int rows);
    void enableButtons();

    QLineEdit *m_line;
    QListWidget *m_words;
    QPushButton *m_add;
    QPushButton *m_remove;
    QPushButton *m_up;
    QPushButton *m_down;
    QString m_trouble;
    bool m_isFilling = false; // the list changes because the line did
};

} // namespace ui
