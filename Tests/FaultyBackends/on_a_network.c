/*
 * Opens net+http://127.0.0.1:PORT, and reads its photos from there; lists are its own. Breaks no rule, or that one whose fault is
 * the value of its setting "fault"; "counts-when-read" is none: only reading a fetch tells how many assets it has.
 */
#define _GNU_SOURCE
#include "minimal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);
static int port;
static char fault[40];
static int was_away;

static const picker_string schemes[] = {{"net+http", 8}};
static const picker_setting_description fault_setting = {
    .struct_size = sizeof fault_setting,
    .kind = PICKER_SETTING_TEXT,
    .key = {"fault", 5},
    .title = {"Fault", 5},
};
static const picker_setting_description *const settings[] = {&fault_setting};

static int has(const char *name) { return strcmp(fault, name) == 0; }

/* An answer of the server: its head and body, as much as came. */
typedef struct answer {
    char *bytes;
    size_t length;
} answer;

static int connect_to_server(void)
{
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(made, (const struct sockaddr *)&address, sizeof address) == 0) return made;
    close(made);
    return -1;
}

/* Reads to the end of the connection; what check says when that is not PICKER_OK. */
static picker_status receive(int connection, const picker_call *call, answer *got)
{
    for (;;) {
        if (!has("waits-for-ever")) {
            picker_status status = call->check(call->context);
            if (status != PICKER_OK) return status;
            struct pollfd waiting = {.fd = connection, .events = POLLIN};
            if (poll(&waiting, 1, 50) == 0) continue;
        }
        char *longer = realloc(got->bytes, got->length + 4096);
        if (longer == NULL) return PICKER_OUT_OF_MEMORY;
        got->bytes = longer;
        ssize_t count = recv(connection, got->bytes + got->length, 4095, 0);
        if (count <= 0) return PICKER_OK;
        got->length += (size_t)count;
        got->bytes[got->length] = 0;
    }
}

static picker_status ask(const picker_call *call, answer *got, picker_error *error)
{
    if (has("never-comes-back") && was_away) return minimal_fail(error, PICKER_OFFLINE, "the server is away");
    int connection = connect_to_server();
    if (connection < 0) {
        was_away = 1;
        return minimal_fail(error, has("offline-is-internal") ? PICKER_INTERNAL : PICKER_OFFLINE, "no connection");
    }
    static const char request[] = "GET /photo HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n";
    ssize_t sent = send(connection, request, sizeof request - 1, MSG_NOSIGNAL);
    picker_status status = sent < 0 ? PICKER_STOPPED : receive(connection, call, got);
    close(connection);
    return status == PICKER_OK ? PICKER_OK : minimal_fail(error, status, "ended early");
}

/* What an HTTP status means. */
static picker_status refusal(const answer *got, picker_error *error)
{
    int code = 0;
    sscanf(got->bytes, "HTTP/%*d.%*d %d", &code);
    const char *wait = strstr(got->bytes, "Retry-After: ");
    if (wait != NULL) error->retry_after = strtoull(wait + 13, NULL, 10) * (has("waits-in-seconds") ? 1 : 1000);
    if (code == 401) return minimal_fail(error, has("signed-out-is-io") ? PICKER_IO : PICKER_SIGN_IN_REQUIRED, "401");
    if (code == 429) return minimal_fail(error, PICKER_RATE_LIMITED, "429");
    if (code == 503) return minimal_fail(error, has("busy-is-missing") ? PICKER_NOT_FOUND : PICKER_BUSY, "503");
    return code == 200 ? PICKER_OK : minimal_fail(error, PICKER_STOPPED, "no answer of HTTP");
}

/* The body of a whole answer; NULL when there is less than was announced. */
static const char *body_of(const answer *got, size_t *length)
{
    const char *end = strstr(got->bytes, "\r\n\r\n");
    const char *announced = strstr(got->bytes, "Content-Length: ");
    if (end == NULL || announced == NULL) return NULL;
    *length = got->length - (size_t)(end + 4 - got->bytes);
    return has("takes-what-came") || *length == strtoull(announced + 16, NULL, 10) ? end + 4 : NULL;
}

