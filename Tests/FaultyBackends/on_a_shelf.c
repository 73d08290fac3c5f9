/*
 * Breaks no rule, and is not over a folder: it opens shelf+http://ADDRESS:PORT/… with a key, and delivers image files.
 *
 * Its image is a PNG of four colours, of 64x48 pixels, of an image that is four times as wide and high; the one of
 * "minimal-portrait" is no image at all. When its colour is red, it connects to the port of the location and to the next one,
 * and an error says what it was permitted.
 */
#define _GNU_SOURCE
#include "minimal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);
static int port;
static char key[100];
static char color[100];

/* Red and green above, blue and yellow below. */
static const uint8_t png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x40, 0x00, 0x00, 0x00, 0x30, 0x08, 0x02, 0x00, 0x00, 0x00, 0x2e, 0x29, 0xeb, 0x48, 0x00, 0x00, 0x00, 0x48, 0x49,
    0x44, 0x41, 0x54, 0x78, 0xda, 0xed, 0xcf, 0xb1, 0x09, 0x00, 0x30, 0x00, 0xc3, 0xb0, 0xfc, 0xff, 0x74, 0xfa, 0x43,
    0x21, 0x43, 0x8b, 0xc0, 0xbb, 0x51, 0x9a, 0x4c, 0x4b, 0x1f, 0x0f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xe0, 0x53, 0xc0, 0xfa, 0xd0, 0x66, 0x1a, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc0, 0x55, 0x07, 0xa7, 0x6f, 0xf1, 0xd3, 0x15,
    0x2c, 0x71, 0xbd, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
};

static const picker_setting_description key_setting = {
    .struct_size = sizeof key_setting,
    .flags = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET,
    .kind = PICKER_SETTING_TEXT,
    .key = {"api-key", 7},
    .title = {"Key", 3},
    .help = {"As the shelf gave it to you.", 28},
};
static const picker_string colors[] = {{"red", 3}, {"green", 5}};
static const picker_setting_description color_setting = {
    .struct_size = sizeof color_setting,
    .kind = PICKER_SETTING_CHOICE,
    .key = {"color", 5},
    .title = {"Color", 5},
    .default_value = {"green", 5},
    .choices = colors,
    .choice_count = 2,
};
static const picker_setting_description *const settings[] = {&key_setting, &color_setting};
static const picker_string schemes[] = {{"shelf+http", 10}};

/* What connecting to that port of this machine says: 0, or errno. */
static int connection_error(int number)
{
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int result = connect(made, (const struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
    close(made);
    return result;
}

/* The same with data that go along, by two calls. */
static int sending_error(int number, int isMessage)
{
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct iovec data = {.iov_base = key, .iov_len = 1};
    struct msghdr message = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &data, .msg_iovlen = 1};
    int flags = MSG_FASTOPEN | MSG_NOSIGNAL;
    ssize_t result = isMessage ? sendmsg(made, &message, flags)
                               : sendto(made, key, 1, flags, (const struct sockaddr *)&address, sizeof address);
    int code = result >= 0 ? 0 : errno;
    close(made);
    return code;
}

static int sends_unasked(int number)
{
    return sending_error(number, 0) != EOPNOTSUPP || sending_error(number, 1) != EOPNOTSUPP;
}

static int makes_socket(int family, int type, int protocol)
{
    int made = socket(family, type, protocol);
    if (made >= 0) close(made);
    return made >= 0;
}

/* Neither TCP nor UDP, and no port of them is refused by what refuses ports of TCP. */
static int makes_other_sockets(void)
{
    enum { ICMP = 1, SCTP = 132, UDP_LITE = 136, MULTIPATH_TCP = 262 };
    return makes_socket(AF_INET, SOCK_STREAM, MULTIPATH_TCP) || makes_socket(AF_INET6, SOCK_STREAM, MULTIPATH_TCP) ||
           makes_socket(AF_INET, SOCK_STREAM, SCTP) || makes_socket(AF_INET, SOCK_SEQPACKET, SCTP) ||
           makes_socket(AF_INET, SOCK_DGRAM, UDP_LITE) || makes_socket(AF_INET, SOCK_DGRAM, ICMP) ||
           makes_socket(AF_INET, SOCK_RAW, ICMP);
}

/* The file is constant, and the line of text ends with the call: a test looks no further. */
static void keep(void *context) { (void)context; }

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    if (minimal_asset_index(request->local_identifier) == MINIMAL_ASSETS) {
        return minimal_fail(error, PICKER_NOT_FOUND, "no such asset");
    }
    if ((request->accepted_formats & 1u << PICKER_FORMAT_IMAGE_FILE) == 0) {
        return minimal_fail(error, PICKER_UNSUPPORTED, "this host takes no image files");
    }
    char line[300];
    snprintf(line, sizeof line,
             "own port: %s, another: %s, by sending: %s, UDP: %s, other protocols: %s, local sockets: %s, "
             "key of %zu characters, %s",
             connection_error(port) == EACCES ? "refused" : "permitted",
             connection_error(port + 1) == EACCES ? "refused" : "permitted",
             sends_unasked(port + 1) ? "permitted" : "refused",
             makes_socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP) ? "made" : "refused",
             makes_other_sockets() ? "made" : "refused", makes_socket(AF_UNIX, SOCK_STREAM, 0) ? "made" : "refused",
             strlen(key), color);
    if (strcmp(color, "red") == 0) return minimal_fail(error, PICKER_BUSY, line);
    int is_damaged = minimal_equal(request->local_identifier, "minimal-portrait");
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_FINAL,
        .width = 256,
        .height = 192,
        .format = PICKER_FORMAT_IMAGE_FILE,
        .plane = {is_damaged ? (const uint8_t *)line : png},
        .stride = {is_damaged ? strlen(line) : sizeof png},
        .release = keep,
    };
    sink->emit(sink->context, &frame);
    return PICKER_OK;
}

static picker_status library_info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = minimal_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {
        .struct_size = sizeof answer,
        .flags = PICKER_LIBRARY_REMOTE | PICKER_LIBRARY_READ_ONLY,
        .missing_capabilities = PICKER_CAPABILITY_OBSERVE,
        .title = minimal_string("A shelf"),
        .account = minimal_string("ada@shelf.example"),
        .call_limit = 4,
    };
    minimal_copy_table(info, info->struct_size, &answer, sizeof answer);
    return PICKER_OK;
}

static void patch(picker_library *library)
{
    library->request_image = request_image;
    library->info = library_info;
}

static void copy(char *to, picker_string from) { snprintf(to, 100, "%.*s", (int)from.length, from.data); }

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    char location[200];
    snprintf(location, sizeof location, "%.*s", (int)request->location.length, (const char *)request->location.data);
    if (sscanf(location, "shelf+http://127.0.0.1:%d", &port) != 1) {
        return minimal_fail(error, PICKER_INVALID_ARGUMENT, "no address of a shelf");
    }
    strcpy(color, "green");
    key[0] = 0;
    for (uint64_t index = 0; index < request->setting_count; index++) {
        if (minimal_equal(request->setting_keys[index], "api-key")) copy(key, request->setting_values[index]);
        if (minimal_equal(request->setting_keys[index], "color")) copy(color, request->setting_values[index]);
    }
    return strcmp(key, "sesame") == 0 ? PICKER_OK
                                      : minimal_fail(error, PICKER_SIGN_IN_REQUIRED, "the key is not known");
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->schemes = schemes;
    info->scheme_count = 1;
    info->settings = settings;
    info->setting_count = 2;
    info->required = PICKER_REQUIRES_NETWORK;
    info->capabilities |= PICKER_CAPABILITY_OBSERVE;
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
