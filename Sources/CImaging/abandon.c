#define _POSIX_C_SOURCE 200809L
#include "imaging_abandon.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define NANOSECONDS_BETWEEN_CHECKS 5000000L

// Starts a thread that is not joined and that takes no signals of the host. Returns 0, or why there is none.
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

// MARK: Memory of abandoned work

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
// What work holds that goes on although its caller has returned: the caller's budget is free for others by then.
static size_t abandoned_bytes;

static void count_abandoned(size_t bytes)
{
    pthread_mutex_lock(&memory_lock);
    abandoned_bytes += bytes;
    pthread_mutex_unlock(&memory_lock);
}

static void discount_abandoned(size_t bytes)
{
    pthread_mutex_lock(&memory_lock);
    abandoned_bytes -= bytes;
    pthread_mutex_unlock(&memory_lock);
}

static int has_room(const imaging_abandonable *job)
{
    pthread_mutex_lock(&memory_lock);
    size_t abandoned = abandoned_bytes;
    pthread_mutex_unlock(&memory_lock);
    if (abandoned == 0 || job->memory_bytes == 0) return 1;
    return job->memory_bytes <= job->memory_limit && abandoned <= job->memory_limit - job->memory_bytes;
}

// Returns 0, or -1 when it was cancelled first.
static int wait_for_room(const imaging_abandonable *job, imaging_cancel cancel)
{
    const struct timespec moment = {0, NANOSECONDS_BETWEEN_CHECKS};
    while (!has_room(job)) {
        if (cancel.is_cancelled && cancel.is_cancelled(cancel.context)) return -1;
        nanosleep(&moment, NULL);
    }
    return 0;
}

// MARK: Work that can be abandoned

// Shared by the thread and its caller; the last of the two frees it.
typedef struct shared_state {
    imaging_abandonable job;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int has_ended;
    int is_counted; // Its memory is, as that of abandoned work.
    atomic_int is_abandoned;
    atomic_int users;
} shared_state;

static int is_abandoned(void *context) { return atomic_load(&((shared_state *)context)->is_abandoned); }

static void release_shared(shared_state *shared)
{
    if (atomic_fetch_sub(&shared->users, 1) > 1) return;
    pthread_cond_destroy(&shared->ended);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

static void *work(void *context)
{
    shared_state *shared = context;
    imaging_abandonable job = shared->job;
    job.work(job.context, (imaging_cancel){is_abandoned, shared});
    // Before the caller learns of the end: it may hold the last reference to what the work was about.
    job.release(job.context);
    pthread_mutex_lock(&shared->lock);
    shared->has_ended = 1;
    int is_counted = shared->is_counted;
    pthread_cond_signal(&shared->ended);
    pthread_mutex_unlock(&shared->lock);
    if (is_counted) discount_abandoned(job.memory_bytes);
    release_shared(shared);
    return NULL;
}

// A monotonic clock: a wait is not longer because the time was set.
static int prepare(shared_state *shared)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return -1;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int result = pthread_cond_init(&shared->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    return result != 0 ? result : pthread_mutex_init(&shared->lock, NULL);
}

static void wait_a_moment(shared_state *shared)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += NANOSECONDS_BETWEEN_CHECKS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&shared->ended, &shared->lock, &until);
}

static int never(void *context)
{
    (void)context;
    return 0;
}

// MARK: Detached work

typedef struct detached_job {
    void (*work)(void *context);
    void *context;
} detached_job;

static void *run_detached_job(void *context)
{
    detached_job job = *(detached_job *)context;
    free(context);
    job.work(job.context);
    return NULL;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_run_abandonable(imaging_abandonable job, imaging_cancel cancel, imaging_status *status)
{
    if (wait_for_room(&job, cancel) != 0) {
        job.release(job.context);
        return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    }
    shared_state *shared = calloc(1, sizeof *shared);
    if (!shared || prepare(shared) != 0) {
        free(shared);
        job.release(job.context);
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory to wait for a thread");
    }
    shared->job = job;
    atomic_store(&shared->users, 2);
    if (start(work, shared) != 0) {
        job.work(job.context, cancel.is_cancelled ? cancel : (imaging_cancel){never, NULL});
        job.release(job.context);
        release_shared(shared);
        release_shared(shared);
        return IMAGING_OK;
    }
    pthread_mutex_lock(&shared->lock);
    int cancelled = 0;
    while (!shared->has_ended && !cancelled) {
        wait_a_moment(shared);
        // Not under the lock, which would keep the thread from ending while the caller looks around.
        pthread_mutex_unlock(&shared->lock);
        cancelled = cancel.is_cancelled && cancel.is_cancelled(cancel.context);
        pthread_mutex_lock(&shared->lock);
    }
    int has_ended = shared->has_ended;
    if (!has_ended) {
        shared->is_counted = 1;
        count_abandoned(job.memory_bytes);
    }
    pthread_mutex_unlock(&shared->lock);
    atomic_store(&shared->is_abandoned, 1);
    release_shared(shared);
    return has_ended ? IMAGING_OK : imaging_fail(status, IMAGING_CANCELLED, "cancelled");
}

void imaging_run_detached(void (*work)(void *context), void *context)
{
    detached_job *job = malloc(sizeof *job);
    if (job) {
        *job = (detached_job){work, context};
        if (start(run_detached_job, job) == 0) return;
        free(job);
    }
    work(context);
}

#pragma GCC visibility pop
