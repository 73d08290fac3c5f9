/*
 * asking.c - a host of one call: loads the plugin, opens a library, asks for one thing, and prints what was answered.
 *
 *   asking PLUGIN WHAT MILLISECONDS LOCATION [KEY=VALUE]…
 *
 * WHAT: open, albums, photos, details, image, bytes. After MILLISECONDS the call is cancelled; 0: never. Prints one line of
 * JSON: the status of the first call that failed, or of the last, with its message and retry_after; how many records came
 * and bytes of images and files; how many milliseconds it took, and the longest time in which `check` was not called.
 */
#include <picker/backend_api.h>

#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- What the host offers ---- */

static void log_line(void *context, uint32_t level, picker_string message)
{
    (void)context, (void)level, (void)message;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context, (void)id;
    return NULL;
}

static const picker_host host = {
    .struct_size = sizeof host,
    .name = {"asking", 6},
    .header_revision = PICKER_HEADER_REVISION,
    .log = log_line,
    .monotonic_time = now,
    .get_extension = get_extension,
};

/* ---- The call ---- */

static uint64_t end, last_check, longest_gap, records, bytes;

static picker_status check(void *context)
{
    uint64_t time = now(context);
    if (last_check != 0 && time - last_check > longest_gap) longest_gap = time - last_check;
    last_check = time;
    return end != 0 && time > end ? PICKER_CANCELLED : PICKER_OK;
}

static void progress(void *context, uint64_t done, uint64_t total) { (void)context, (void)done, (void)total; }

static const picker_call call = {.struct_size = sizeof call, .check = check, .progress = progress};

static char message[2000], identifier[65];
static picker_error error = {.struct_size = sizeof error, .message = message, .message_capacity = sizeof message};

static picker_error *fresh_error(void)
{
    error.message_length = 0;
    error.retry_after = 0;
    return &error;
}

/* ---- What it takes ---- */

static picker_flow take_album(void *context, const picker_collection *album)
{
    (void)context, (void)album;
    records++;
    return PICKER_CONTINUE;
}

static picker_flow take_photo(void *context, const picker_asset *photo)
{
    (void)context;
    if (records++ == 0) {
        snprintf(identifier, sizeof identifier, "%.*s", (int)photo->local_identifier.length,
                 photo->local_identifier.data);
    }
    return PICKER_CONTINUE;
}

static picker_flow take_details(void *context, const picker_asset_details *details)
{
    (void)context, (void)details;
    return PICKER_CONTINUE;
}

static picker_flow take_frame(void *context, const picker_frame *frame)
{
    (void)context;
    bytes += frame->stride[0];
    frame->release(frame->release_context);
    return PICKER_CONTINUE;
}

/* ---- What is asked ---- */

static picker_status ask_albums(const picker_library *library)
{
    picker_collection_sink sink = {.struct_size = sizeof sink, .emit = take_album};
    return library->collections(library->context, (picker_string){NULL, 0}, 0, &sink, &call, fresh_error());
}

static picker_status ask_photos(const picker_library *library)
{
    picker_fetch_request request = {.struct_size = sizeof request, .scope = PICKER_SCOPE_ALL};
    picker_fetch fetch = {.struct_size = sizeof fetch};
    picker_asset_sink sink = {.struct_size = sizeof sink, .emit = take_photo};
    picker_status status = library->fetch(library->context, &request, &call, &fetch, fresh_error());
    if (status != PICKER_OK) return status;
    status = fetch.window(fetch.context, 0, UINT64_MAX, &sink, &call, fresh_error());
    fetch.release(fetch.context);
    return status;
}

static picker_status ask_details(const picker_library *library)
{
    picker_details_sink sink = {.struct_size = sizeof sink, .emit = take_details};
    return library->details(library->context, (picker_string){identifier, strlen(identifier)}, &sink, &call,
                            fresh_error());
}

static picker_status ask_image(const picker_library *library)
{
    picker_frame_sink sink = {.struct_size = sizeof sink, .emit = take_frame};
    picker_image_request request = {
        .struct_size = sizeof request,
        .flags = PICKER_REQUEST_ALLOW_NETWORK,
        .target_width = 100,
        .target_height = 100,
        .delivery_mode = PICKER_DELIVERY_HIGH_QUALITY,
        .accepted_formats = 1u << PICKER_FORMAT_IMAGE_FILE,
        .local_identifier = {identifier, strlen(identifier)},
    };
    return library->request_image(library->context, &request, &sink, &call, fresh_error());
}

