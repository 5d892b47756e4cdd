// SPDX-License-Identifier: MIT
#include "core/devserver/frameworks.h"

#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// How a dev server is told where to listen.
enum class Told {
    Address,         // --host 0.0.0.0; some take --host alone for every address
    AddressWithPort, // --bind 0.0.0.0:8000
    Positional       // runserver 0.0.0.0:8000
};

struct Framework
{
    QLatin1StringView program;
    QLatin1StringView verbs;   // one of these comes first; "" among them: it may be missing
    QLatin1StringView options; // the first one is the one that is added
    Told told = Told::Address;
    QLatin1StringView defaultPort = {}; // where an address cannot be told without one
};

// A verb's list begins with a comma where none is needed.
constexpr std::array frameworks{
    Framework{"vite"_L1, ",dev,serve,preview"_L1, "--host"_L1},
    Framework{"astro"_L1, "dev,preview"_L1, "--host"_L1},
    Framework{"nuxt"_L1, "dev"_L1, "--host"_L1},
    Framework{"nuxi"_L1, "dev"_L1, "--host"_L1},
    Framework{"next"_L1, "dev,start"_L1, "--hostname,-H"_L1},
    Framework{"webpack-dev-server"_L1, ",serve"_L1, "--host"_L1},
    Framework{"webpack"_L1, "serve,server,s"_L1, "--host"_L1},
    Framework{"vue-cli-service"_L1, "serve"_L1, "--host"_L1},
    Framework{"ng"_L1, "serve,s"_L1, "--host"_L1},
    Framework{"gatsby"_L1, "develop"_L1, "--host,-H"_L1},
    Framework{"parcel"_L1, "serve"_L1, "--host"_L1},
    Framework{"http.server"_L1, ""_L1, "--bind,-b"_L1},
    Framework{"flask"_L1, "run"_L1, "--host,-h"_L1},
    Framework{"uvicorn"_L1, ""_L1, "--host"_L1},
    Framework{"fastapi"_L1, "dev,run"_L1, "--host"_L1},
    Framework{"gunicorn"_L1, ""_L1, "--bind,-b"_L1, Told::AddressWithPort, "8000"_L1},
    Framework{"mkdocs"_L1, "serve"_L1, "--dev-addr,-a"_L1, Told::AddressWithPort, "8000"_L1},
    Framework{"manage.py"_L1, "runserver"_L1, ""_L1, Told::Positional, "8000"_L1},
    Framework{"django"_L1, "runserver"_L1, ""_L1, Told::Positional, "8000"_L1},
    Framework{"django-admin"_L1, "runserver"_L1, ""_L1, Told::Positional, "8000"_L1},
    Framework{"rails"_L1, "server,s"_L1, "--binding,-b"_L1},
    Framework{"jekyll"_L1, "serve,server,s"_L1, "--host,-H"_L1},
    Framework{"hugo"_L1, "server,serve"_L1, "--bind"_L1},
    Framework{"artisan"_L1, "serve"_L1, "--host"_L1},
    Framework{"php"_L1, "-S"_L1, "-S"_L1, Told::AddressWithPort},
};

constexpr std::array scripts{"dev"_L1, "start"_L1, "serve"_L1, "develop"_L1, "preview"_L1};
constexpr QLatin1StringView everywhere{"0.0.0.0"};

// The name of a program or script: "node_modules/.bin/vite", "bin/rails", "vite.js", "vite@5".
QString nameOf(const QString &word)
{
    QString name = word.section(u'/', -1);
    if (const qsizetype version = name.indexOf(u'@'); version > 0)
        name.truncate(version);
    for (const QLatin1StringView ending : {".js"_L1, ".mjs"_L1, ".cjs"_L1}) {
        if (name.endsWith(ending))
            name.chop(ending.size());
    }
    return name;
}

bool isOneOf(QStringView word, QLatin1StringView list)
{
    const QStringList words = QString(list).split(u',');
    return std::ranges::any_of(words, [word](const QString &entry) { return entry == word; });
}

bool isScript(const QString &word)
{
    // "dev:client" is a variety of "dev".
    const QString name = word.section(u':', 0, 0);
    return std::ranges::any_of(scripts, [&](QLatin1StringView script) { return name == script; });
}

