// SPDX-License-Identifier: MIT
#include "tests/engine/window/driver.h"

#include "ui/models/serversmodel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDesktopServices>
#include <QJsonObject>
#include <QKeySequence>
#include <QScreen>
#include <QTest>
#include <QUrl>
#include <QWidget>
#include <QWindow>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::ServersModel;

namespace tests {

namespace {

const QStringList schemes{u"http"_s, u"https"_s};
constexpr auto focusInterval = 50ms;

// The one of that name that a person can see.
QWidget *shownWidget(const QString &name)
{
    const QWidgetList all = QApplication::allWidgets();
    for (QWidget *const widget : all) {
        if (widget->objectName() == name && widget->isVisible())
            return widget;
    }
    return nullptr;
}

const QAbstractItemView *table()
{
    return qobject_cast<QAbstractItemView *>(shownWidget(u"serversTable"_s));
}

QString cannot(const QString &what)
{
    return u"cannot "_s + what;
}

} // namespace

Driver::Driver(QWidget &window)
    : m_window(window)
    , m_commands([this](const QString &verb, const QString &rest) { return obey(verb, rest); }, 1)
{
    for (const QString &scheme : schemes)
        QDesktopServices::setUrlHandler(scheme, this, "remember");
    // As a window manager would do it: the focus goes to a window that comes, and back from one that goes.
    qApp->installEventFilter(this);
    connect(&m_focus, &QTimer::timeout, this, &Driver::giveFocusBack);
    m_focus.start(focusInterval);
}

Driver::~Driver()
{
    for (const QString &scheme : schemes)
        QDesktopServices::unsetUrlHandler(scheme);
}

bool Driver::eventFilter(QObject *watched, QEvent *event)
{
    auto *const widget = qobject_cast<QWidget *>(watched);
    const bool isOne = widget != nullptr && widget->isWindow()
        && (widget->windowType() == Qt::Window || widget->windowType() == Qt::Dialog);
    if (event->type() == QEvent::Show && isOne)
        QTimer::singleShot(0, widget, &QWidget::activateWindow);
    return QObject::eventFilter(watched, event);
}

void Driver::giveFocusBack()
{
    if (QGuiApplication::focusWindow() == nullptr && m_window.isVisible())
        m_window.activateWindow();
}

void Driver::remember(const QUrl &address)
{
    m_opened.append(address.toString());
}

QJsonValue Driver::obey(const QString &verb, const QString &rest)
{
    if (verb == "key"_L1)
        return press(rest);
    if (verb == "type"_L1)
        return type(rest);
    if (verb == "click"_L1)
        return click(rest);
    if (verb == "clickrow"_L1)
        return clickRow(rest);
    if (verb == "rows"_L1)
        return rows();
    if (verb == "text"_L1)
        return shownText(rest);
    if (verb == "opened"_L1)
        return std::exchange(m_opened, {});
    if (verb == "active"_L1)
        return QApplication::activeWindow() == nullptr ? u"none"_s
                                                       : QApplication::activeWindow()->objectName();
    if (verb == "shot"_L1)
        return QGuiApplication::primaryScreen()->grabWindow().save(rest) ? QString() : cannot(u"save"_s);
    if (verb == "measure"_L1) {
        m_meter.begin();
        return QString();
    }
    if (verb == "gap"_L1)
        return m_meter.longestMs();
    return cannot(verb);
}

QJsonValue Driver::press(const QString &keys)
{
    QWindow *const window = QGuiApplication::focusWindow();
    if (window == nullptr)
        return cannot(u"press keys: no window has the focus"_s);
    QTest::keySequence(window, QKeySequence(keys, QKeySequence::PortableText));
    return QString();
}

QJsonValue Driver::type(const QString &text)
{
    for (const QChar character : text) {
        QWindow *const window = QGuiApplication::focusWindow();
        if (window == nullptr)
            return cannot(u"type: no window has the focus"_s);
        QTest::keyClick(window, character.toLatin1());
    }
    return QString();
}

QJsonValue Driver::click(const QString &name)
{
    QWidget *const widget = shownWidget(name);
    if (widget == nullptr || !widget->isEnabled())
        return cannot(u"click "_s + name);
    QTest::mouseClick(widget, Qt::LeftButton);
    return QString();
}

QJsonValue Driver::clickRow(const QString &project)
{
    const QAbstractItemView *const view = table();
    for (int row = 0; view != nullptr && row < view->model()->rowCount(); ++row) {
        const QModelIndex index = view->model()->index(row, ServersModel::ProjectColumn);
        if (index.data(ServersModel::ValueRole).toString() != project)
            continue;
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
        return QString();
    }
    return cannot(u"find the row of "_s + project);
}

QJsonArray Driver::rows() const
{
    QJsonArray rows;
    const QAbstractItemView *const view = table();
    for (int row = 0; view != nullptr && row < view->model()->rowCount(); ++row) {
        const auto value = [&](int column) {
            return view->model()->index(row, column).data(ServersModel::ValueRole);
        };
        rows.append(QJsonObject{
            {"port"_L1, value(ServersModel::PortColumn).toInt()},
            {"state"_L1, value(ServersModel::StateColumn).toInt()},
            {"project"_L1, value(ServersModel::ProjectColumn).toString()},
            {"address"_L1, value(ServersModel::AddressColumn).toString()},
            {"status"_L1, view->model()->index(row, ServersModel::StatusColumn).data().toString()}});
    }
    return rows;
}

QString Driver::shownText(const QString &name) const
{
    const QWidget *const widget = shownWidget(name);
    return widget == nullptr ? QString() : widget->property("text").toString();
}

} // namespace tests
