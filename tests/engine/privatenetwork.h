// SPDX-License-Identifier: MIT
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace tests {

// Two network namespaces joined by a cable. In one the engine lives; the other plays the internet: it answers
// on 1.1.1.1:443 and resolves names, but has no route to the engine's containers, as the real one has none.
class PrivateNetwork final
{
public:
    PrivateNetwork();
    ~PrivateNetwork();
    PrivateNetwork(const PrivateNetwork &) = delete;
    PrivateNetwork &operator=(const PrivateNetwork &) = delete;

    static QString dnsServer();
    static QString uplink(); // the interface's name, on either end of the cable

    // Prefixes that run a command in one of the two.
    QStringList inside() const;
    QStringList outside() const;
    // The same, and names are resolved as they are on that machine: by the internet's DNS server.
    QStringList insideWithDns(const QString &folder) const;

private:
    QString m_inside;
    QString m_outside;
    QProcess m_internet;
};

} // namespace tests