bool isPython(const QString &name)
{
    return name.startsWith("python"_L1);
}

bool isEverywhere(const QString &address)
{
    return address == everywhere || address == "::"_L1 || address == "[::]"_L1 || address == "*"_L1;
}

// "127.0.0.1:8000", "[::1]:8000", "8000", "localhost" on every address; absent for what is no such thing, as
// a socket's path, and where it is on every address already.
std::optional<QString> movedEverywhere(const QString &address)
{
    const bool isPath = address.contains(u'/') || address.startsWith("unix:"_L1);
    const bool isBareIpv6 = address.count(u':') > 1 && !address.startsWith(u'[');
    const QString host = address.section(u':', 0, -2);
    const QString last = isBareIpv6 ? QString() : address.section(u':', -1);
    const bool isPort = last == "{port}"_L1
        || (!last.isEmpty() && std::ranges::all_of(last, [](QChar digit) { return digit.isDigit(); }));
    if (isPath || (isPort && !host.isEmpty() && isEverywhere(host)) || (!isPort && isEverywhere(address)))
        return std::nullopt;
    return isPort ? QString(everywhere % u':' % last) : QString(everywhere);
}

// A command as a whole: the words before the program are kept as they are.
class Command final
{
public:
    explicit Command(const QStringList &words)
        : m_words(words)
    {}

    std::optional<QStringList> listeningEverywhere()
    {
        unwrap();
        if (m_isScript)
            return scriptEverywhere();
        const auto framework = std::ranges::find_if(
            frameworks, [this](const Framework &candidate) { return isCalled(candidate); });
        if (framework == frameworks.end())
            return std::nullopt;
        return framework->told == Told::Positional ? positionalEverywhere(*framework)
                                                   : optionEverywhere(*framework);
    }

private:
    QString word(qsizetype index) const { return m_words.value(index); }

    void skipOptions()
    {
        while (word(m_program).startsWith(u'-'))
            ++m_program;
    }

    // Steps over what only calls another program. Each round goes at least one word on.
    void unwrap()
    {
        while (m_program < m_words.size() && !m_isScript && stepInto(nameOf(word(m_program)))) {
        }
    }

    bool stepInto(const QString &name)
    {
        const QString next = word(m_program + 1);
        if (name == "env"_L1 || name == "npx"_L1 || name == "bunx"_L1) {
            ++m_program;
            skipOptions();
            while (name == "env"_L1 && word(m_program).contains(u'='))
                ++m_program;
            return true;
        }
        if (name == "node"_L1 || name == "ruby"_L1 || (name == "php"_L1 && next == "artisan"_L1)) {
            ++m_program;
            skipOptions();
            return true;
        }
        if (isPython(name))
            return stepIntoPython();
        if (name == "bundle"_L1 && next == "exec"_L1)
            return step(2);
        if ((name == "poetry"_L1 || name == "pipenv"_L1 || name == "uv"_L1) && next == "run"_L1)
            return step(2);
        return isPackageManager(name) && stepIntoPackageManager(name);
    }

    bool step(qsizetype words)
    {
        m_program += words;
        return true;
    }

    bool stepIntoPython()
    {
        ++m_program;
        while (word(m_program).startsWith(u'-') && word(m_program) != "-m"_L1)
            ++m_program;
        if (word(m_program) == "-m"_L1)
            ++m_program;
        return true;
    }

    static bool isPackageManager(const QString &name)
    {
        return name == "npm"_L1 || name == "pnpm"_L1 || name == "yarn"_L1 || name == "bun"_L1;
    }

    bool stepIntoPackageManager(const QString &name)
    {
        m_isNpm = name == "npm"_L1;
        while (word(m_program + 1).startsWith(u'-')) // bun --bun run dev
            ++m_program;
        const QString next = word(m_program + 1);
        const bool isExec = next == "exec"_L1 || next == "dlx"_L1 || next == "x"_L1;
        if (isExec) {
            // Without its own "--", npm takes the options of the program for itself.
            const bool isPassed = !m_isNpm || word(m_program + 2) == "--"_L1;
            m_program = isPassed ? m_program + 2 : m_words.size();
            skipOptions();
            return true;
        }
        const bool isRun = next == "run"_L1 || next == "run-script"_L1;
        const QString script = word(m_program + (isRun ? 2 : 1));
        if (isScript(script)) {
            m_isScript = isRun || !m_isNpm || script == "start"_L1;
            m_program += isRun ? 2 : 1;
            return m_isScript;
        }
        // These run a package's program by its name.
        const bool runsPrograms = name == "yarn"_L1 || name == "pnpm"_L1 || (name == "bun"_L1 && isRun);
        return runsPrograms && !next.isEmpty() && step(isRun ? 2 : 1);
    }

