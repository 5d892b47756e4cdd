// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"

#include "tests/registry.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const QString pem =
    u"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nq83vEjRWeJA=\n-----END RSA PRIVATE KEY-----"_s;

// A picture of a text: what stands between ⟦ and ⟧ is secret.
QString withSecrets(QString picture)
{
    return picture.remove(u'⟦').remove(u'⟧');
}

QString withMarks(QString picture)
{
    static const QRegularExpression secret(u"⟦[^⟧]*⟧"_s);
    return picture.replace(secret, u"•••"_s);
}

struct Row
{
    const char *claim;
    const char16_t *picture;
};

void addRows(std::initializer_list<Row> rows)
{
    QTest::addColumn<QString>("picture");
    for (const Row &row : rows)
        QTest::newRow(row.claim) << QString::fromUtf16(row.picture);
}

} // namespace

class RedactionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hidesTheSecretAndKeepsTheRest_data()
    {
        addRows({
            // URLs
            {"a proxy's user and password go", u"http://⟦user:pass⟧@proxy.corp:3128/x"},
            {"the credentials of a tcp endpoint go", u"tcp://⟦u:p⟧@10.0.0.1:2375"},
            {"a password with an at sign goes whole", u"http://⟦user:p@ss⟧@proxy:3128"},
            {"a password with an escaped at sign goes", u"http://⟦user:p%40ss⟧@proxy:3128"},
            {"a password with a slash goes", u"parse \"http://⟦user:p/s?s#⟧@proxy:3128\": invalid port"},
            {"a password with a colon goes", u"http://⟦user:p:s⟧@proxy:3128"},
            {"a user alone goes", u"https://⟦user⟧@host/path"},
            {"a password alone goes", u"https://⟦:hunter2⟧@host/path"},
            {"the user of an ssh endpoint goes", u"ssh://⟦user⟧@host"},
            {"user-info in the middle of a text goes", u"dial http://⟦a:b⟧@c:1 failed: refused"},
            {"two URLs in a line lose both", u"http://⟦a:b⟧@c,http://⟦d:e⟧@f; and ftp://⟦g:h⟧@i"},
            {"a git URL with a token loses it", u"fetch https://⟦x-access-token:abc⟧@git.example/r.git"},
            {"a URL in quotes loses its user-info", u"Get \"https://⟦u:p⟧@host/v2/\": EOF"},
            {"a digest does not hide user-info before it", u"https://⟦u:p⟧@reg.example/a@sha256:0123abcd"},
            {"a token in a query goes, the rest of the query stays", u"GET /v2/?a=1&access_token=⟦abc⟧&b=2"},
            {"the first of a query goes as well", u"https://h/?token=⟦abc⟧&scope=pull HTTP/1.1"},
            // Proxies
            {"HTTP_PROXY keeps its host", u"HTTP_PROXY=http://⟦user:pass⟧@proxy:3128"},
            {"https_proxy keeps its host", u"https_proxy=http://⟦user:pass⟧@proxy:3128"},
            {"a proxy without a scheme loses its credentials", u"HTTPS_PROXY=⟦user:pass⟧@proxy:3128"},
            {"the proxy in config.json loses its credentials",
             u"\"httpProxy\": \"http://⟦u:p⟧@proxy:3128\","},
            {"a proxy passed with -e loses its credentials",
             u"docker run -e http_proxy=http://⟦u:p⟧@h:1 img"},
            // Headers
            {"a bearer header goes", u"Authorization: Bearer ⟦abc.def-123⟧"},
            {"a basic header goes", u"Authorization: Basic ⟦dXNlcjpwYXNz⟧"},
            {"a header in lower case goes", u"authorization: bearer ⟦abc⟧"},
            {"a header without a scheme goes", u"Authorization: ⟦abcdef⟧"},
            {"a proxy's header goes", u"Proxy-Authorization: Basic ⟦dXNlcjpwYXNz⟧"},
            {"a digest header goes whole", u"Authorization: Digest ⟦username=\"u\", response=\"0a1b\"⟧"},
            {"a signed header goes whole", u"Authorization: ⟦AWS4-HMAC-SHA256 Credential=a/b, Signature=c⟧"},
            {"a signed header in JSON goes whole",
             u"{\"Authorization\":\"⟦AWS4 Credential=a, Signature=c⟧\",\"a\":1}"},
            {"a header given to curl goes", u"curl -H 'Authorization: Bearer ⟦abc⟧' https://h/"},
            {"a header in Go's map goes", u"map[Authorization:[Bearer ⟦abc⟧] Accept:[*/*]]"},
            {"a header in JSON goes", u"{\"Authorization\": \"Bearer ⟦abc⟧\", \"Accept\": \"*/*\"}"},
            {"a registry header goes", u"X-Registry-Auth: ⟦e30K⟧"},
            {"a registry header in Go's map goes", u"X-Registry-Auth:[⟦e30K⟧] Host:[h]"},
            {"a registry's configuration goes", u"X-Registry-Config: ⟦e30K⟧"},
            {"a cookie goes", u"Cookie: ⟦session=abc; other=def⟧"},
            {"a new cookie goes", u"Set-Cookie: ⟦session=abc; Path=/⟧"},
            {"an API key header goes", u"X-Api-Key: ⟦abc⟧"},
            {"a private token header goes", u"PRIVATE-TOKEN: ⟦abc⟧"},
            {"a bearer without its header goes", u"sent Bearer ⟦a1b2c3d4e5⟧ to h"},
            {"basic credentials without their header go", u"sent Basic ⟦dXNlcjpwYXNzd29yZA==⟧ to h"},
            // Shapes
            {"a JSON web token goes", u"got ⟦eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s-_g⟧ from h"},
            {"base64 of a JSON object goes", u"auth config ⟦eyJ1c2VybmFtZSI6InUifQ==⟧ refused"},
            {"a GitHub token goes", u"remote: ⟦ghp_0123456789abcdefghijABCDEFGHIJ012345⟧ expired"},
            {"a fine-grained GitHub token goes", u"⟦github_pat_11ABCDEFG0123456789_abcdef⟧ expired"},
            {"a GitLab token goes", u"denied: ⟦glpat-abcDEF123456_-7890xy⟧"},
            {"a Docker Hub token goes", u"login -u me ⟦dckr_pat_abcDEF-123456789012345678⟧"},
            {"an AWS key id goes", u"key ⟦AKIAIOSFODNN7EXAMPLE⟧ is unknown"},
            {"a temporary AWS key id goes", u"key ⟦ASIAIOSFODNN7EXAMPLE⟧ is unknown"},
            {"a Slack token goes", u"posting with ⟦xoxb-1234567890-abcdef⟧"},
            // Assignments
            {"a password assignment goes", u"-e POSTGRES_PASSWORD=⟦hunter2⟧ postgres"},
            {"a glued password name goes", u"run -e PGPASSWORD=⟦hunter2⟧ img"},
            {"a passwd assignment goes", u"opts passwd=⟦hunter2⟧ done"},
            {"a token assignment goes", u"run --env GITLAB_TOKEN=⟦abc⟧ img"},
            {"a secret assignment goes", u"run -e CLIENT_SECRET=⟦abc⟧ img"},
            {"a key assignment goes", u"run -e AWS_SECRET_ACCESS_KEY=⟦wJalrXUtnFEMI/K7MDENG+b⟧ img"},
            {"a bare key assignment goes", u"run -e KEY=⟦abc⟧ img"},
            {"an apiKey assignment goes", u"with apiKey=⟦abc⟧ set"},
            {"an auth assignment goes", u"npm //reg/:_auth=⟦YTpi⟧ set"},
            {"an authToken assignment goes", u"//reg.example/:_authToken=⟦abc⟧"},
            {"a pass assignment goes", u"run -e DB_PASS=⟦abc⟧ img"},
            {"a framework's base key goes", u"run -e SECRET_KEY_BASE=⟦abc⟧ img"},
            {"a value in double quotes goes whole", u"set MY_PASSWORD=\"⟦correct horse⟧\" now"},
            {"a value in single quotes goes whole", u"set MY_PASSWORD='⟦correct \"horse⟧' now"},
            {"an escaped quote does not end a value", u"set MY_PASSWORD=\"⟦a\\\"b⟧\" now"},
            {"a quote that is never closed hides the line", u"set MY_PASSWORD=\"⟦correct horse⟧"},
            {"a quote inside a word does not end it", u"set MY_PASSWORD=⟦ab\"cd⟧ now"},
            {"commas, ampersands and brackets do not end it", u"set MY_PASSWORD=⟦a,b;c&d)e}f⟧ now"},
            {"a value that begins with a bracket goes", u"set MY_PASSWORD=⟦{ab}},[c⟧ now"},
            {"a value that begins with a backslash goes", u"set MY_PASSWORD=⟦\\ab⟧ now"},
            {"a value that begins like a literal goes", u"set MY_PASSWORD=⟦true-blue⟧ now"},
            {"a value that begins like a placeholder goes", u"set MY_PASSWORD=⟦value-1⟧ now"},
            {"a value in backticks goes", u"set `MY_PASSWORD=⟦abc⟧` now"},
            {"an assignment in brackets keeps the bracket", u"(MY_PASSWORD=⟦abc⟧) failed"},
            {"a line of an env file goes to its end", u"A=1\nDB_PASSWORD=⟦correct horse battery⟧\nB=2"},
            {"an exported variable goes to its end", u"export DB_TOKEN=⟦a b⟧\nB=2"},
            {"a list of assignments in JSON keeps its shape",
             u"\"Env\":[\"A_PASSWORD=⟦abc⟧\",\"PATH=/bin\"]"},
            // JSON and structs
            {"a password in JSON goes", u"{\"username\":\"u\",\"password\":\"⟦p⟧\",\"email\":\"\"}"},
            {"a password in JSON may hold quotes and blanks",
             u"{\"password\": \"⟦a \\\"b\\\\ c⟧\", \"x\": 1}"},
            {"a password in JSON may begin with a brace", u"{\"password\":\"⟦{abc⟧\",\"x\":1}"},
            {"a list of passwords loses the first", u"{\"password\":[\"⟦abc⟧\"]}"},
            {"the auth of config.json goes", u"{\"auths\":{\"h\":{\"auth\":\"⟦dTpw⟧\"}}}"},
            {"an identity token goes", u"\"identitytoken\": \"⟦abc⟧\""},
            {"a registry token goes", u"\"registrytoken\":\"⟦abc⟧\""},
            {"a secret over two lines of JSON goes", u"\"client_secret\":\n  \"⟦abc⟧\""},
            {"a number may be a password", u"{\"password\": ⟦12345⟧}"},
            {"JSON inside JSON loses its secrets",
             u"{\"msg\":\"{\\\"password\\\":\\\"⟦abc⟧\\\",\\\"a\\\":1}\"}"},
            {"a Python mapping loses its secrets", u"{'password': '⟦abc⟧', 'user': 'u'}"},
            {"a struct printed by Go loses its secrets", u"{Username:u Password:⟦abc⟧ IdentityToken:⟦def⟧}"},
            {"YAML loses its password", u"user: u\npassword: ⟦hunter2⟧\nhost: h"},
            {"an INI file loses its password", u"user = u\npassword = ⟦hunter2⟧\nhost = h"},
            {"a header's list in JSON goes", u"{\"Authorization\":[\"Bearer ⟦abc⟧\"]}"},
            {"YAML loses its key", u"api_key: ⟦abc⟧\nhost: h"},
            // Arguments
            {"--password with a blank goes", u"docker login -u me --password ⟦hunter2⟧ host"},
            {"--password with an equals sign goes", u"docker login --password=⟦hunter2⟧ host"},
            {"--password in quotes goes", u"docker login --password '⟦hunter 2⟧' host"},
            {"-p of a login goes", u"docker login -u me -p ⟦hunter2⟧ host"},
            {"a token flag goes", u"tool --registry-token ⟦abc⟧ --verbose"},
            {"an API key flag goes", u"tool --api-key=⟦abc⟧ --verbose"},
            {"arguments as a JSON list lose the value",
             u"[\"docker\",\"login\",\"--password\",\"⟦abc⟧\",\"h\"]"},
            {"an assignment in a JSON list goes", u"[\"run\",\"-e\",\"TOKEN=⟦abc⟧\",\"img\"]"},
        });
    }
    void hidesTheSecretAndKeepsTheRest()
    {
        QFETCH(QString, picture);
        const QString once = redacted(withSecrets(picture));
        QCOMPARE(once, withMarks(picture));
        QCOMPARE(redacted(once), once);
    }

    void hidesPrivateKeys_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a whole key goes") << u"a\n"_s + pem + u"\nb"_s << u"a\n•••\nb"_s;
        QTest::newRow("a key on one line goes")
            << u"KEY: "_s + QString(pem).replace(u'\n', u' ') + u" b"_s << u"KEY: ••• b"_s;
        QTest::newRow("a key in JSON goes")
            << u"{\"k\":\""_s + QString(pem).replace(u"\n"_s, u"\\n"_s) + u"\"}"_s << u"{\"k\":\"•••\"}"_s;
        QTest::newRow("a key without its end goes") << u"a\n"_s + pem.left(60) << u"a\n•••"_s;
        QTest::newRow("a key without its beginning goes") << pem.mid(36) + u"\nb"_s << u"•••\nb"_s;
        QTest::newRow("two keys go one by one") << pem + u"\nx\n"_s + pem << u"•••\nx\n•••"_s;
        QTest::newRow("an OpenSSH key goes")
            << u"-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----"_s << u"•••"_s;
    }
    void hidesPrivateKeys()
    {
        QFETCH(QString, text);
        QTEST(redacted(text), "expected");
        QCOMPARE(redacted(redacted(text)), redacted(text));
    }

    void leavesOrdinaryTextAlone_data()
    {
        addRows({
            {"a digest", u"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
            {"an image by digest", u"docker run alpine:3.19@sha256:9f86d081884c7d65"},
            {"an image URL by digest", u"docker-image://alpine:3.19@sha256:9f86d081884c7d65"},
            {"a registry's URL by digest", u"https://registry.example:5000/v2/a/b@sha256:9f86d0"},
            {"a container id", u"4c01db0b339c4c01db0b339c4c01db0b339c4c01db0b339c4c01db0b339cabcd"},
            {"a unix socket", u"unix:///var/run/docker.sock"},
            {"a tcp endpoint", u"tcp://127.0.0.1:2375"},
            {"a path", u"/home/me/projects/token/key/password.txt"},
            {"a keyboard", u"KEYBOARD=us"},
            {"a monkey", u"monkey=banana turkey=bird"},
            {"a placeholder of a usage text", u"--label key=value, --env KEY=value"},
            {"the working folder", u"PWD=/root OLDPWD=/tmp"},
            {"a file that holds a password", u"POSTGRES_PASSWORD_FILE=/run/secrets/db"},
            {"a flag that reads standard input", u"docker login --password-stdin host"},
            {"a published port", u"docker run --rm -p 127.0.0.1:4300:80 img"},
            {"a numeric user", u"docker run --user 1000:1000 img"},
            {"an image named token", u"docker run --rm mytoken:latest"},
            {"a mail address", u"written by me@example.com in user:group@host style"},
            {"an empty value", u"PASSWORD= next, \"password\":\"\", \"token\": null"},
            {"an object under a secret's name", u"{\"auth\": {\"user\": \"u\"}}"},
            {"docker's advice", u"WARNING! Using --password via the CLI is insecure. Use --password-stdin."},
            {"plain English",
             u"The key is that the bearer of this basic authentication token keeps a secret."},
            {"an authenticate challenge", u"WWW-Authenticate: Bearer realm=\"https://auth.example/token\""},
            {"unauthorized", u"unauthorized: incorrect username or password"},
            {"a missing secret", u"Error: No such secret: foo"},
            {"an invalid token", u"invalid character in token: unexpected end"},
            // What engines and clients really say.
            {"no daemon",
             u"docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker "
             u"daemon "
             u"running?\n\nRun 'docker run --help' for more information"},
            {"permission",
             u"permission denied while trying to connect to the Docker daemon socket at "
             u"unix:///x/docker.sock: Get "
             u"\"http://%2Fx%2Fdocker.sock/v1.50/version\": dial unix /x/docker.sock: connect: permission "
             u"denied"},
            {"a garbage host",
             u"error during connect: Get \"http://garbage:2375/v1.24/version\": dial tcp: lookup garbage on "
             u"10.0.0.2:53: no such host"},
            {"an unknown context",
             u"Failed to initialize: unable to resolve docker endpoint: context \"nosuch\": context not "
             u"found: open "
             u"/root/.docker/contexts/meta/0a1b/meta.json: no such file or directory"},
            {"a runtime that fails",
             u"docker: Error response from daemon: failed to create shim task: OCI runtime create failed: "
             u"unable to "
             u"retrieve OCI runtime error (open /run/log.json: no such file or directory): /bin/false did "
             u"not "
             u"terminate successfully: exit status 1: unknown."},
            {"containerd gone",
             u"connection error: desc = \"transport: Error while dialing dial unix "
             u"/run/containerd/containerd.sock: connect: connection refused\": unavailable"},
            {"an overlay mount",
             u"error creating overlay mount to /var/lib/docker/overlay2/ab12/merged: no such file"},
            {"a full disk",
             u"Error processing tar file(exit status 1): write /busybox: no space left on device"},
            {"an engine killed while loading",
             u"error during connect: Post \"http://%2Fd.sock/v1.41/images/load?quiet=1\": write unix "
             u"@->/d.sock: use of closed network connection"},
            {"a waiting client",
             u"time=\"2024-01-01T00:00:00Z\" level=error msg=\"error waiting for container: "
             u"unexpected EOF\""},
            {"an architecture",
             u"WARNING: The requested image's platform (linux/arm64) does not match the detected host "
             u"platform "
             u"(linux/amd64) and no specific platform was requested"},
            {"a broken archive", u"invalid diffID for layer 0: expected \"sha256:0a\", got \"sha256:0b\""},
            {"a name in use",
             u"Conflict. The container name \"/dup\" is already in use by container \"4c01db0b339c\". You "
             u"have to "
             u"remove (or rename) that container to be able to reuse that name."},
            {"a registry out of reach",
             u"Unable to find image 'nosuch:1' locally\ndocker: Error response from daemon: Get "
             u"\"https://registry.example/v2/\": dial tcp: lookup registry.example on 10.0.0.2:53: i/o "
             u"timeout."},
            {"a taken port", u"Bind for 127.0.0.1:4300 failed: port is already allocated"},
            {"an API too new", u"client version 1.99 is too new. Maximum supported API version is 1.41"},
        });
    }
    void leavesOrdinaryTextAlone()
    {
        QFETCH(QString, picture);
        QCOMPARE(redacted(picture), picture);
    }

    void halfASurrogatePairDoesNotSwitchItOff_data()
    {
        QTest::addColumn<QChar>("half");
        QTest::newRow("a high one") << QChar(0xd83d);
        QTest::newRow("a low one") << QChar(0xde00);
    }
    void halfASurrogatePairDoesNotSwitchItOff()
    {
        QFETCH(QChar, half);
        QCOMPARE(redacted(u"%1 -e TOKEN=abc %1"_s.arg(half)), u"\ufffd -e TOKEN=••• \ufffd"_s);
        QCOMPARE(redacted(QString(half)), u"\ufffd"_s);
        QCOMPARE(redacted(u"😀 -e TOKEN=abc"_s), u"😀 -e TOKEN=•••"_s);
    }

    // The bound is generous; quadratic time would take minutes.
    void longLinesTakeLinearTime_data()
    {
        QTest::addColumn<QString>("piece");
        for (const char *piece : {"a",
                                  "@",
                                  "://",
                                  ":",
                                  "://a:",
                                  "=",
                                  "\"",
                                  "\\\"",
                                  "password=",
                                  "password=\"\\\"",
                                  "--",
                                  "-----BEGIN ",
                                  "-----BEGIN PRIVATE KEY-----",
                                  "eyJ",
                                  "token ",
                                  "Bearer ",
                                  "login ",
                                  "&token",
                                  "proxy=a",
                                  "key=)",
                                  "AAAA\n",
                                  "\n",
                                  " ",
                                  "password:",
                                  "Authorization: ",
                                  "\x1b[",
                                  "\x1b]",
                                  "\"key\":",
                                  "--a-",
                                  "http://u:p@h "})
            QTest::newRow(piece) << QString::fromLatin1(piece);
    }
    void longLinesTakeLinearTime()
    {
        QFETCH(QString, piece);
        const QString text = piece.repeated((1 << 20) / piece.size());
        QElapsedTimer timer;
        timer.start();
        const QString result = printable(text);
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!result.contains(u"hunter2"_s));
    }

    void aLongSecretGoesWhole_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("in quotes") << u"x PASSWORD=\""_s << u"\" y"_s;
        QTest::newRow("escaped") << u"x \\\"password\\\":\\\""_s << u"\\\" y"_s;
        QTest::newRow("as a word") << u"x PASSWORD="_s << u" y"_s;
        QTest::newRow("as a line") << u"PASSWORD="_s << u"\ny"_s;
        QTest::newRow("as a header") << u"Authorization: Bearer "_s << u" y"_s;
    }
    void aLongSecretGoesWhole()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QCOMPARE(redacted(QString(before + u"ab)"_s.repeated(300'000) + u"c"_s + after)),
                 QString(before + u"•••"_s + after));
    }

    void printableRemovesWhatATerminalWouldObey_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("colours go") << u"\x1b[1;31mred\x1b[0m"_s << u"red"_s;
        QTest::newRow("cursor movements go") << u"a\x1b[2J\x1b[H\x1b[?25lb"_s << u"ab"_s;
        QTest::newRow("titles go") << u"a\x1b]0;title\x07"
                                      "b"_s
                                   << u"ab"_s;
        QTest::newRow("links go") << u"\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\"_s << u"text"_s;
        QTest::newRow("device control strings go") << u"a\x1bPq#0\x1b\\b"_s << u"ab"_s;
        QTest::newRow("character sets go") << u"a\x1b(Bb\x1b=c"_s << u"abc"_s;
        QTest::newRow("eight-bit sequences go") << u"a\u009b31mb\u009d0;t\u009cc"_s << u"abc"_s;
        QTest::newRow("an unfinished title ends with its line") << u"a\x1b]0;title\nb"_s << u"a\nb"_s;
        QTest::newRow("an unfinished colour goes") << u"a\x1b[31"_s << u"a"_s;
        QTest::newRow("a lone escape goes") << u"a\x1b"_s << u"a"_s;
        QTest::newRow("control characters go") << QString(u"a\u0000b\u0008c\u0007"
                                                          "d\u007f"_s)
                                               << u"abcd"_s;
        QTest::newRow("tabs and line feeds stay") << u"a\tb\nc"_s << u"a\tb\nc"_s;
        QTest::newRow("DOS line ends become line feeds") << u"a\r\nb"_s << u"a\nb"_s;
        QTest::newRow("a progress line becomes lines") << u"1%\r2%\r"_s << u"1%\n2%\n"_s;
        QTest::newRow("colour does not hide a secret")
            << u"-e TOK\x1b[1mEN=\x1b[31mabc\x1b[0m x"_s << u"-e TOKEN=••• x"_s;
        QTest::newRow("markup is only text") << u"<b>&amp;%1%s</b>"_s << u"<b>&amp;%1%s</b>"_s;
    }
    void printableRemovesWhatATerminalWouldObey()
    {
        QFETCH(QString, text);
        QTEST(printable(text), "expected");
    }

    void excerptIsOneBoundedLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("expected");
        QTest::newRow("what fits stays") << u"abcde"_s << 5 << u"abcde"_s;
        QTest::newRow("what is too long ends in an ellipsis") << u"abcdef"_s << 5 << u"abcd…"_s;
        QTest::newRow("white space collapses") << u"  a \t\r\n b\u2028c  "_s << 9 << u"a b c"_s;
        QTest::newRow("a surrogate pair is never split") << u"abc😀d"_s << 5 << u"abc…"_s;
        QTest::newRow("a surrogate pair that fits stays") << u"abc😀de"_s << 6 << u"abc😀…"_s;
        QTest::newRow("a limit of one is an ellipsis") << u"abc"_s << 1 << u"…"_s;
        QTest::newRow("a limit of nothing is nothing") << u"abc"_s << 0 << QString();
        QTest::newRow("a negative limit is nothing") << u"abc"_s << -1 << QString();
        QTest::newRow("overrides of the reading direction go")
            << u"a\u202eb\u2066c\u2069d"_s << 9 << u"abcd"_s;
        QTest::newRow("joiners stay") << u"a\u200db"_s << 9 << u"a\u200db"_s;
        QTest::newRow("a secret is never cut into sight") << u"-e TOKEN=abcdef"_s << 12 << u"-e TOKEN=•••"_s;
        QTest::newRow("an override does not hide a secret")
            << u"-e TOK\u202eEN=abc x"_s << 20 << u"-e TOKEN=••• x"_s;
        QTest::newRow("escapes go") << u"\x1b[31mred\x1b[0m"_s << 9 << u"red"_s;
    }
    void excerptIsOneBoundedLine()
    {
        QFETCH(QString, text);
        QFETCH(int, limit);
        const QString result = excerpt(text, limit);
        QTEST(result, "expected");
        QVERIFY(result.size() <= qMax(0, limit));
    }

    void shellWordsReadBackAsTheyWere_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a plain word stays")
            << u"berth-probe:1/a_b.c=d,e@f%g+h"_s << u"berth-probe:1/a_b.c=d,e@f%g+h"_s;
        QTest::newRow("nothing is quoted") << QString() << u"''"_s;
        QTest::newRow("a blank is quoted") << u"a b"_s << u"'a b'"_s;
        QTest::newRow("a quote is stepped over") << u"it's"_s << u"'it'\\''s'"_s;
        QTest::newRow("expansions are quoted") << u"$(rm) `x` $HOME"_s << u"'$(rm) `x` $HOME'"_s;
        QTest::newRow("a template is quoted") << u"{{json .}}"_s << u"'{{json .}}'"_s;
        QTest::newRow("a line feed is quoted") << u"a\n"_s << u"'a\n'"_s;
        QTest::newRow("a home folder is quoted") << u"~/x"_s << u"'~/x'"_s;
    }
    void shellWordsReadBackAsTheyWere()
    {
        QFETCH(QString, argument);
        QTEST(shellQuoted(argument), "expected");
    }

    void aCommandIsItsWordsQuoted()
    {
        QCOMPARE(shellCommand({u"docker"_s, u"version"_s, u"--format"_s, u"{{json .}}"_s}),
                 u"docker version --format '{{json .}}'"_s);
        QCOMPARE(shellCommand({}), QString());
    }
};

BERTH_TEST(RedactionTest)

#include "tst_redaction.moc"
