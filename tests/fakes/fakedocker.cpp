// SPDX-License-Identifier: MIT

// Stands in for the docker client where a real one cannot be had: a client that misbehaves in one chosen way.
// The first argument says which.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace {

void put(int descriptor, const std::string &text)
{
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
        if (wrote < 0)
            _exit(99);
        done += static_cast<size_t>(wrote);
    }
}

std::string pidLine()
{
    return std::to_string(getpid()) + "\n";
}

[[noreturn]] void hang()
{
    for (;;)
        pause();
}

// answer OUT ERR CODE
int answer(char **arguments)
{
    put(STDOUT_FILENO, arguments[0]);
    put(STDERR_FILENO, arguments[1]);
    return std::atoi(arguments[2]);
}

int splitCharacter()
{
    put(STDOUT_FILENO, "caf\xc3");
    usleep(30'000);
    put(STDOUT_FILENO, "\xa9\n");
    return 0;
}

// 50 MB on each stream, in lines, each stream with an end of its own.
int flood()
{
    const std::string line(1023, 'x');
    for (int i = 0; i < 50 * 1024; ++i) {
        put(STDOUT_FILENO, line + "\n");
        put(STDERR_FILENO, line + "\n");
    }
    put(STDOUT_FILENO, "end of output\n");
    put(STDERR_FILENO, "end of errors\n");
    return 0;
}

int countInput()
{
    char buffer[4096];
    size_t total = 0;
    for (ssize_t got = 0; (got = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
        total += static_cast<size_t>(got);
    put(STDOUT_FILENO, std::to_string(total));
    return 0;
}

// A child that outlives its parent and keeps both pipes open.
int grandchild(bool parentHangs)
{
    if (fork() == 0) {
        signal(SIGTERM, SIG_IGN);
        put(STDOUT_FILENO, pidLine());
        hang();
    }
    usleep(50'000);
    if (parentHangs)
        hang();
    return 0;
}

int crash()
{
    const rlimit none{};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGSEGV, SIG_DFL); // a sanitizer would make an exit code of it
    raise(SIGSEGV);
    return 0;
}

// lines COUNT: numbered lines, then the end of the stream without a line feed.
int lines(int count)
{
    for (int i = 1; i <= count; ++i)
        put(i % 2 == 1 ? STDOUT_FILENO : STDERR_FILENO, "line " + std::to_string(i) + "\n");
    put(STDOUT_FILENO, "tail");
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "answer" && argc == 5)
        return answer(argv + 2);
    if (what == "split")
        return splitCharacter();
    if (what == "flood")
        return flood();
    if (what == "count")
        return countInput();
    if (what == "never-read") {
        put(STDOUT_FILENO, pidLine());
        hang();
    }
    if (what == "close-input") {
        close(STDIN_FILENO);
        usleep(50'000);
        put(STDOUT_FILENO, "closed");
        return 0;
    }
    if (what == "hang") {
        put(STDOUT_FILENO, pidLine());
        hang();
    }
    if (what == "ignore-term") {
        signal(SIGTERM, SIG_IGN);
        put(STDOUT_FILENO, pidLine());
        hang();
    }
    if (what == "grandchild")
        return grandchild(false);
    if (what == "hanging-grandchild")
        return grandchild(true);
    if (what == "crash")
        return crash();
    if (what == "lines" && argc == 3)
        return lines(std::atoi(argv[2]));
    std::fprintf(stderr, "fakedocker: no such behaviour: %s\n", what.c_str());
    return 64;
}
