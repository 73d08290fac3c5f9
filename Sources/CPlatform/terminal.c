#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static ptrdiff_t read_line(int input, char *buffer, size_t capacity, bool (*is_cancelled)(void *), void *context)
{
    ptrdiff_t count = 0;
    for (;;) {
        if (is_cancelled(context)) {
            errno = ECANCELED;
            return -1;
        }
        struct pollfd ready = {.fd = input, .events = POLLIN};
        int found = poll(&ready, 1, 100);
        if (found < 0 && errno != EINTR) return -1;
        if (found <= 0) continue;
        char byte;
        ssize_t length = read(input, &byte, 1);
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) return -1;
        if (length == 0 && count == 0) {
            errno = ENODATA;
            return -1;
        }
        if (length == 0 || byte == '\n') return count;
        if ((size_t)count < capacity) buffer[count] = byte;
        count++;
    }
}

ptrdiff_t platform_read_line(int input, bool is_hidden, char *buffer, size_t capacity,
                             bool (*is_cancelled)(void *context), void *context)
{
    struct termios before;
    bool is_terminal = is_hidden && tcgetattr(input, &before) == 0;
    if (is_terminal) {
        struct termios hidden = before;
        hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
        /* What was typed before the question is no answer to it. */
        if (tcsetattr(input, TCSAFLUSH, &hidden) != 0) return -1;
    }
    ptrdiff_t result = read_line(input, buffer, capacity, is_cancelled, context);
    int code = errno;
    if (is_terminal) tcsetattr(input, TCSAFLUSH, &before);
    errno = code;
    return result;
}

int platform_terminal_columns(int terminal)
{
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