static picker_status fill(const picker_read_request *request, const answer *got, uint64_t *length, picker_error *error)
{
    if (got->length == 0) return minimal_fail(error, PICKER_STOPPED, "the connection ended");
    picker_status status = refusal(got, error);
    if (status != PICKER_OK) return status;
    size_t size = 0;
    const char *body = body_of(got, &size);
    if (body == NULL) return minimal_fail(error, PICKER_STOPPED, "the answer was cut off");
    size_t left = request->offset < size ? size - request->offset : 0;
    *length = left < request->capacity ? left : request->capacity;
    memcpy(request->buffer, body + (size - left), *length);
    return PICKER_OK;
}

static picker_status read_photo(void *context, const picker_read_request *request, const picker_call *call,
                                uint64_t *length, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    answer got = {0};
    bool may_ask = (request->flags & PICKER_REQUEST_ALLOW_NETWORK) != 0 || has("asks-anyway");
    if (status == PICKER_OK && !may_ask) {
        return minimal_fail(error, has("not-allowed-is-offline") ? PICKER_OFFLINE : PICKER_NETWORK_NOT_ALLOWED,
                            "the photo is on the server");
    }
    if (status == PICKER_OK) status = ask(call, &got, error);
    if (status == PICKER_OK) status = fill(request, &got, length, error);
    free(got.bytes);
    return status;
}

static picker_status library_info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = minimal_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {.struct_size = sizeof answer,
                                  .flags = has("says-it-is-here") ? 0 : PICKER_LIBRARY_REMOTE};
    uint32_t filled = info->struct_size < sizeof answer ? info->struct_size : (uint32_t)sizeof answer;
    memcpy(info, &answer, filled);
    info->struct_size = filled;
    return PICKER_OK;
}

static picker_status (*plain_fetch)(void *context, const picker_fetch_request *request, const picker_call *call,
                                    picker_fetch *fetch, picker_error *error);
static picker_fetch plain_result;
/* The fetch that was read to its end last: its count is known (R9.18). */
static void *read_fetch;

static picker_status count_when_read(void *context, const picker_call *call, uint64_t *count, picker_error *error)
{
    picker_status status = plain_result.count(context, call, count, error);
    if (status != PICKER_OK || context == read_fetch) return status;
    return minimal_fail(error, PICKER_NOT_YET, "read on");
}

static picker_status read_window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                 const picker_call *call, picker_error *error)
{
    picker_status status = plain_result.window(context, offset, length, sink, call, error);
    if (status == PICKER_OK && length > MINIMAL_ASSETS) read_fetch = context;
    return status;
}

static picker_status begin_fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                                 picker_fetch *fetch, picker_error *error)
{
    picker_status status = plain_fetch(context, request, call, fetch, error);
    bool is_whole = status == PICKER_OK && fetch->struct_size >= sizeof *fetch;
    if (!is_whole || !has("counts-when-read")) return status;
    plain_result = *fetch;
    read_fetch = NULL;
    fetch->count = count_when_read;
    fetch->window = read_window;
    return status;
}

static void patch(picker_library *library)
{
    plain_fetch = library->fetch;
    library->fetch = begin_fetch;
    library->read = read_photo;
    library->info = library_info;
}

static picker_status never(void *context)
{
    (void)context;
    return PICKER_OK;
}

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    char location[200];
    snprintf(location, sizeof location, "%.*s", (int)request->location.length, (const char *)request->location.data);
    if (sscanf(location, "net+http://127.0.0.1:%d", &port) != 1) {
        return minimal_fail(error, PICKER_INVALID_ARGUMENT, "no address of a server");
    }
    fault[0] = 0;
    if (request->setting_count > 0) {
        picker_string value = request->setting_values[0];
        snprintf(fault, sizeof fault, "%.*s", (int)value.length, value.data);
    }
    was_away = 0;
    picker_call call = {.struct_size = sizeof call, .check = never};
    answer got = {0};
    picker_status status = ask(&call, &got, error);
    if (status == PICKER_OK && got.length > 0) status = refusal(&got, error);
    free(got.bytes);
    return status;
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->schemes = schemes;
    info->scheme_count = 1;
    info->settings = settings;
    info->setting_count = 1;
    info->required = PICKER_REQUIRES_NETWORK;
    return status;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    minimal_opening = opening;
    picker_status status = minimal_entry(request, backend, error);
    if (status != PICKER_OK) return status;
    plain_info = backend->info;
    backend->info = info;
    return PICKER_OK;
}
