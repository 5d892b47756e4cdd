// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace app {

// What a second start asks of the Berth that is there already.
struct Handover
{
    enum class Verb {
        Show, // the window
        Stay  // nothing: it was started hidden, at login
    };

    Verb verb = Verb::Show;
    QString context; // the context to judge from now on; empty: the one it judges
    QString token;   // of the desktop, which lets a window come to the front; empty where there is none

    bool operator==(const Handover &) const = default;
};

// One line of JSON, without its line feed.
QByteArray toLine(const Handover &handover);

// Whoever can write to the socket wrote it: what is not exactly such a line is nothing.
std::optional<Handover> parseHandover(const QByteArray &line);

} // namespace app
