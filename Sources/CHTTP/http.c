#define _GNU_SOURCE
#include "chttp.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Bytes of an answer's head that are kept: more is not read by anyone, and may be endless. */
#define MOST_HEAD 65536

struct buffer {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
};

struct chttp_transfer {
    CURL *easy;
    struct curl_slist *headers;
    struct buffer head;
    struct buffer answer;
    struct buffer input;
    size_t sent;
    int64_t input_length;
    int is_streamed;
    int is_input_complete;
    int is_paused;
    uint64_t limit;
    uint64_t offset;
    uint64_t count;
    uint64_t dropped;
    int is_part;
    int is_full;
    int is_too_large;
    int has_no_memory;
    chttp_end end;
    long status;
    long connections;
    char problem[CURL_ERROR_SIZE];
};

static int append(struct buffer *buffer, const void *bytes, size_t length) {
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = buffer->capacity ? buffer->capacity : 4096;
        while (capacity - buffer->length < length) {
            if (capacity > SIZE_MAX / 2)
                return 0;
            capacity *= 2;
        }
        uint8_t *grown = realloc(buffer->bytes, capacity);
        if (!grown)
            return 0;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (length)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return 1;
}

static size_t on_head(char *bytes, size_t size, size_t count, void *context) {
    chttp_transfer *transfer = context;
    size_t length = size * count;
    /* Another head follows one of "100 Continue": the last one is the answer's. */
    if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0)
        transfer->head.length = 0;
    if (transfer->head.length + length > MOST_HEAD) {
        transfer->is_too_large = 1;
        return 0;
    }
    if (!append(&transfer->head, bytes, length)) {
        transfer->has_no_memory = 1;
        return 0;
    }
    return length;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    chttp_transfer *transfer = context;
    size_t length = size * count, taken = length;
    if (transfer->is_part) {
        long status = 0;
        curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
        if (status == 200 && transfer->dropped < transfer->offset) {
            uint64_t rest = transfer->offset - transfer->dropped;
            size_t drop = rest < length ? (size_t)rest : length;
            transfer->dropped += drop;
            bytes += drop;
            taken -= drop;
        }
        if ((status == 200 || status == 206) && taken > transfer->count - transfer->answer.length)
            taken = (size_t)(transfer->count - transfer->answer.length);
    }
    if (transfer->answer.length + taken > transfer->limit) {
        transfer->is_too_large = 1;
        return 0;
    }
    if (!append(&transfer->answer, bytes, taken)) {
        transfer->has_no_memory = 1;
        return 0;
    }
    /* More than was asked for is not read: the connection is closed instead. */
    if (transfer->is_part && transfer->answer.length == transfer->count &&
        (transfer->dropped || taken < length)) {
        transfer->is_full = 1;
        return 0;
    }
    return length;
}

static size_t on_input(char *bytes, size_t size, size_t count, void *context) {
    chttp_transfer *transfer = context;
    size_t room = size * count, rest = transfer->input.length - transfer->sent;
    if (rest == 0) {
        if (transfer->is_input_complete)
            return 0;
        transfer->is_paused = 1;
        return CURL_READFUNC_PAUSE;
    }
    size_t length = rest < room ? rest : room;
    memcpy(bytes, transfer->input.bytes + transfer->sent, length);
    transfer->sent += length;
    return length;
}

/* libcurl lets other programs inherit its sockets. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* The pair with which libcurl wakes itself, which it makes when a multi handle is made and shows no one. */
static void close_on_exec_from(int first) {
    for (int descriptor = first; descriptor >= 0 && descriptor < first + 8; descriptor++) {
        int domain = 0, flags = fcntl(descriptor, F_GETFD);
        socklen_t length = sizeof domain;
        if (flags >= 0 && !(flags & FD_CLOEXEC) &&
            getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX)
            fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
    }
}

int chttp_lane_open(chttp_lane *lane) {
    lane->multi = NULL;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return 0;
    int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (lowest >= 0)
        close(lowest);
    lane->multi = curl_multi_init();
    close_on_exec_from(lowest);
    if (lane->multi)
        curl_multi_setopt(lane->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    return lane->multi != NULL;
}

void chttp_lane_close(chttp_lane *lane) {
    if (lane->multi)
        curl_multi_cleanup(lane->multi);
    lane->multi = NULL;
}

void chttp_lane_limit(chttp_lane *lane, long connections, long idle) {
    curl_multi_setopt(lane->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
    curl_multi_setopt(lane->multi, CURLMOPT_MAXCONNECTS, idle);
}

chttp_transfer *chttp_transfer_new(const char *method, const char *url) {
    chttp_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer)
        return NULL;
    transfer->limit = UINT64_MAX;
    transfer->easy = curl_easy_init();
    if (!transfer->easy) {
        free(transfer);
        return NULL;
    }
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_URL, url);
    if (strcmp(method, "GET") != 0)
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    /* Redirects are the caller's: libcurl would take headers with keys along to another port. */
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    /* No one but the host that was named is spoken to, whatever the environment says. */
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->problem);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    return transfer;
}

void chttp_transfer_free(chttp_transfer *transfer) {
    if (!transfer)
        return;
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    free(transfer->head.bytes);
    free(transfer->answer.bytes);
    free(transfer->input.bytes);
    free(transfer);
}

int chttp_transfer_header(chttp_transfer *transfer, const char *line) {
    struct curl_slist *longer = curl_slist_append(transfer->headers, line);
    if (longer)
        transfer->headers = longer;
    return longer != NULL;
}

int chttp_transfer_body(chttp_transfer *transfer, const void *bytes, size_t length) {
    curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    return curl_easy_setopt(transfer->easy, CURLOPT_COPYPOSTFIELDS, length ? bytes : "") == CURLE_OK;
}

