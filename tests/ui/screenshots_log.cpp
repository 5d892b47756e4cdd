// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_log.h"

#include "tests/ui/picture.h"
#include "ui/widgets/logpane.h"
#include "ui/widgets/logview.h"

#include <QAbstractButton>
#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>

#include <functional>
#include <memory>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 noon = 1'790'000'000'000;

const QByteArray &sampleOutput()
{
    static const QByteArray bytes(
        "\n> shop@1.4.0 dev\n> vite --host 0.0.0.0\n\n"
        "  \x1b[32m\x1b[1mVITE\x1b[22m v5.4.2\x1b[39m  \x1b[2mready in \x1b[0m\x1b[1m412\x1b[22m ms\n\n"
        "  \x1b[32m\xe2\x9e\x9c\x1b[39m  \x1b[1mLocal\x1b[22m:   "
        "\x1b[36mhttp://localhost:\x1b[1m4300\x1b[22m/\x1b[39m\n"
        "  \x1b[32m\xe2\x9e\x9c\x1b[39m  \x1b[1mNetwork\x1b[22m: "
        "\x1b[36mhttp://172.17.0.2:\x1b[1m4300\x1b[22m/\x1b[39m\n"
        "\x1b[41;97m ERROR \x1b[0m \x1b[31mcannot resolve \x1b[4m./chart\x1b[24m from src/App.tsx\x1b[0m\n"
        "\x1b[43;30m WARN \x1b[0m \x1b[33mchunk larger than 500 kB\x1b[0m \x1b[38;5;208morange\x1b[0m "
        "\x1b[38;2;120;80;255mviolet\x1b[0m \x1b[7minverse\x1b[0m\n"
        "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\xac\xe2\x94\x80\xe2\x94\x80\xe2\x94\x90 "
        "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e \xf0\x9f\x9a\x80 \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d "
        "\xd7\xa2\xd7\x95\xd7\x9c\xd7\x9d (12) \xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 caf\xc3\xa9 \xff\n"
        "GET /assets/index-4f2a91.js?v=1700000000000&import&from=src/components/basket/overview.tsx 200 in 3 "
        "ms "
        "with a cache that was cold, and another error\n");
    return bytes;
}

struct Scene
{
    QString name;
    std::function<void(ui::LogPane &, core::ServerLog &)> arrange;
};

void trigger(const ui::LogPane &pane, const QString &action)
{
    pane.findChild<QAction *>(action)->trigger();
}

void search(ui::LogPane &pane, const QString &text)
{
    pane.startSearch();
    pane.findChild<QLineEdit *>(u"logSearch"_s)->setText(text);
}

// What comes into the log is shown a moment later.
void change(const ui::LogPane &pane, const std::function<void()> &how)
{
    const QSignalSpy refreshed(pane.findChild<ui::LogView *>(), &ui::LogView::refreshed);
    how();
    screenshots::waitUntil([&refreshed] { return !refreshed.isEmpty(); }, u"what came into the log"_s);
}

QList<Scene> scenes()
{
    return {{u"colours"_s, [](ui::LogPane &, core::ServerLog &) {}},
            {u"search"_s, [](ui::LogPane &pane, core::ServerLog &) { search(pane, u"error"_s); }},
            {u"no-match"_s, [](ui::LogPane &pane, core::ServerLog &) { search(pane, u"missing"_s); }},
            {u"broken-expression"_s,
             [](ui::LogPane &pane, core::ServerLog &) {
                 pane.findChild<QAbstractButton *>(u"logSearchExpression"_s)->click();
                 search(pane, u"GET ("_s);
             }},
            {u"wrapped-times"_s,
             [](ui::LogPane &pane, core::ServerLog &) {
                 trigger(pane, u"logWrap"_s);
                 trigger(pane, u"logTimestamps"_s);
             }},
            {u"paused"_s,
             [](ui::LogPane &pane, core::ServerLog &log) {
                 trigger(pane, u"logPause"_s);
                 change(pane, [&log] {
                     log.append(core::OutputChannel::Out, QByteArray("line\n").repeated(1234), noon);
                 });
             }},
            {u"selected"_s, [](ui::LogPane &pane, core::ServerLog &) { trigger(pane, u"logSelectAll"_s); }},
            {u"skipped"_s,
             [](ui::LogPane &pane, core::ServerLog &log) {
                 change(pane, [&log] {
                     log.append(core::OutputChannel::Out, QByteArray("GET / 200\n").repeated(70'000), noon);
                 });
             }},
            {u"over"_s,
             [](ui::LogPane &pane, core::ServerLog &log) {
                 change(pane, [&log] { log.end(u"the server ended with code 1"_s); });
             }},
            {u"cleared"_s, [](ui::LogPane &pane, core::ServerLog &) { trigger(pane, u"logClear"_s); }}};
}

} // namespace

void screenshots::shootLogs(const QDir &folder, const QString &suffix)
{
    const QList<Scene> all = scenes();
    for (const QSize size : {QSize(640, 260), QSize(1000, 360)}) {
        for (const Scene &scene : all) {
            const auto log = std::make_shared<core::ServerLog>(core::ServerLog::Source::Attached);
            log->append(core::OutputChannel::Out, sampleOutput(), noon);
            log->append(core::OutputChannel::Err, "(node:1) Warning: an error on standard error\n",
                        noon + 77);
            ui::LogPane pane;
            pane.resize(size);
            pane.showLog(u"shop on 4300"_s, log);
            pane.show();
            scene.arrange(pane, *log);
            const QString name = u"log-%1-%2-%3.png"_s.arg(scene.name, suffix, QString::number(size.width()));
            save(pane, folder.filePath(name));
        }
    }
}