static picker_status ask_bytes(const picker_library *library)
{
    /* Of its exact size: what is written behind it is found by a sanitizer. */
    enum { CAPACITY = 1000 };
    uint8_t *buffer = malloc(CAPACITY);
    picker_read_request request = {
        .struct_size = sizeof request,
        .flags = PICKER_REQUEST_ALLOW_NETWORK,
        .local_identifier = {identifier, strlen(identifier)},
        .offset = 3,
        .buffer = buffer,
        .capacity = CAPACITY,
    };
    picker_status status = library->read(library->context, &request, &call, &bytes, fresh_error());
    free(buffer);
    return status;
}

static picker_status ask(const picker_library *library, const char *what)
{
    if (strcmp(what, "albums") == 0) return ask_albums(library);
    picker_status status = strcmp(what, "open") == 0 ? PICKER_OK : ask_photos(library);
    if (status == PICKER_OK && strcmp(what, "details") == 0) return ask_details(library);
    if (status == PICKER_OK && strcmp(what, "image") == 0) return ask_image(library);
    if (status == PICKER_OK && strcmp(what, "bytes") == 0) return ask_bytes(library);
    return status;
}

static picker_status open_and_ask(const picker_backend *backend, const picker_open_request *request, const char *what)
{
    picker_library library = {.struct_size = sizeof library};
    picker_status status = backend->open_library(backend->context, request, &call, &library, fresh_error());
    if (status != PICKER_OK) return status;
    status = ask(&library, what);
    library.begin_shutdown(library.context);
    library.close(library.context);
    return status;
}

/* ---- What was answered ---- */

static void report(picker_status status, uint64_t nanoseconds)
{
    json_t *line = json_pack("{si ss# sI sI sI sI sI}", "status", (int)status, "message", message,
                             (size_t)error.message_length, "retryAfter", (json_int_t)error.retry_after, "records",
                             (json_int_t)records, "bytes", (json_int_t)bytes, "milliseconds",
                             (json_int_t)(nanoseconds / 1000000), "longestGap", (json_int_t)(longest_gap / 1000000));
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

typedef picker_status (*entry_function)(const picker_entry_request *, picker_backend *, picker_error *);

static entry_function load(const char *path)
{
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) fprintf(stderr, "%s\n", dlerror());
    /* C has no conversion between pointers to data and to functions; POSIX has. */
    entry_function entry = NULL;
    if (plugin != NULL) *(void **)&entry = dlsym(plugin, "picker_backend_entry_v1");
    return entry;
}

int main(int count, char **arguments)
{
    if (count < 5) {
        fputs("usage: asking PLUGIN WHAT MILLISECONDS LOCATION [KEY=VALUE]...\n", stderr);
        return 64;
    }
    entry_function entry = load(arguments[1]);
    picker_backend backend = {.struct_size = sizeof backend};
    picker_entry_request hello = {.struct_size = sizeof hello, .host = &host};
    if (entry == NULL || entry(&hello, &backend, fresh_error()) != PICKER_OK) return 70;

    picker_string keys[20], values[20];
    picker_open_request request = {
        .struct_size = sizeof request,
        .location = {(const uint8_t *)arguments[4], strlen(arguments[4])},
        .setting_keys = keys,
        .setting_values = values,
    };
    for (int index = 5; index < count && request.setting_count < 20; index++) {
        const char *equals = strchr(arguments[index], '=');
        if (equals == NULL) return 64;
        keys[request.setting_count] = (picker_string){arguments[index], (uint64_t)(equals - arguments[index])};
        values[request.setting_count++] = (picker_string){equals + 1, strlen(equals + 1)};
    }
    uint64_t start = now(NULL), wait = strtoull(arguments[3], NULL, 10);
    end = wait == 0 ? 0 : start + wait * 1000000;
    picker_status status = open_and_ask(&backend, &request, arguments[2]);
    report(status, now(NULL) - start);
    backend.destroy(backend.context);
    return 0;
}
