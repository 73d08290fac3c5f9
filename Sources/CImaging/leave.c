#define _POSIX_C_SOURCE 200809L
#include "imaging_leave.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define NANOSECONDS_BETWEEN_CHECKS 5000000L

// Starts a thread that nobody joins and that takes no signals of the host. Returns 0, or why there is none.
static int start(void *(*body)(void *), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int result = pthread_create(&thread, NULL, body, context);
    if (result == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

// MARK: Work that can be left

// Shared by the thread and its caller; whoever is last frees it.
typedef struct meeting {
    imaging_leavable leavable;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int has_ended;
    atomic_int is_left;
    atomic_int users;
} meeting;

static int is_left(void *context) { return atomic_load(&((meeting *)context)->is_left); }

static void leave(meeting *meeting)
{
    if (atomic_fetch_sub(&meeting->users, 1) > 1) return;
    pthread_cond_destroy(&meeting->ended);
    pthread_mutex_destroy(&meeting->lock);
    free(meeting);
}

static void *work(void *context)
{
    meeting *meeting = context;
    imaging_leavable leavable = meeting->leavable;
    leavable.work(leavable.context, (imaging_cancel){is_left, meeting});
    // Before anybody is told of the end: the caller may be the last to hold what the work was about.
    leavable.release(leavable.context);
    pthread_mutex_lock(&meeting->lock);
    meeting->has_ended = 1;
    pthread_cond_signal(&meeting->ended);
    pthread_mutex_unlock(&meeting->lock);
    leave(meeting);
    return NULL;
}

// A monotonic clock: a wait is not longer because somebody set the time.
static int prepare(meeting *meeting)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return -1;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int result = pthread_cond_init(&meeting->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    return result != 0 ? result : pthread_mutex_init(&meeting->lock, NULL);
}

static void wait_a_moment(meeting *meeting)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += NANOSECONDS_BETWEEN_CHECKS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&meeting->ended, &meeting->lock, &until);
}

static int never(void *context)
{
    (void)context;
    return 0;
}

// MARK: Detached work

typedef struct errand {
    void (*work)(void *context);
    void *context;
} errand;

static void *run_errand(void *context)
{
    errand errand = *(struct errand *)context;
    free(context);
    errand.work(errand.context);
    return NULL;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_run_leavable(imaging_leavable leavable, imaging_cancel cancel, imaging_status *status)
{
    meeting *meeting = calloc(1, sizeof *meeting);
    if (!meeting || prepare(meeting) != 0) {
        free(meeting);
        leavable.release(leavable.context);
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory to wait for a thread");
    }
    meeting->leavable = leavable;
    atomic_store(&meeting->users, 2);
    if (start(work, meeting) != 0) {
        leavable.work(leavable.context, cancel.is_cancelled ? cancel : (imaging_cancel){never, NULL});
        leavable.release(leavable.context);
        leave(meeting);
        leave(meeting);
        return IMAGING_OK;
    }
    pthread_mutex_lock(&meeting->lock);
    int cancelled = 0;
    while (!meeting->has_ended && !cancelled) {
        wait_a_moment(meeting);
        // Not under the lock, which would keep the thread from ending while the caller looks around.
        pthread_mutex_unlock(&meeting->lock);
        cancelled = cancel.is_cancelled && cancel.is_cancelled(cancel.context);
        pthread_mutex_lock(&meeting->lock);
    }
    int has_ended = meeting->has_ended;
    pthread_mutex_unlock(&meeting->lock);
    atomic_store(&meeting->is_left, 1);
    leave(meeting);
    return has_ended ? IMAGING_OK : imaging_fail(status, IMAGING_CANCELLED, "cancelled");
}

void imaging_run_detached(void (*work)(void *context), void *context)
{
    errand *errand = malloc(sizeof *errand);
    if (errand) {
        *errand = (struct errand){work, context};
        if (start(run_errand, errand) == 0) return;
        free(errand);
    }
    work(context);
}

#pragma GCC visibility pop
