#define _GNU_SOURCE
#include "transfer.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The pair with which libcurl wakes itself, which it makes when a multi handle is made and shows no one. */
static void close_on_exec_from(int first)
{
    for (int descriptor = first; descriptor >= 0 && descriptor < first + 8; descriptor++) {
        int domain = 0, flags = fcntl(descriptor, F_GETFD);
        socklen_t length = sizeof domain;
        if (flags >= 0 && !(flags & FD_CLOEXEC) &&
            getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX)
            fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
    }
}

int chttp_lane_open(chttp_lane *lane)
{
    lane->multi = NULL;
    if (!chttp_load()) return 0;
    int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (lowest >= 0) close(lowest);
    lane->multi = curl_multi_init();
    close_on_exec_from(lowest);
    if (lane->multi) curl_multi_setopt(lane->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    return lane->multi != NULL;
}

void chttp_lane_close(chttp_lane *lane)
{
    if (lane->multi) curl_multi_cleanup(lane->multi);
    lane->multi = NULL;
}

void chttp_lane_limit(chttp_lane *lane, long connections, long idle)
{
    curl_multi_setopt(lane->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
    curl_multi_setopt(lane->multi, CURLMOPT_MAXCONNECTS, idle);
}

int chttp_lane_add(chttp_lane *lane, chttp_transfer *transfer)
{
    /* Waiting for "100 Continue" costs a way there and back, or a second where a server does not know it. */
    if (!chttp_transfer_header(transfer, "Expect:")) return 0;
    curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers);
    return curl_multi_add_handle(lane->multi, transfer->easy) == CURLM_OK;
}

void chttp_lane_remove(chttp_lane *lane, chttp_transfer *transfer)
{
    curl_multi_remove_handle(lane->multi, transfer->easy);
}

/* Whether a connection ended while both sides agreed on how to encrypt, and not because what came was no TLS: a server or a
   proxy that starts just now. libcurl has one code for all that. */
static int is_cut_handshake(const chttp_transfer *transfer)
{
    static const char *const words[] = {"SSL_ERROR_SYSCALL", "onnection reset", "unexpected eof",
                                        "non-properly terminated"};
    for (size_t index = 0; index < sizeof words / sizeof words[0]; index++)
        if (strstr(transfer->problem, words[index])) return 1;
    return 0;
}

static chttp_end end_of(const chttp_transfer *transfer, CURLcode code)
{
    if (transfer->is_full) return CHTTP_COMPLETE;
    if (transfer->is_too_large) return CHTTP_TOO_LARGE;
    if (transfer->has_no_memory) return CHTTP_NO_MEMORY;
    switch (code) {
    /* To libcurl a connection that ends within the head of an answer is the end of the answer. */
    case CURLE_OK: return transfer->is_head_complete ? CHTTP_COMPLETE : CHTTP_CUT_OFF;
    case CURLE_FILESIZE_EXCEEDED: return CHTTP_TOO_LARGE;
    case CURLE_COULDNT_RESOLVE_HOST: return CHTTP_NOT_RESOLVED;
    case CURLE_COULDNT_CONNECT: return CHTTP_NOT_CONNECTED;
    case CURLE_OPERATION_TIMEDOUT: return CHTTP_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR: return CHTTP_NOT_TRUSTED;
    case CURLE_SSL_CACERT_BADFILE: return CHTTP_BAD_CERTIFICATES;
    case CURLE_SSL_CONNECT_ERROR: return is_cut_handshake(transfer) ? CHTTP_NOT_CONNECTED : CHTTP_NOT_HTTP;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY: return CHTTP_NOT_HTTP;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_BAD_CONTENT_ENCODING: return CHTTP_CUT_OFF;
    case CURLE_OUT_OF_MEMORY: return CHTTP_NO_MEMORY;
    default: return CHTTP_FAILED;
    }
}

static void finish(chttp_lane *lane, CURL *easy, CURLcode code)
{
    chttp_transfer *transfer = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &transfer->status);
    transfer->end = end_of(transfer, code);
    if (!transfer->problem[0]) strncpy(transfer->problem, curl_easy_strerror(code), sizeof transfer->problem - 1);
    curl_multi_remove_handle(lane->multi, easy);
}

void chttp_lane_step(chttp_lane *lane, int milliseconds)
{
    int running = 0, left = 0, ended = 0;
    curl_multi_perform(lane->multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(lane->multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        ended = 1;
        finish(lane, message->easy_handle, message->data.result);
    }
    if (running && !ended) curl_multi_poll(lane->multi, NULL, 0, milliseconds, NULL);
}
