// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"
#include "core/devserver/frameworks.h"
#include "core/devserver/words.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class FrameworksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesItListenEverywhere_data()
    {
        QTest::addColumn<QString>("everywhere"); // empty: nothing to be done
        const auto row = [](const char *command, const QString &everywhere = {}) {
            QTest::newRow(command) << everywhere;
        };
        row("vite", u"vite --host 0.0.0.0"_s);
        row("vite dev --port {port}", u"vite dev --port '{port}' --host 0.0.0.0"_s);
        row("vite --host localhost --port 4300", u"vite --host 0.0.0.0 --port 4300"_s);
        row("vite --host=127.0.0.1", u"vite --host=0.0.0.0"_s);
        row("vite preview", u"vite preview --host 0.0.0.0"_s);
        row("vite --host");
        row("vite --host --port 4300");
        row("vite --host 0.0.0.0");
        row("vite --host=::");
        row("vite build");
        row("node_modules/.bin/vite", u"node_modules/.bin/vite --host 0.0.0.0"_s);
        row("node --inspect node_modules/vite/bin/vite.js",
            u"node --inspect node_modules/vite/bin/vite.js --host 0.0.0.0"_s);
        row("npx vite", u"npx vite --host 0.0.0.0"_s);
        row("npx -y vite@5 dev", u"npx -y vite@5 dev --host 0.0.0.0"_s);
        row("bunx vite", u"bunx vite --host 0.0.0.0"_s);
        row("bun x vite", u"bun x vite --host 0.0.0.0"_s);
        row("bun run vite", u"bun run vite --host 0.0.0.0"_s);
        row("pnpm exec vite", u"pnpm exec vite --host 0.0.0.0"_s);
        row("pnpm vite", u"pnpm vite --host 0.0.0.0"_s);
        row("yarn vite", u"yarn vite --host 0.0.0.0"_s);
        row("yarn exec vite", u"yarn exec vite --host 0.0.0.0"_s);
        row("npm exec -- vite", u"npm exec -- vite --host 0.0.0.0"_s);
        row("npm exec vite"); // npm would take the option
        row("env NODE_ENV=development vite", u"env NODE_ENV=development vite --host 0.0.0.0"_s);
        row("npm run dev", u"npm run dev -- --host 0.0.0.0"_s);
        row("npm run dev -- --port 4300", u"npm run dev -- --port 4300 --host 0.0.0.0"_s);
        row("npm run dev -- --host localhost", u"npm run dev -- --host 0.0.0.0"_s);
        row("npm run dev:client", u"npm run dev:client -- --host 0.0.0.0"_s);
        row("npm run dev -- --host");
        row("npm start", u"npm start -- --host 0.0.0.0"_s);
        row("npm run build");
        row("npm test");
        row("npm install");
        row("pnpm run dev", u"pnpm run dev --host 0.0.0.0"_s);
        row("pnpm dev --port 4300", u"pnpm dev --port 4300 --host 0.0.0.0"_s);
        row("yarn dev", u"yarn dev --host 0.0.0.0"_s);
        row("yarn run dev", u"yarn run dev --host 0.0.0.0"_s);
        row("bun dev", u"bun dev --host 0.0.0.0"_s);
        row("bun --bun run dev", u"bun --bun run dev --host 0.0.0.0"_s);
        row("bun run server.ts");
        row("next dev", u"next dev --hostname 0.0.0.0"_s);
        row("next dev -H localhost", u"next dev -H 0.0.0.0"_s);
        row("next build");
        row("webpack serve", u"webpack serve --host 0.0.0.0"_s);
        row("webpack --mode development");
        row("webpack-dev-server --hot", u"webpack-dev-server --hot --host 0.0.0.0"_s);
        row("ng serve", u"ng serve --host 0.0.0.0"_s);
        row("ng build");
        row("astro dev", u"astro dev --host 0.0.0.0"_s);
        row("nuxt dev", u"nuxt dev --host 0.0.0.0"_s);
        row("nuxi dev", u"nuxi dev --host 0.0.0.0"_s);
        row("vue-cli-service serve", u"vue-cli-service serve --host 0.0.0.0"_s);
        row("gatsby develop -H 127.0.0.1", u"gatsby develop -H 0.0.0.0"_s);
        row("python -m http.server 4300", u"python -m http.server 4300 --bind 0.0.0.0"_s);
        row("python3.11 -u -m http.server -b 127.0.0.1", u"python3.11 -u -m http.server -b 0.0.0.0"_s);
        row("flask --app shop run", u"flask --app shop run --host 0.0.0.0"_s);
        row("python -m flask run -h localhost", u"python -m flask run -h 0.0.0.0"_s);
        row("uv run flask run", u"uv run flask run --host 0.0.0.0"_s);
        row("flask routes");
        row("uvicorn shop:app --reload", u"uvicorn shop:app --reload --host 0.0.0.0"_s);
        row("fastapi dev main.py", u"fastapi dev main.py --host 0.0.0.0"_s);
        row("gunicorn shop:app", u"gunicorn shop:app --bind 0.0.0.0:8000"_s);
        row("gunicorn -b 127.0.0.1:{port} shop:app", u"gunicorn -b '0.0.0.0:{port}' shop:app"_s);
        row("gunicorn --bind=unix:/run/shop shop:app");
        row("gunicorn -b 0.0.0.0:4300 shop:app");
        row("mkdocs serve -a localhost:4300", u"mkdocs serve -a 0.0.0.0:4300"_s);
        row("python manage.py runserver", u"python manage.py runserver 0.0.0.0:8000"_s);
        row("python manage.py runserver {port}", u"python manage.py runserver '0.0.0.0:{port}'"_s);
        row("./manage.py runserver -v 2 4300", u"./manage.py runserver -v 2 0.0.0.0:4300"_s);
        row("python manage.py runserver 127.0.0.1:4300", u"python manage.py runserver 0.0.0.0:4300"_s);
        row("python manage.py runserver [::1]:4300", u"python manage.py runserver 0.0.0.0:4300"_s);
        row("django-admin runserver", u"django-admin runserver 0.0.0.0:8000"_s);
        row("python manage.py runserver 0.0.0.0:4300");
        row("python manage.py migrate");
        row("bin/rails server -p 4300", u"bin/rails server -p 4300 --binding 0.0.0.0"_s);
        row("bundle exec rails s -b 127.0.0.1", u"bundle exec rails s -b 0.0.0.0"_s);
        row("bundle exec jekyll serve", u"bundle exec jekyll serve --host 0.0.0.0"_s);
        row("hugo server -D", u"hugo server -D --bind 0.0.0.0"_s);
        row("hugo");
        row("php -S localhost:4300 -t public", u"php -S 0.0.0.0:4300 -t public"_s);
        row("php artisan serve", u"php artisan serve --host 0.0.0.0"_s);
        row("php index.php");
        row("sh -c vite");
        row("caddy run");
        row("npx");
        row("npm");
        row("env");
        row("python");
        row("");
    }
    void makesItListenEverywhere()
    {
        const QString command = QString::fromLatin1(QTest::currentDataTag());
        const auto changed = listeningEverywhere(splitCommand(command).value());
        QTEST(changed ? shellCommand(*changed) : QString(), "everywhere");
        if (changed) // and then it says so already
            QCOMPARE(listeningEverywhere(*changed), std::nullopt);
    }

    void survivesEmptyWords()
    {
        QCOMPARE(listeningEverywhere({{}}), std::nullopt);
        QCOMPARE(listeningEverywhere({u"manage.py"_s, u"runserver"_s, {}}),
                 (QStringList{u"manage.py"_s, u"runserver"_s, u"0.0.0.0:8000"_s, {}}));
        QCOMPARE(listeningEverywhere({u"vite"_s, {}}), std::nullopt);
    }
};

BERTH_TEST(FrameworksTest)

#include "tst_frameworks.moc"
