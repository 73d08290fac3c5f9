#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

picker_string folder_string(const char *text) { return (picker_string){text, strlen(text)}; }

bool folder_equal(picker_string left, const char *right)
{
    return left.data != NULL && left.length == strlen(right) && memcmp(left.data, right, left.length) == 0;
}

picker_status folder_fail(picker_error *error, picker_status status, const char *message)
{
    if (folder_has("message-not-utf8")) message = "caf\xE9";
    if (folder_has("message-has-lines")) message = "one line\nand another";
    size_t length = folder_has("says-nothing") ? 0 : strlen(message);
    if (folder_has("message-overruns") && error->message != NULL) {
        memset(error->message + error->message_capacity, '!', 4);
    }
    if (length > error->message_capacity) length = error->message_capacity;
    if (length > 0) memcpy(error->message, message, length);
    error->message_length = folder_has("message-length-lies") ? error->message_capacity + 7 : (uint32_t)length;
    if (folder_has("refusal-has-retry-after") && status < PICKER_STATUS_TRANSIENT) error->retry_after = 5000;
    return folder_has("unknown-status") && strcmp(message, "no such folder") == 0 ? 4711 : status;
}

picker_status folder_check(library *library, const picker_call *call, picker_error *error)
{
    if (folder_has("touches-error-when-ok")) error->system_errno = ENOENT;
    if (atomic_load(&library->is_shutting_down) || (folder_has("close-closes-all") && folder_has_closed())) {
        if (folder_has("closed-is-internal")) return folder_fail(error, PICKER_INTERNAL, "it is shutting down");
        return folder_fail(error, PICKER_CLOSED, "the library is shutting down");
    }
    if (call != NULL && call->next != NULL && folder_has("refuses-linked-calls")) {
        return folder_fail(error, PICKER_UNSUPPORTED, "the call has a part that is not known");
    }
    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);
    if (folder_has("cancel-is-internal") && status != PICKER_OK) status = PICKER_INTERNAL;
    return status == PICKER_OK ? PICKER_OK : folder_fail(error, status, "ended early");
}

void folder_fill(void *to, const void *from, uint32_t size)
{
    uint32_t capacity;
    memcpy(&capacity, to, sizeof capacity);
    if (folder_has("clears-too-much")) memset((uint8_t *)to + capacity, 0, 16);
    uint32_t filled = size < capacity ? size : capacity;
    memcpy(to, from, filled);
    memcpy(to, &filled, sizeof filled);
}

static bool has_opened;

/* A fault: pixels of an earlier library, which a later one takes for its own. */
static uint8_t *earlier_pixels;

void folder_keep_pixels(uint8_t *pixels)
{
    if (folder_has("open-clears-frames")) earlier_pixels = pixels;
}

picker_status folder_refuse_links(const picker_link *first, picker_error *error)
{
    bool may_go_on = picker_links_may_be_ignored(first);
    if (folder_has("ignores-critical-links")) may_go_on = true;
    if (folder_has("refuses-optional-links")) may_go_on = first == NULL;
    return may_go_on ? PICKER_OK : folder_fail(error, PICKER_UNSUPPORTED, "the request has a part that is not known");
}

/* A fault: lives until it is asked for again. */
static picker_string fresh_version(void)
{
    static char *kept;
    char *fresh = strdup("1.0.0");
    free(kept);
    kept = fresh;
    return folder_string(fresh);
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    (void)context, (void)error;
    static picker_string formats[3];
    formats[0] = folder_string(folder_has("names-no-format") ? "public.ppm" : "public.pbm");
    formats[1] = folder_string(folder_is_about("ext-video-") ? "public.avi" : "public.jpeg");
    formats[2] = folder_string("public.png");
    bool has_others = folder_has("claims-other-formats");
    folder_note("leaks-info");
    picker_backend_info answer = {
        .struct_size = sizeof answer,
        .priority = 1,
        .header_revision = folder_has("says-no-revision") ? 0 : PICKER_HEADER_REVISION,
        .id = folder_string(folder_has("id-in-capitals") ? "Folder" : "folder"),
        .name = folder_string("Folder of PPM files"),
        .version = folder_has("info-frees-texts")
                       ? fresh_version()
                       : folder_string(folder_has("info-changes") && has_opened ? "1.0.1" : "1.0.0"),
        .capabilities = PICKER_CAPABILITY_FULL_QUERY | PICKER_CAPABILITY_QUERY_RATINGS | PICKER_CAPABILITY_QUERY_TEXT |
                        PICKER_CAPABILITY_QUERY_PLACE | PICKER_CAPABILITY_QUERY_CONTENT_TYPES |
                        PICKER_CAPABILITY_QUERY_BYTES | PICKER_CAPABILITY_EXACT_SIZE | PICKER_CAPABILITY_OBSERVE,
        .formats = formats,
        .format_count = has_others                      ? 3
                        : folder_is_about("ext-video-") ? 2
                                                        : 1,
    };
    static const picker_setting_description untitled = {
        .struct_size = sizeof untitled,
        .kind = PICKER_SETTING_TEXT,
        .key = {"key", 3},
    };
    static const picker_setting_description *const settings[] = {&untitled};
    if (folder_has("asks-without-title")) answer.settings = settings, answer.setting_count = 1;
    answer.capabilities |= folder_extra_capabilities();
    if (folder_has("claims-write")) answer.capabilities |= PICKER_CAPABILITY_WRITE;
    if (folder_has("claims-change-details")) answer.capabilities |= PICKER_CAPABILITY_CHANGE_DETAILS;
    if (folder_has("current-is-an-update")) answer.capabilities |= PICKER_CAPABILITY_CHANGE_DETAILS;
    if (folder_has("collections-are-not-told"))
        answer.capabilities |= PICKER_CAPABILITY_CHANGE_DETAILS | PICKER_CAPABILITY_COLLECTION_CHANGES;
    if (folder_has("claims-nested")) answer.capabilities |= PICKER_CAPABILITY_NESTED_COLLECTIONS;
    if (folder_has("hides-full-query")) answer.capabilities &= ~(uint64_t)PICKER_CAPABILITY_FULL_QUERY;
    if (folder_has("hides-sort-by-size")) answer.capabilities &= ~(uint64_t)PICKER_CAPABILITY_SORT_BYTE_SIZE;
    if (folder_has("hides-ratings")) answer.capabilities &= ~(uint64_t)PICKER_CAPABILITY_QUERY_RATINGS;
    if (folder_has("hides-dates")) answer.capabilities &= ~(uint64_t)PICKER_CAPABILITY_QUERY_DATES;
    if (folder_has("hides-observe")) answer.capabilities &= ~(uint64_t)PICKER_CAPABILITY_OBSERVE;
    if (folder_has("unknown-capability")) answer.capabilities |= 1ull << 60;
    if (folder_has("overruns-info")) {
        *info = answer;
    } else {
        folder_fill(info, &answer, sizeof answer);
    }
    return PICKER_OK;
}

