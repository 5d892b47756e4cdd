// SPDX-License-Identifier: MIT
#include "app/networkwatch.h"

#include <QSocketNotifier>

#include <chrono>

#ifdef Q_OS_LINUX
#include <array>
#include <cerrno>

#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <unistd.h>
#else
#include <QNetworkInformation>
#endif

using namespace std::chrono_literals;

namespace app {

namespace {

constexpr auto settling = 1s;

} // namespace

NetworkWatch::NetworkWatch(QObject *parent)
    : QObject(parent)
{
    m_settling.setSingleShot(true);
    m_settling.setInterval(settling);
    connect(&m_settling, &QTimer::timeout, this, &NetworkWatch::returned);
    listen();
}

#ifdef Q_OS_LINUX

namespace {

bool isDefaultRoute(const nlmsghdr *message)
{
    if (message->nlmsg_type != RTM_NEWROUTE)
        return false;
    const auto *const route = reinterpret_cast<const rtmsg *>(message + 1);
    return route->rtm_dst_len == 0 && route->rtm_type == RTN_UNICAST;
}

} // namespace

NetworkWatch::~NetworkWatch()
{
    if (m_notifier == nullptr)
        return;
    const auto descriptor = int(m_notifier->socket());
    m_notifier.reset();
    ::close(descriptor);
}

void NetworkWatch::listen()
{
    const int descriptor = ::socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (descriptor < 0)
        return; // the schedule looks again without it, only later
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
    if (::bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        ::close(descriptor);
        return;
    }
    m_notifier = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &NetworkWatch::onReadable);
}

void NetworkWatch::onReadable()
{
    alignas(nlmsghdr) std::array<char, 16 * 1024> buffer{};
    const auto descriptor = int(m_notifier->socket());
    for (;;) {
        const ssize_t got = ::recv(descriptor, buffer.data(), buffer.size(), 0);
        if (got < 0 && errno == ENOBUFS) { // so much has changed that some of it was lost
            m_settling.start();
            continue;
        }
        if (got <= 0)
            return;
        auto left = int(got);
        const auto *message = reinterpret_cast<const nlmsghdr *>(buffer.data());
        for (; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
            if (isDefaultRoute(message))
                m_settling.start();
        }
    }
}

#else

NetworkWatch::~NetworkWatch() = default;

void NetworkWatch::listen()
{
    if (!QNetworkInformation::loadBackendByFeatures(QNetworkInformation::Feature::Reachability))
        return; // the schedule looks again without it, only later
    connect(QNetworkInformation::instance(), &QNetworkInformation::reachabilityChanged, this,
            [this](QNetworkInformation::Reachability reachability) {
                if (reachability == QNetworkInformation::Reachability::Online)
                    m_settling.start();
            });
}

#endif

} // namespace app