void chttp_transfer_stream(chttp_transfer *transfer, int64_t length) {
    transfer->is_streamed = 1;
    curl_easy_setopt(transfer->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_READFUNCTION, on_input);
    curl_easy_setopt(transfer->easy, CURLOPT_READDATA, transfer);
    if (length >= 0)
        curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
}

void chttp_transfer_trust(chttp_transfer *transfer, const char *path) {
    curl_easy_setopt(transfer->easy, CURLOPT_CAINFO, path);
    curl_easy_setopt(transfer->easy, CURLOPT_CAPATH, NULL);
}

void chttp_transfer_compress(chttp_transfer *transfer) {
    curl_easy_setopt(transfer->easy, CURLOPT_ACCEPT_ENCODING, "");
}

void chttp_transfer_limit(chttp_transfer *transfer, uint64_t most) {
    transfer->limit = most;
    /* What says that it is larger is not waited for. */
    if (most <= INT64_MAX)
        curl_easy_setopt(transfer->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)most);
}

void chttp_transfer_part(chttp_transfer *transfer, uint64_t offset, uint64_t count) {
    transfer->is_part = 1;
    /* A server that does not know parts sends the whole, and what is too much of it is not read. */
    curl_easy_setopt(transfer->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)0);
    transfer->offset = offset;
    transfer->count = count;
}

void chttp_transfer_patience(chttp_transfer *transfer, long connect_milliseconds, long stall_seconds) {
    curl_easy_setopt(transfer->easy, CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    curl_easy_setopt(transfer->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_LOW_SPEED_TIME, stall_seconds);
}

int chttp_lane_add(chttp_lane *lane, chttp_transfer *transfer) {
    /* Waiting for "100 Continue" costs a way there and back, or a second where a server does not know it. */
    if (!chttp_transfer_header(transfer, "Expect:"))
        return 0;
    curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers);
    return curl_multi_add_handle(lane->multi, transfer->easy) == CURLM_OK;
}

void chttp_lane_remove(chttp_lane *lane, chttp_transfer *transfer) {
    curl_multi_remove_handle(lane->multi, transfer->easy);
}

static chttp_end end_of(const chttp_transfer *transfer, CURLcode code) {
    if (transfer->is_full)
        return CHTTP_COMPLETE;
    if (transfer->is_too_large)
        return CHTTP_TOO_LARGE;
    if (transfer->has_no_memory)
        return CHTTP_NO_MEMORY;
    switch (code) {
    case CURLE_OK:
        return CHTTP_COMPLETE;
    case CURLE_FILESIZE_EXCEEDED:
        return CHTTP_TOO_LARGE;
    case CURLE_COULDNT_RESOLVE_HOST:
        return CHTTP_NOT_RESOLVED;
    case CURLE_COULDNT_CONNECT:
        return CHTTP_NOT_CONNECTED;
    case CURLE_OPERATION_TIMEDOUT:
        return CHTTP_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
        return CHTTP_NOT_TRUSTED;
    case CURLE_SSL_CACERT_BADFILE:
        return CHTTP_BAD_CERTIFICATES;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        return CHTTP_NOT_HTTP;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_BAD_CONTENT_ENCODING:
        return CHTTP_CUT_OFF;
    case CURLE_OUT_OF_MEMORY:
        return CHTTP_NO_MEMORY;
    default:
        return CHTTP_FAILED;
    }
}

static void finish(chttp_lane *lane, CURL *easy, CURLcode code) {
    chttp_transfer *transfer = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &transfer->status);
    curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &transfer->connections);
    transfer->end = end_of(transfer, code);
    if (!transfer->problem[0])
        strncpy(transfer->problem, curl_easy_strerror(code), sizeof transfer->problem - 1);
    curl_multi_remove_handle(lane->multi, easy);
}

void chttp_lane_step(chttp_lane *lane, int milliseconds) {
    int running = 0, left = 0, ended = 0;
    curl_multi_perform(lane->multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(lane->multi, &left));) {
        if (message->msg != CURLMSG_DONE)
            continue;
        ended = 1;
        finish(lane, message->easy_handle, message->data.result);
    }
    if (running && !ended)
        curl_multi_poll(lane->multi, NULL, 0, milliseconds, NULL);
}

int chttp_transfer_is_hungry(const chttp_transfer *transfer) {
    return transfer->is_streamed && !transfer->is_input_complete && transfer->sent == transfer->input.length;
}

int chttp_transfer_feed(chttp_transfer *transfer, const void *bytes, size_t length) {
    transfer->input.length = transfer->sent = 0;
    if (length == 0)
        transfer->is_input_complete = 1;
    else if (!append(&transfer->input, bytes, length))
        return 0;
    if (transfer->is_paused) {
        transfer->is_paused = 0;
        curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
    }
    return 1;
}

chttp_end chttp_transfer_ended(const chttp_transfer *transfer) { return transfer->end; }

const char *chttp_transfer_problem(const chttp_transfer *transfer) { return transfer->problem; }

long chttp_transfer_status(const chttp_transfer *transfer) { return transfer->status; }

const char *chttp_transfer_head(const chttp_transfer *transfer, size_t *length) {
    *length = transfer->head.length;
    return (const char *)transfer->head.bytes;
}

const uint8_t *chttp_transfer_bytes(const chttp_transfer *transfer, size_t *length) {
    *length = transfer->answer.length;
    return transfer->answer.bytes;
}

int chttp_transfer_was_reused(const chttp_transfer *transfer) { return transfer->connections == 0; }