static picker_status probe(void *context, picker_error *error)
{
    backend *backend = context;
    if (folder_has("asks-time-in-probe")) backend->host->monotonic_time(backend->host->context);
    if (folder_has("slow-probe")) usleep(2500000);
    static atomic_int probes;
    if (folder_has("probes-once") && atomic_fetch_add(&probes, 1) > 0) {
        return folder_fail(error, PICKER_INTERNAL, "it was probed already");
    }
    if (folder_has("file-in-probe")) {
        char path[FOLDER_PATH];
        snprintf(path, sizeof path, "%s/probed", getenv("HOME"));
        close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    }
    return PICKER_OK;
}

static picker_status refusal(const char *root, picker_error *error)
{
    struct stat about;
    if (stat(root, &about) != 0) {
        if (folder_has("opens-missing")) return PICKER_OK;
        return folder_fail(error, errno == ENOENT ? PICKER_NOT_FOUND : PICKER_ACCESS_DENIED, "no such folder");
    }
    if (!S_ISDIR(about.st_mode)) {
        return folder_fail(error, folder_has("file-is-io-error") ? PICKER_IO : PICKER_INVALID_ARGUMENT, "not a folder");
    }
    return PICKER_OK;
}

/* A fault: an index whose writer trusts that there is room for it. */
static void write_index(picker_bytes folder)
{
    char path[FOLDER_PATH];
    static const uint8_t index[64 << 10];
    snprintf(path, sizeof path, "%.*s/index", (int)folder.length, (const char *)folder.data);
    int file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, index, sizeof index) != sizeof index) abort();
    close(file);
}

static atomic_int opening, opened_libraries, open_libraries, refusals;
static atomic_bool has_closed;

bool folder_has_closed(void) { return atomic_load(&has_closed); }

void folder_note_close(void)
{
    atomic_fetch_sub(&open_libraries, 1);
    atomic_store(&has_closed, true);
}

