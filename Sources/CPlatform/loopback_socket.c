#define _GNU_SOURCE
#include "platform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in loopback(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* Closes what cannot be used, and keeps the reason. */
static int give_up(int socket_number)
{
    int reason = errno;
    close(socket_number);
    errno = reason;
    return -1;
}

int platform_listen_loopback(uint16_t *port)
{
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    int yes = 1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = loopback(*port);
    socklen_t size = sizeof address;
    if (bind(made, (const struct sockaddr *)&address, size) != 0 || listen(made, 64) != 0 ||
        getsockname(made, (struct sockaddr *)&address, &size) != 0) {
        return give_up(made);
    }
    *port = ntohs(address.sin_port);
    return made;
}

int platform_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int platform_connect_loopback(uint16_t port)
{
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    struct sockaddr_in address = loopback(port);
    return connect(made, (const struct sockaddr *)&address, sizeof address) == 0 ? made : give_up(made);
}
