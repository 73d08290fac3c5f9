/*
 * transfer.c - one question to the server and its answer, over libcurl. The thread of the call does the work, in steps
 * between which it asks whether the answer is still wanted (R12.1).
 */
#include "shelf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Milliseconds between two looks at `check`. */
enum { STEP = 20 };
/* Seconds until a connection must be there. */
enum { MOST_CONNECTING = 10 };
/* Bytes of a body that is not read for which a connection is kept open. */
enum { MOST_UNREAD = 1 << 16 };

typedef struct incoming {
    const question *question;
    answer *answer;
    const lane *lane;
    uint64_t capacity, unread;
    bool is_head_complete, is_too_large, is_without_memory, is_cut;
} incoming;

/* ---- What comes ---- */

static void read_content_range(answer *answer, const char *value)
{
    uint64_t first, last, whole;
    if (sscanf(value, " bytes %" SCNu64 "-%" SCNu64 "/%" SCNu64, &first, &last, &whole) != 3) return;
    answer->has_range = first <= last && last < whole;
    answer->first = first;
    answer->whole = whole;
}

/* libcurl calls this with one header at a time, without a NUL; it refuses heads of more than 300 KB by itself. */
static size_t on_header(char *bytes, size_t size, size_t count, void *context)
{
    incoming *incoming = context;
    answer *answer = incoming->answer;
    char line[200];
    size_t length = size * count, kept = length < sizeof line ? length : sizeof line - 1;
    memcpy(line, bytes, kept);
    line[kept] = 0;
    /* An empty line ends the head; another one follows that of "100 Continue". */
    incoming->is_head_complete = strcmp(line, "\r\n") == 0 || strcmp(line, "\n") == 0;
    char *colon = strchr(line, ':');
    if (colon == NULL) return length;
    *colon = 0;
    if (strcasecmp(line, "content-range") == 0) read_content_range(answer, colon + 1);
    if (strcasecmp(line, "shelf-size") == 0)
        sscanf(colon + 1, " %9" SCNu32 "x%9" SCNu32, &answer->width, &answer->height);
    return length;
}

static bool make_room(incoming *incoming, uint64_t needed)
{
    answer *answer = incoming->answer;
    if (needed <= incoming->capacity) return true;
    uint64_t capacity = incoming->capacity == 0 ? 16384 : incoming->capacity;
    while (capacity < needed)
        capacity *= 2;
    uint8_t *grown = realloc(answer->bytes, capacity);
    if (grown == NULL) return false;
    answer->bytes = grown;
    incoming->capacity = capacity;
    return true;
}

/* Whether the body is what was asked for, and not words about why it is not there, or a whole file for a part of it. */
static bool is_wanted(const incoming *incoming)
{
    long status = 0;
    curl_easy_getinfo(incoming->lane->easy, CURLINFO_RESPONSE_CODE, &status);
    return incoming->question->range != NULL ? status == 206 : status >= 200 && status < 300;
}

/* A body may be endless: what is more than was asked for is not kept, and ends the transfer. */
static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    incoming *incoming = context;
    answer *answer = incoming->answer;
    size_t length = size * count;
    if (!is_wanted(incoming)) {
        incoming->unread += length;
        incoming->is_cut = incoming->unread > MOST_UNREAD;
        return incoming->is_cut ? 0 : length;
    }
    if (length > incoming->question->most - answer->length) {
        incoming->is_too_large = true;
        return 0;
    }
    if (!make_room(incoming, answer->length + length)) {
        incoming->is_without_memory = true;
        return 0;
    }
    memcpy(answer->bytes + answer->length, bytes, length);
    answer->length += length;
    return length;
}

/* ---- What is asked ---- */

/* libcurl lets other programs inherit its sockets (R15.5). */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)context, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_options(CURL *easy, const settings *settings, incoming *incoming, char problem[CURL_ERROR_SIZE])
{
    /* Connections outlive this, options do not. */
    curl_easy_reset(easy);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, problem);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    /* Whatever the environment says, no one is spoken to but the server: it is what people named. */
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    /* A server that sends us elsewhere is not followed: the key would go there, too. */
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (settings->certificate != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, settings->certificate);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)MOST_CONNECTING);
    /* Fewer bytes a second than this, for so long, are as good as none. */
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 10L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)settings->patience);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, incoming);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, incoming);
    if (incoming->question->range != NULL) curl_easy_setopt(easy, CURLOPT_RANGE, incoming->question->range);
}

/* ---- How it ends ---- */

