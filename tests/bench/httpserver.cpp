// SPDX-License-Identifier: MIT
// `httpserver PORT`: a static dev server that answers every request with an empty page. It rides in an image
// of its own, as the one program in it.
#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char *argv[])
{
    constexpr std::string_view answer = "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n";
    std::signal(SIGPIPE, SIG_IGN);
    // The first process of a container is not ended by it otherwise.
    std::signal(SIGTERM, [](int) { ::_exit(0); });
    const int server = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(argc > 1 ? std::atoi(argv[1]) : 80));
    if (::bind(server, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        || ::listen(server, 64) != 0)
        return 1;
    for (;;) {
        const int client = ::accept(server, nullptr, nullptr);
        char request[4096];
        // A client that is gone before its answer is no concern of a server's.
        if (::read(client, request, sizeof request) > 0) [[maybe_unused]]
            const auto written = ::write(client, answer.data(), answer.size());
        ::close(client);
    }
}