    bool isCalled(const Framework &framework) const
    {
        const QString name = nameOf(word(m_program));
        if (name != framework.program)
            return false;
        if (framework.verbs.isEmpty())
            return true;
        // Options may stand before the verb: flask --app shop run.
        for (qsizetype i = m_program + 1; i < m_words.size(); ++i) {
            if (!word(i).isEmpty() && isOneOf(word(i), framework.verbs))
                return true;
        }
        const bool isBare = m_program + 1 == m_words.size() || word(m_program + 1).startsWith(u'-');
        return isBare && framework.verbs.startsWith(u',');
    }

    // Which program a script runs is not known here. Those that listen on their own loopback by themselves,
    // Vite and all that is made of it, Angular's and webpack's, know --host; Next.js listens everywhere.
    std::optional<QStringList> scriptEverywhere() const
    {
        if (m_isNpm && !m_words.contains(u"--"_s))
            return m_words + QStringList{u"--"_s, u"--host"_s, everywhere};
        return optionEverywhere({.options = "--host"_L1});
    }

    std::optional<QStringList> optionEverywhere(const Framework &framework) const
    {
        QStringList words = m_words;
        for (qsizetype i = m_program + 1; i < words.size(); ++i) {
            const QString option = words.at(i).section(u'=', 0, 0);
            if (!option.startsWith(u'-') || !isOneOf(option, framework.options))
                continue;
            const bool isJoined = words.at(i).contains(u'=');
            const QString value = isJoined ? words.at(i).section(u'=', 1) : words.value(i + 1);
            if (!isJoined && (value.isEmpty() || value.startsWith(u'-')))
                return std::nullopt; // every address already, or no command that works
            const auto moved = framework.told == Told::AddressWithPort ? movedEverywhere(value)
                : isEverywhere(value)                                  ? std::nullopt
                                                                       : std::optional<QString>(everywhere);
            if (!moved)
                return std::nullopt;
            words[isJoined ? i : i + 1] = isJoined ? QString(option % u'=' % *moved) : *moved;
            return words;
        }
        const QString address = framework.told == Told::AddressWithPort
            ? QString(everywhere % u':' % framework.defaultPort)
            : QString(everywhere);
        // What stands behind "--" is no option, but for a script: there it is what the script gets.
        const qsizetype end = m_isScript ? -1 : words.indexOf(u"--"_s, m_program);
        const qsizetype at = end < 0 ? words.size() : end;
        words.insert(at, address);
        words.insert(at, QString(framework.options).section(u',', 0, 0));
        return words;
    }

    std::optional<QStringList> positionalEverywhere(const Framework &framework) const
    {
        QStringList words = m_words;
        const qsizetype verb = words.indexOf(QString(framework.verbs), m_program);
        if (words.contains(u"-6"_s) || words.contains(u"--ipv6"_s))
            return std::nullopt;
        for (qsizetype i = verb + 1; i < words.size(); ++i) {
            static const QRegularExpression form(
                QRegularExpression::anchoredPattern(u"(?:[^-].*:)?(?:[0-9]+|\\{port\\})"_s));
            const bool isValue = isOneOf(words.at(i - 1), "-v,--verbosity,--settings,--pythonpath"_L1);
            if (isValue || !form.match(words.at(i)).hasMatch())
                continue;
            const auto moved = movedEverywhere(words.at(i));
            if (!moved)
                return std::nullopt;
            words[i] = *moved;
            return words;
        }
        words.insert(verb + 1, QString(everywhere % u':' % framework.defaultPort));
        return words;
    }

    const QStringList &m_words;
    qsizetype m_program = 0;
    bool m_isScript = false;
    bool m_isNpm = false;
};

} // namespace

std::optional<QStringList> listeningEverywhere(const QStringList &command)
{
    return Command(command).listeningEverywhere();
}

} // namespace core