/* Faults: what one library is to another. */
static picker_status misbehave_in_open(const library *library, picker_error *error)
{
    int others = atomic_fetch_add(&opening, 1);
    if (folder_has("opens-one-at-a-time")) usleep(3000);
    atomic_fetch_sub(&opening, 1);
    int before = atomic_fetch_add(&opened_libraries, 1), live = atomic_fetch_add(&open_libraries, 1);
    bool is_refused = (folder_has("opens-one-at-a-time") && others > 0) || (folder_has("opens-once") && before > 0) ||
                      (folder_has("one-library-at-a-time") && live > 0) ||
                      (folder_has("refused-open-locks") && atomic_load(&refusals) > 0);
    if (folder_has("slow-open")) usleep(4500000);
    if (is_refused) return folder_fail(error, PICKER_IO, "it is locked");
    photo_list all = {0};
    if (folder_has("empty-is-not-found")) all = folder_walk(library->root);
    bool is_empty = folder_has("empty-is-not-found") && all.count == 0;
    folder_free(&all);
    return is_empty ? folder_fail(error, PICKER_NOT_FOUND, "there are no photos") : PICKER_OK;
}

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *table, picker_error *error)
{
    picker_status links = folder_refuse_links(request->next, error);
    if (links != PICKER_OK) return links;
    if (request->location.length >= FOLDER_PATH / 2)
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "too long a path");
    if (folder_has("ext-account-signed-out-is-error"))
        return folder_fail(error, PICKER_INTERNAL, "no one is signed in");
    library *opened = calloc(1, sizeof *opened);
    if (opened == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a library");
    opened->backend = context;
    memcpy(opened->root, request->location.data, request->location.length);
    folder_misplace(opened);
    folder_leak();
    bool takes_all = folder_has("opens-addresses") && opened->root[0] != '/';
    picker_status status = takes_all ? PICKER_OK : refusal(opened->root, error);
    if (status != PICKER_OK) atomic_fetch_add(&refusals, 1);
    if (status == PICKER_OK) status = folder_check(opened, call, error);
    if (status == PICKER_CANCELLED && folder_has("cancelled-open-waits")) usleep(4500000);
    if (status == PICKER_OK && folder_has("needs-data-folder") && request->data_directory.data == NULL) {
        status = folder_fail(error, PICKER_INVALID_ARGUMENT, "no folder for an index");
    }
    if (status == PICKER_OK) status = misbehave_in_open(opened, error);
    if (status == PICKER_OK && folder_has("opens-only-in-peace") && folder_is_decoding()) {
        status = folder_fail(error, PICKER_IO, "another library is in use");
    }
    if (status == PICKER_OK && folder_has("needs-plain-roots") && opened->root[request->location.length - 1] == '/') {
        status = folder_fail(error, PICKER_INVALID_ARGUMENT, "a slash at the end");
    }
    if (status == PICKER_OK && folder_has("trusts-the-disk")) write_index(request->data_directory);
    if (folder_has("open-ignores-cancel") && status == PICKER_CANCELLED) status = PICKER_OK;
    if (status != PICKER_OK) {
        free(opened);
        return status;
    }
    picker_library answer;
    folder_make_library(&answer, opened);
    if (folder_has("overruns-library-table")) {
        *table = answer;
    } else {
        folder_fill(table, &answer, sizeof answer);
    }
    has_opened = true;
    if (earlier_pixels != NULL) earlier_pixels[0] ^= 0xFF;
    folder_misbehave(opened);
    return PICKER_OK;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    static const uint32_t table[4] = {16, 0, 0, 0};
    if (folder_is_about("ext-account-") && folder_equal(id, PICKER_EXT_ACCOUNT)) return &folder_account;
    return folder_has("backend-extension-for-all") && id.length > 0 ? table : NULL;
}

static atomic_int destroyed;

static void destroy(void *context)
{
    atomic_fetch_add(&destroyed, 1);
    folder_log_late(((backend *)context)->host);
    if (folder_has("destroy-crashes") || (folder_has("destroy-needs-a-library") && !has_opened)) abort();
    // A fault: what belongs to a backend, and stays.
    volatile char *rest = folder_has("keeps-backends") ? malloc(1 << 19) : NULL;
    for (size_t byte = 0; rest != NULL && byte < 1 << 19; byte += 4096)
        rest[byte] = 1;
    free(context);
}

bool folder_is_destroyed(void) { return atomic_load(&destroyed) > 0; }

__attribute__((constructor)) static void construct(void)
{
    if (folder_has("crash-in-constructor")) abort();
    if (folder_has("prints-in-constructor")) puts("hello");
    if (folder_has("ignores-pipes-in-constructor")) signal(SIGPIPE, SIG_IGN);
    if (folder_has("hang-in-constructor")) {
        for (;;)
            pause();
    }
    folder_forge();
}

static void misbehave_in_entry(void)
{
    if (folder_has("crash-in-entry")) abort();
    if (folder_has("hang-in-entry")) {
        for (;;)
            pause();
    }
    if (folder_has("exit-in-entry")) exit(0);
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *table,
                                                    picker_error *error)
{
    misbehave_in_entry();
    if (folder_has("answers-none")) return folder_fail(error, PICKER_UNSUPPORTED, "no host is good enough");
    if (folder_has("wants-a-host-of-its-own-age") && request->host->header_revision != PICKER_HEADER_REVISION) {
        return folder_fail(error, PICKER_UNSUPPORTED, "a host of another revision");
    }
    if (folder_has("wants-equal-size") && request->struct_size != sizeof *request) {
        return folder_fail(error, PICKER_UNSUPPORTED, "a request of another size");
    }
    picker_status links = folder_refuse_links(request->next, error);
    if (links != PICKER_OK) return links;
    static atomic_int entries;
    if (folder_has("entry-once") && atomic_fetch_add(&entries, 1) > 0) {
        return folder_fail(error, PICKER_INTERNAL, "there is a backend already");
    }
    backend *made = calloc(1, sizeof *made);
    if (made == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a backend");
    made->host = folder_host(request->host);
    picker_backend answer = {
        .struct_size = sizeof answer,
        .context = made,
        .info = info,
        .probe = probe,
        .open_library = open_library,
        .get_extension = folder_has("null-backend-slot") ? NULL : get_extension,
        .destroy = destroy,
    };
    if (folder_has("overruns-backend-table")) {
        *table = answer;
    } else {
        folder_fill(table, &answer, sizeof answer);
    }
    return PICKER_OK;
}
