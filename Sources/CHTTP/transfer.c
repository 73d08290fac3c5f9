#define _GNU_SOURCE
#include "reach.h"
#include "transfer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes of an answer's head that are kept: more is not read by anyone, and may be endless. */
#define MOST_HEAD 65536
/* Bytes of an answer that says why there is no part, of however few bytes that was to be. */
#define MOST_REASON 65536

static int append(struct buffer *buffer, const void *bytes, size_t length)
{
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = buffer->capacity ? buffer->capacity : 4096;
        while (capacity - buffer->length < length) {
            if (capacity > SIZE_MAX / 2) return 0;
            capacity *= 2;
        }
        uint8_t *grown = realloc(buffer->bytes, capacity);
        if (!grown) return 0;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return 1;
}

static size_t on_head(char *bytes, size_t size, size_t count, void *context)
{
    chttp_transfer *transfer = context;
    size_t length = size * count;
    int is_first = length >= 5 && memcmp(bytes, "HTTP/", 5) == 0;
    /* Trailers come after the body: they are no part of the head, and libcurl shows no empty line at their end. */
    if (transfer->is_head_complete && !is_first) return length;
    /* Another head follows one of "100 Continue": the last one is the answer's. */
    if (is_first) transfer->head.length = 0;
    /* An empty line ends it. */
    transfer->is_head_complete = (length == 1 && bytes[0] == '\n') || (length == 2 && memcmp(bytes, "\r\n", 2) == 0);
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

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    chttp_transfer *transfer = context;
    size_t length = size * count, taken = length;
    uint64_t limit = transfer->limit;
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
        if (status >= 300 && limit < MOST_REASON) limit = MOST_REASON;
    }
    if (transfer->answer.length + taken > limit) {
        transfer->is_too_large = 1;
        return 0;
    }
    if (!append(&transfer->answer, bytes, taken)) {
        transfer->has_no_memory = 1;
        return 0;
    }
    /* More than was asked for is not read: the connection is closed instead. */
    if (transfer->is_part && transfer->answer.length == transfer->count && (transfer->dropped || taken < length)) {
        transfer->is_full = 1;
        return 0;
    }
    return length;
}

static size_t on_input(char *bytes, size_t size, size_t count, void *context)
{
    chttp_transfer *transfer = context;
    size_t room = size * count, rest = transfer->input.length - transfer->sent;
    if (rest == 0) {
        if (transfer->is_input_complete) return 0;
        transfer->is_paused = 1;
        return CURL_READFUNC_PAUSE;
    }
    size_t length = rest < room ? rest : room;
    memcpy(bytes, transfer->input.bytes + transfer->sent, length);
    transfer->sent += length;
    return length;
}

/* libcurl lets other programs inherit its sockets. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    chttp_transfer *transfer = context;
    (void)purpose;
    if (!chttp_reaches(transfer->reach, &address->addr)) {
        transfer->is_out_of_reach = 1;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

chttp_transfer *chttp_transfer_new(const char *method, const char *url)
{
    chttp_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->limit = UINT64_MAX;
    transfer->easy = curl_easy_init();
    if (!transfer->easy) {
        free(transfer);
        return NULL;
    }
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_URL, url);
    if (strcmp(method, "GET") != 0) curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    /* A transfer that is not wanted any more does not wait until the system knows the host's address or gives up. */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    /* Redirects are the caller's: libcurl would take headers with keys along to another port. */
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    /* No one but the host that was named is spoken to, whatever the environment says. */
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->problem);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    return transfer;
}

void chttp_transfer_free(chttp_transfer *transfer)
{
    if (!transfer) return;
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    free(transfer->head.bytes);
    free(transfer->answer.bytes);
    free(transfer->input.bytes);
    free(transfer);
}

int chttp_transfer_header(chttp_transfer *transfer, const char *line)
{
    struct curl_slist *longer = curl_slist_append(transfer->headers, line);
    if (longer) transfer->headers = longer;
    return longer != NULL;
}

int chttp_transfer_body(chttp_transfer *transfer, const void *bytes, size_t length)
{
    curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    return curl_easy_setopt(transfer->easy, CURLOPT_COPYPOSTFIELDS, length ? bytes : "") == CURLE_OK;
}

void chttp_transfer_stream(chttp_transfer *transfer, int64_t length)
{
    transfer->is_streamed = 1;
    curl_easy_setopt(transfer->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_READFUNCTION, on_input);
    curl_easy_setopt(transfer->easy, CURLOPT_READDATA, transfer);
    if (length >= 0) curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
}

void chttp_transfer_trust(chttp_transfer *transfer, const char *path)
{
    curl_easy_setopt(transfer->easy, CURLOPT_CAINFO, path);
    curl_easy_setopt(transfer->easy, CURLOPT_CAPATH, NULL);
}

void chttp_transfer_compress(chttp_transfer *transfer)
{
    curl_easy_setopt(transfer->easy, CURLOPT_ACCEPT_ENCODING, "");
}

void chttp_transfer_limit(chttp_transfer *transfer, uint64_t most)
{
    transfer->limit = most;
    /* What says that it is larger is not waited for. */
    if (most <= INT64_MAX) curl_easy_setopt(transfer->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)most);
}

void chttp_transfer_part(chttp_transfer *transfer, uint64_t offset, uint64_t count)
{
    transfer->is_part = 1;
    /* A server that does not know parts sends the whole, and what is too much of it is not read. */
    curl_easy_setopt(transfer->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)0);
    transfer->offset = offset;
    transfer->count = count;
}

void chttp_transfer_reach(chttp_transfer *transfer, chttp_reach reach) { transfer->reach = reach; }

int chttp_transfer_was_out_of_reach(const chttp_transfer *transfer) { return transfer->is_out_of_reach; }

void chttp_transfer_patience(chttp_transfer *transfer, long connect_milliseconds, long stall_seconds)
{
    curl_easy_setopt(transfer->easy, CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    curl_easy_setopt(transfer->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_LOW_SPEED_TIME, stall_seconds);
}

int chttp_transfer_is_hungry(const chttp_transfer *transfer)
{
    return transfer->is_streamed && !transfer->is_input_complete && transfer->sent == transfer->input.length;
}

int chttp_transfer_feed(chttp_transfer *transfer, const void *bytes, size_t length)
{
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

long chttp_transfer_status(const chttp_transfer *transfer)
{
    long status = transfer->status;
    if (transfer->end == CHTTP_RUNNING && transfer->is_head_complete)
        curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

const char *chttp_transfer_head(const chttp_transfer *transfer, size_t *length)
{
    *length = transfer->head.length;
    return (const char *)transfer->head.bytes;
}

const uint8_t *chttp_transfer_bytes(const chttp_transfer *transfer, size_t *length)
{
    *length = transfer->answer.length;
    return transfer->answer.bytes;
}
