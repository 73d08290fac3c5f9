/*
 * A host of a revision to come, which works with a plugin of this one as with one of its own time: `picker_backend_host_of_revision_3` is
 * given an entry point, the one of a plugin or of a worker, and says what went wrong, or NULL.
 */
#define _GNU_SOURCE
#include "../minimal.h"

#include "revision_3.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static char problem[300];
static char message[200];

#define REQUIRE(condition, text)                                                             \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            snprintf(problem, sizeof problem, "%s: %s (\"%s\")", text, #condition, message); \
            return problem;                                                                  \
        }                                                                                    \
    } while (0)

/* Structs as they would be if they had grown: plugins read and fill what they know of them. */
typedef struct wide_request {
    picker_entry_request request;
    uint64_t more[4];
} wide_request;
typedef struct wide_host {
    picker_host host;
    uint64_t more[4];
} wide_host;
typedef struct wide_query {
    picker_query query;
    uint64_t more[4];
} wide_query;
typedef struct wide_library {
    picker_library library;
    uint64_t more[4];
} wide_library;

static wish language = {.link = {.struct_size = sizeof language, .id = {LINK_LANGUAGE, sizeof LINK_LANGUAGE - 1}}};
static wish as_of_a_day = {.link = {.struct_size = sizeof as_of_a_day,
                                    .flags = PICKER_LINK_CRITICAL,
                                    .id = {LINK_AS_OF_A_DAY, sizeof LINK_AS_OF_A_DAY - 1}}};

static void log_line(void *context, uint32_t level, picker_string text) { (void)context, (void)level, (void)text; }

static uint64_t monotonic_time(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    static const uint32_t table[4] = {sizeof table, 0, 0, 0};
    return minimal_equal(id, "org.picker.host-to-come/1") ? table : NULL;
}

static wide_host host = {.host = {.struct_size = sizeof host,
                                  .header_revision = PICKER_HEADER_REVISION,
                                  .name = {"to come", 7},
                                  .log = log_line,
                                  .monotonic_time = monotonic_time,
                                  .get_extension = get_extension}};

static picker_status check(void *context)
{
    (void)context;
    return PICKER_OK;
}

static void progress(void *context, uint64_t done, uint64_t total) { (void)context, (void)done, (void)total; }

/* A wish hangs on each call, too. */
static const picker_call call = {
    .struct_size = sizeof call, .next = &language.link, .check = check, .progress = progress};
static picker_error error;

static picker_error *fresh_error(void)
{
    memset(message, 0, sizeof message);
    error = (picker_error){.struct_size = sizeof error, .message_capacity = sizeof message - 1, .message = message};
    return &error;
}

static uint64_t assets, faces, frames;

static picker_flow take_asset(void *context, const picker_asset *asset)
{
    (void)context;
    assets++;
    for (const picker_link *link = asset->next; link != NULL; link = link->next) {
        if (minimal_equal(link->id, LINK_ASSET_FACES)) faces += ((const asset_faces *)(const void *)link)->face_count;
    }
    return PICKER_CONTINUE;
}

static picker_flow take_frame(void *context, const picker_frame *frame)
{
    (void)context;
    frames++;
    frame->release(frame->release_context);
    return PICKER_CONTINUE;
}

static const picker_asset_sink asset_sink = {.struct_size = sizeof asset_sink, .emit = take_asset};
static const picker_frame_sink frame_sink = {.struct_size = sizeof frame_sink, .emit = take_frame};

