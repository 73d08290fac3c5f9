/*
 * signals.c - OpenSSL writes to sockets that may be closed on the other side, which raises SIGPIPE; libcurl looks up names
 * on a thread of its own. A plugin may neither install a handler (R15.1) nor start a thread that takes signals (R11.1).
 */
#include "shelf.h"

#include <pthread.h>

static bool is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

void signals_guard(guarded *guarded)
{
    sigset_t all;
    sigfillset(&all);
    guarded->was_pending = is_pending();
    pthread_sigmask(SIG_SETMASK, &all, &guarded->before);
}

void signals_restore(const guarded *guarded)
{
    if (!guarded->was_pending && is_pending()) {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        /* It is this thread's: a write raises it on the thread that wrote. */
        sigtimedwait(&pipe, NULL, &(struct timespec){0});
    }
    pthread_sigmask(SIG_SETMASK, &guarded->before, NULL);
}