static picker_status fail(const library *library, const incoming *incoming, CURLcode code, const char *problem,
                          picker_error *error)
{
    const char *host = library->settings.host, *why = problem[0] != 0 ? problem : curl_easy_strerror(code);
    if (incoming->is_too_large) code = CURLE_FILESIZE_EXCEEDED;
    if (incoming->is_without_memory) code = CURLE_OUT_OF_MEMORY;
    switch (code) {
    case CURLE_FILESIZE_EXCEEDED:
        return abi_fail(error, PICKER_TOO_LARGE, "%s answers with more bytes than are allowed", host);
    case CURLE_OUT_OF_MEMORY: return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for an answer of %s", host);
    case CURLE_COULDNT_RESOLVE_HOST:
        return abi_fail(error, PICKER_OFFLINE, "%s is not known; check the address and the network", host);
    case CURLE_COULDNT_CONNECT: return abi_fail(error, PICKER_OFFLINE, "%s cannot be reached: %s", host, why);
    case CURLE_OPERATION_TIMEDOUT:
        return abi_fail(error, PICKER_OFFLINE, "%s does not answer; check the network, or try again later", host);
    case CURLE_PEER_FAILED_VERIFICATION:
        return abi_fail(error, PICKER_ACCESS_DENIED,
                        "%s could not prove that it is that server, so nothing was sent to it (%s); if it has a "
                        "certificate of its own, set certificate to a file with that of its authority",
                        host, why);
    case CURLE_SSL_CACERT_BADFILE:
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "the file that certificate names has no certificates in PEM");
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return abi_fail(error, PICKER_STOPPED, "%s ended the connection in the middle of an answer", host);
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        return abi_fail(error, PICKER_UNSUPPORTED, "%s does not speak as the address says: %s", host, why);
    default: return abi_fail(error, PICKER_IO, "%s could not be asked: %s", host, why);
    }
}

/* Works until the answer is there or not wanted any more; *code is set with PICKER_OK. */
static picker_status run(const library *library, lane *lane, const question *question, const picker_call *call,
                         CURLcode *code, picker_error *error)
{
    const picker_host *host = library->host;
    for (;;) {
        int running = 0, left = 0;
        curl_multi_perform(lane->multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(lane->multi, &left)) != NULL;) {
            if (message->msg != CURLMSG_DONE) continue;
            *code = message->data.result;
            return PICKER_OK;
        }
        picker_status status = library_check(library, call, error);
        if (status != PICKER_OK) return status;
        if (question->last_moment != 0 && host->monotonic_time(host->context) > question->last_moment) {
            return abi_fail(error, PICKER_DEADLINE, "%s takes longer than is allowed", library->settings.host);
        }
        curl_multi_poll(lane->multi, NULL, 0, STEP, NULL);
    }
}

static picker_status ask(const library *library, lane *lane, incoming *incoming, const picker_call *call,
                         picker_error *error)
{
    char problem[CURL_ERROR_SIZE] = "";
    CURLcode code = CURLE_OUT_OF_MEMORY;
    const settings *settings = &library->settings;
    CURL *easy = lane->easy;
    set_options(easy, settings, incoming, problem);
    struct curl_slist *headers = curl_slist_append(NULL, settings->authorization);
    size_t size = strlen(settings->address) + strlen(incoming->question->path) + 1;
    char *address = malloc(size);
    picker_status status = PICKER_OK;
    if (headers != NULL && address != NULL) {
        snprintf(address, size, "%s%s", settings->address, incoming->question->path);
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(easy, CURLOPT_URL, address);
        curl_multi_add_handle(lane->multi, easy);
        status = run(library, lane, incoming->question, call, &code, error);
        /* One that did not end is cut here: its connection is of no use to the next question. */
        curl_multi_remove_handle(lane->multi, easy);
    }
    /* To libcurl a connection that ends within the head of an answer is the end of the answer. */
    if (code == CURLE_OK && !incoming->is_head_complete) code = CURLE_PARTIAL_FILE;
    if (status == PICKER_OK && code != CURLE_OK && !incoming->is_cut)
        status = fail(library, incoming, code, problem, error);
    if (status == PICKER_OK) {
        curl_off_t seconds = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &incoming->answer->status);
        curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
        if (seconds > 86400) seconds = 86400;
        if (seconds > 0) incoming->answer->retry_after = (uint64_t)seconds * 1000;
    }
    /* What it points to ends with this call. */
    curl_easy_reset(easy);
    curl_slist_free_all(headers);
    free(address);
    return status;
}

picker_status transfer(library *library, const question *question, const picker_call *call, answer *answer,
                       picker_error *error)
{
    lane *lane = NULL;
    *answer = (struct answer){.bytes = question->into};
    picker_status status = connections_take(library, call, question->last_moment, &lane, error);
    if (status != PICKER_OK) return status;
    incoming incoming = {.question = question, .answer = answer, .lane = lane};
    if (question->into != NULL) incoming.capacity = question->most;
    guarded guarded;
    signals_guard(&guarded);
    status = ask(library, lane, &incoming, call, error);
    signals_restore(&guarded);
    connections_give_back(library->connections, lane);
    return status;
}

void answer_free(const question *question, answer *answer)
{
    if (question->into == NULL) free(answer->bytes);
    answer->bytes = NULL;
}