/* What a request with more in it gives, and what is left to ask when the plugin does not know that. */
static const char *ask(const picker_library *library, int knows_faces)
{
    wide_query query = {.query = {.struct_size = sizeof query, .next = &language.link}, .more = {9, 9, 9, 9}};
    picker_fetch_request request = {.struct_size = sizeof request, .next = &language.link, .query = &query.query};
    uint64_t count = 0;
    REQUIRE(library->count(library->context, &request, &call, &count, fresh_error()) == PICKER_OK, "optional links");
    REQUIRE(count == 2, "optional links");

    query.query.flags = PICKER_QUERY_HAS_FACES;
    picker_status status = library->count(library->context, &request, &call, &count, fresh_error());
    REQUIRE(status == PICKER_INVALID_ARGUMENT || status == PICKER_UNSUPPORTED, "a condition to come");

    query.query.flags = 0;
    query.query.next = &as_of_a_day.link;
    REQUIRE(library->count(library->context, &request, &call, &count, fresh_error()) == PICKER_UNSUPPORTED,
            "a critical link");

    query.query.next = NULL;
    picker_fetch fetch = {.struct_size = sizeof fetch};
    REQUIRE(library->fetch(library->context, &request, &call, &fetch, fresh_error()) == PICKER_OK, "a fetch");
    assets = faces = 0;
    status = fetch.window(fetch.context, 0, 10, &asset_sink, &call, fresh_error());
    fetch.release(fetch.context);
    REQUIRE(status == PICKER_OK && assets == 2, "a window");
    REQUIRE(faces == (knows_faces ? 6u : 0u), "the link of an asset");
    return NULL;
}

static const char *look(const picker_library *library)
{
    picker_image_request request = {.struct_size = sizeof request,
                                    .next = &language.link,
                                    .delivery_mode = PICKER_DELIVERY_HIGH_QUALITY,
                                    .local_identifier = minimal_string("minimal-portrait"),
                                    .accepted_formats = 0xFu | 1u << PICKER_FORMAT_TO_COME};
    frames = 0;
    picker_status status = library->request_image(library->context, &request, &frame_sink, &call, fresh_error());
    /* A plugin of then is asked for the new format, and says so with a status of then. */
    if (status == PICKER_WAKING_UP) request.accepted_formats = 0;
    if (status == PICKER_WAKING_UP) {
        status = library->request_image(library->context, &request, &frame_sink, &call, fresh_error());
    }
    REQUIRE(status == PICKER_OK && frames == 1, "an image");
    return NULL;
}

static const char *use(const picker_backend *backend, const char *location, int has_memories, int knows_faces)
{
    picker_open_request opening = {.struct_size = sizeof opening,
                                   .next = &language.link,
                                   .location = {(const uint8_t *)location, strlen(location)}};
    wide_library wide = {.library = {.struct_size = sizeof wide}};
    picker_library *library = &wide.library;
    picker_status status = backend->open_library(backend->context, &opening, &call, library, fresh_error());
    REQUIRE(status == PICKER_OK, "open_library");
    REQUIRE(library->struct_size == sizeof(picker_library), "a longer table of a library");
    const char *found = ask(library, knows_faces);
    if (found == NULL) found = look(library);
    const memories_v1 *memories = library->get_extension(library->context, minimal_string(EXT_MEMORIES));
    uint64_t count = 0;
    if (found == NULL) {
        REQUIRE((memories != NULL) == (has_memories != 0), "an extension to come");
        REQUIRE(memories == NULL || (memories->count(library->context, &count) == PICKER_OK && count == 5),
                "its function");
    }
    library->begin_shutdown(library->context);
    library->close(library->context);
    return found;
}

PICKER_EXPORT const char *picker_backend_host_of_revision_3(picker_backend_entry_v1_function entry,
                                                            const char *location, int has_memories, int knows_faces)
{
    wide_request request = {.request = {.struct_size = sizeof request, .next = &language.link, .host = &host.host},
                            .more = {9, 9, 9, 9}};
    picker_backend backend = {.struct_size = sizeof backend};
    REQUIRE(entry(&request.request, &backend, fresh_error()) == PICKER_OK, "entry");
    picker_backend_info info = {.struct_size = sizeof info};
    REQUIRE(backend.info(backend.context, &info, fresh_error()) == PICKER_OK, "info");
    REQUIRE(info.header_revision == PICKER_HEADER_REVISION - 1 || info.header_revision == PICKER_HEADER_REVISION,
            "the plugin's revision");
    REQUIRE(backend.probe(backend.context, fresh_error()) == PICKER_OK, "probe");
    const char *found = use(&backend, location, has_memories, knows_faces);
    backend.destroy(backend.context);
    return found;
}
