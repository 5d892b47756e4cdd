// SPDX-License-Identifier: MIT
#include "tests/bench/manyservers.h"

using namespace Qt::StringLiterals;

namespace bench {

namespace {

constexpr int firstPort = 4300;

} // namespace

ManyServers::ManyServers(int count)
{
    m_areRunning = m_image.isThere();
    for (int i = 0; i < count && m_areRunning; ++i) {
        const QString port = QString::number(firstPort + i);
        m_names.append(u"berth-devserver-"_s + port);
        const QStringList options{u"run"_s,
                                  u"--detach"_s,
                                  u"--rm"_s,
                                  u"--name"_s,
                                  m_names.back(),
                                  u"--publish"_s,
                                  u"127.0.0.1:%1:%1"_s.arg(port)};
        m_areRunning =
            docker(options + QStringList{ServerImage::name()} + ServerImage::command(port)).has_value();
    }
}

ManyServers::~ManyServers()
{
    if (!m_names.isEmpty())
        docker(QStringList{u"rm"_s, u"--force"_s} + m_names);
}

} // namespace bench
