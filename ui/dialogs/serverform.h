// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace ui {

class CommandEdit;
class FieldNote;
class MountsEdit;
class PortBox;

// The form for a new dev server. It says what is wrong beside the field that it is about, and shows the exact
// command that will run. Not modal, and gone once it is closed.
class ServerForm final : public QDialog
{
    Q_OBJECT

public:
    // `request` is what it is filled in with; what it has no field for is launched as it is there.
    ServerForm(core::Servers &servers, const core::LaunchRequest &request, QWidget *parent = nullptr);

    // As it is filled in now.
    core::LaunchRequest request() const;

    // Starts the server as soon as it is known that nothing is wrong with it.
    void accept() override;

Q_SIGNALS:
    void launched(core::ServerKey key);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeFields();
    QWidget *makePreview();
    QWidget *makeButtons();
    QWidget *makeFolderRow();
    QWidget *makePortRow();
    int highest() const;
    int usualHeight() const;
    void fillIn();
    void focusFirstEmpty();

    void onEdited();
    void onPlaceEdited();
    void usePort(quint16 port);
    void replaceHolder();
    void browse();
    void ask();
    void showPreview(const core::LaunchPreview &preview);
    void showProblems();
    void showPortTrouble();
    bool isStartable() const;

    core::Servers &m_servers;
    core::LaunchRequest m_request; // what it began with, but for `running`
    core::LaunchPreview m_preview;
    QTimer m_pause; // until somebody who types has come to a stop
    quint64 m_question = 0;
    bool m_isCurrent = false;     // the preview is one of what stands in the fields
    bool m_isStartWanted = false; // once it is
    QString m_replaced;           // the server that makes way
    QStringList m_shown;          // the command that will run, where it can be told

    QLineEdit *m_folder = nullptr;
    QLineEdit *m_image = nullptr;
    CommandEdit *m_command = nullptr;
    PortBox *m_port = nullptr;
    MountsEdit *m_mounts = nullptr;
    FieldNote *m_folderNote = nullptr;
    FieldNote *m_imageNote = nullptr;
    FieldNote *m_commandNote = nullptr;
    FieldNote *m_portNote = nullptr;
    FieldNote *m_mountsNote = nullptr;
    FieldNote *m_limitsNote = nullptr;
    QPushButton *m_usePort = nullptr;
    QPushButton *m_replace = nullptr;
    QPlainTextEdit *m_commandText = nullptr;
    QPushButton *m_copy = nullptr;
    QLabel *m_needed = nullptr;
    QPushButton *m_start = nullptr;
};

} // namespace ui
