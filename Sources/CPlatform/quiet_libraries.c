#define _GNU_SOURCE
#include "platform.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Guards what follows. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The stream in the place of `stderr`. It stays once it was made: a thread may still be writing to it. */
static FILE *quiet;
/* What `stderr` was; NULL while it is that. */
static FILE *usual;
/* How many threads are between the two calls. */
static int users;

/* How many times this thread is. */
static _Thread_local int depth;

static ssize_t take_words(void *cookie, const char *words, size_t size)
{
    (void)cookie;
    /* What an assertion says before it ends the process may be the only trace of why. */
    if (depth > 0 && !memmem(words, size, "ssertion", strlen("ssertion"))) return (ssize_t)size;
    ssize_t written = write(STDERR_FILENO, words, size);
    return written < 0 ? 0 : written;
}

static FILE *make_quiet(void)
{
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = take_words});
    if (stream) setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

void platform_begin_quiet(void)
{
    depth++;
    pthread_mutex_lock(&lock);
    if (users++ == 0) {
        if (!quiet) quiet = make_quiet();
        /* One without a descriptor is that of another copy of this code, in a plugin beside this one. */
        if (quiet && fileno(stderr) == STDERR_FILENO) {
            usual = stderr;
            stderr = quiet;
        }
    }
    pthread_mutex_unlock(&lock);
}

void platform_end_quiet(void)
{
    pthread_mutex_lock(&lock);
    if (--users == 0 && usual) {
        if (stderr == quiet) stderr = usual;
        usual = NULL;
    }
    pthread_mutex_unlock(&lock);
    depth--;
}
