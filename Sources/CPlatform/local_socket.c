#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int platform_connect_local(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);
    int socket_number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_number < 0) return -1;
    if (connect(socket_number, (const struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(socket_number);
        errno = reason;
        return -1;
    }
    return socket_number;
}
