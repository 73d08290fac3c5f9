/*
 * connections.c - as many connections as the setting says, each used by one call at a time. They stay open, because a new
 * one costs two or three ways to the server and back.
 */
#include "shelf.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct connections {
    pthread_mutex_t lock;
    pthread_cond_t given_back;
    uint32_t count;
    lane lanes[];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CURLcode is_ready;

static void initialize(void) { is_ready = curl_global_init(CURL_GLOBAL_DEFAULT); }

connections *connections_new(uint32_t count)
{
    /* Not when the plugin is loaded: entry and probe have no effects (R13.2). Others may use libcurl, so it stays. */
    pthread_once(&once, initialize);
    if (is_ready != CURLE_OK) return NULL;
    connections *made = calloc(1, sizeof *made + count * sizeof made->lanes[0]);
    if (made == NULL) return NULL;
    made->count = count;
    pthread_mutex_init(&made->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&made->given_back, &attributes);
    pthread_condattr_destroy(&attributes);
    return made;
}

void connections_free(connections *connections)
{
    if (connections == NULL) return;
    guarded guarded;
    signals_guard(&guarded);
    for (uint32_t index = 0; index < connections->count; index++) {
        lane *lane = &connections->lanes[index];
        if (lane->easy != NULL) curl_easy_cleanup(lane->easy);
        if (lane->multi != NULL) curl_multi_cleanup(lane->multi);
    }
    signals_restore(&guarded);
    pthread_cond_destroy(&connections->given_back);
    pthread_mutex_destroy(&connections->lock);
    free(connections);
}

/*
 * libcurl wakes itself through a pair of sockets that programs which others start would inherit (R15.5). It shows them to
 * no one: they are the lowest numbers that were free when it made them.
 */
static CURLM *make_multi(void)
{
    int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (lowest >= 0) close(lowest);
    CURLM *multi = curl_multi_init();
    for (int file = lowest; lowest >= 0 && file < lowest + 8; file++) {
        int domain = 0, flags = fcntl(file, F_GETFD);
        socklen_t length = sizeof domain;
        if (flags < 0 || (flags & FD_CLOEXEC) != 0) continue;
        if (getsockopt(file, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX) {
            fcntl(file, F_SETFD, flags | FD_CLOEXEC);
        }
    }
    if (multi != NULL) curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 1L);
    return multi;
}

/* One that was used before, which is connected still, rather than a new one. */
static lane *find_free(connections *connections)
{
    lane *found = NULL;
    for (uint32_t index = 0; index < connections->count; index++) {
        lane *lane = &connections->lanes[index];
        if (lane->is_used) continue;
        if (lane->multi != NULL) return lane;
        if (found == NULL) found = lane;
    }
    return found;
}

static lane *wait_for_one(connections *connections)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 20 * 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&connections->lock);
    lane *found = find_free(connections);
    if (found == NULL && pthread_cond_timedwait(&connections->given_back, &connections->lock, &until) == 0) {
        found = find_free(connections);
    }
    if (found != NULL) found->is_used = true;
    pthread_mutex_unlock(&connections->lock);
    return found;
}

picker_status connections_take(library *library, const picker_call *call, uint64_t last_moment, lane **taken,
                               picker_error *error)
{
    connections *connections = library->connections;
    const picker_host *host = library->host;
    for (*taken = NULL; *taken == NULL;) {
        picker_status status = library_check(library, call, error);
        if (status != PICKER_OK) return status;
        if (last_moment != 0 && host->monotonic_time(host->context) > last_moment) {
            return abi_fail(error, PICKER_DEADLINE, "all connections to %s are in use", library->settings.host);
        }
        *taken = wait_for_one(connections);
    }
    lane *lane = *taken;
    if (lane->multi == NULL) lane->multi = make_multi();
    if (lane->easy == NULL) lane->easy = curl_easy_init();
    if (lane->multi != NULL && lane->easy != NULL) return PICKER_OK;
    connections_give_back(connections, lane);
    return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a connection");
}

void connections_give_back(connections *connections, lane *lane)
{
    pthread_mutex_lock(&connections->lock);
    lane->is_used = false;
    pthread_cond_signal(&connections->given_back);
    pthread_mutex_unlock(&connections->lock);
}
