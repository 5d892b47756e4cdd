// SPDX-License-Identifier: MIT
#include "app/opener.h"

#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace app {

namespace {

QString openerName()
{
#ifdef Q_OS_MACOS
    return u"open"_s;
#else
    return u"xdg-open"_s;
#endif
}

} // namespace

bool openAddress(const QString &address)
{
    if (!address.startsWith("http://127.0.0.1:"_L1) && !address.startsWith("https://127.0.0.1:"_L1))
        return false;
    QProcess opener;
    opener.setProgram(QStandardPaths::findExecutable(openerName()));
    if (opener.program().isEmpty())
        return false;
    opener.setArguments({address});
    // A browser goes on, and goes on talking.
    opener.setStandardInputFile(QProcess::nullDevice());
    opener.setStandardOutputFile(QProcess::nullDevice());
    opener.setStandardErrorFile(QProcess::nullDevice());
    return opener.startDetached();
}

} // namespace app
