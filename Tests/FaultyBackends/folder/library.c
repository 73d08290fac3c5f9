#define _GNU_SOURCE
#include "folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static picker_status authorization_status(void *context, const picker_call *call, uint32_t *answer, picker_error *error)
{
    const library *library = context;
    picker_status status = folder_check(context, call, error);
    if (status != PICKER_OK) return status;
    bool is_readable = access(library->root, R_OK | X_OK) == 0 || folder_has("authorized-for-good");
    *answer = is_readable ? PICKER_AUTHORIZATION_AUTHORIZED : PICKER_AUTHORIZATION_DENIED;
    if (folder_has("authorization-unknown")) *answer = 42;
    return PICKER_OK;
}

/* A collection, with the text of its title. */
typedef struct collection_record {
    picker_collection collection;
    char identifier[24];
    char title[FOLDER_PATH * 3];
} collection_record;

static void make_roll(const char *root, uint64_t count, collection_record *record)
{
    folder_identify(root, SUBJECT_SMART_ALBUM, "camera-roll", record->identifier);
    strcpy(record->title, "Camera Roll");
    record->collection = (picker_collection){
        .struct_size = sizeof record->collection,
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = folder_string(record->identifier),
        .title = folder_string(record->title),
        .type = PICKER_COLLECTION_SMART_ALBUM,
        .subtype = folder_has("roll-is-generic") ? PICKER_COLLECTION_GENERIC : PICKER_COLLECTION_CAMERA_ROLL,
        .estimated_count = count,
    };
}

static void make_album(const char *root, const char *folder, uint64_t count, collection_record *record)
{
    folder_identify(root, SUBJECT_FOLDER, folder, record->identifier);
    const char *slash = strrchr(folder, '/');
    folder_text(slash == NULL ? folder : slash + 1, record->title);
    if (folder[0] == 0) strcpy(record->title, "Top");
    if (folder_has("title-not-utf8")) strcpy(record->title, "Caf\xE9");
    record->collection = (picker_collection){
        .struct_size = sizeof record->collection,
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = folder_string(record->identifier),
        .title = folder_string(record->title),
        .parent = folder_has("parent-is-empty") ? folder_string("") : (picker_string){NULL, 0},
        .type = folder_has("album-is-folder") ? PICKER_COLLECTION_FOLDER : PICKER_COLLECTION_ALBUM,
        .estimated_count = folder_has("estimate-is-wrong") ? count + 1 : count,
    };
}

/* Visits the roll and each folder with visible photos; stops when the visitor answers PICKER_STOP. */
typedef picker_flow visitor(void *context, collection_record *record);

static uint64_t visible(const photo_list *all, uint64_t from, uint64_t to)
{
    uint64_t count = 0;
    for (uint64_t at = from; at < to; at++)
        count += !all->photos[at].is_hidden;
    return count;
}

/* Photos are in the order of their paths, in which the ones of a folder need not stand together. */
static bool is_first_of_folder(const photo_list *all, uint64_t at)
{
    size_t length = folder_length(all->photos[at].path);
    for (uint64_t before = 0; before < at; before++) {
        const char *path = all->photos[before].path;
        if (folder_length(path) == length && strncmp(path, all->photos[at].path, length) == 0) return false;
    }
    return true;
}

static uint64_t count_folder(const photo_list *all, const char *folder)
{
    uint64_t count = 0;
    for (uint64_t at = 0; at < all->count; at++) {
        const char *path = all->photos[at].path;
        bool is_inside = folder_length(path) == strlen(folder) && strncmp(path, folder, strlen(folder)) == 0;
        count += is_inside && !all->photos[at].is_hidden;
    }
    return count;
}

static void visit(library *library, visitor *visitor, void *context)
{
    photo_list all = folder_walk(library->root);
    collection_record record;
    picker_flow flow = PICKER_CONTINUE;
    make_roll(library->root, visible(&all, 0, all.count), &record);
    if (!folder_has("roll-comes-last")) flow = visitor(context, &record);
    for (uint64_t at = 0; at < all.count && flow == PICKER_CONTINUE; at++) {
        if (!is_first_of_folder(&all, at)) continue;
        char folder[FOLDER_PATH] = {0};
        memcpy(folder, all.photos[at].path, folder_length(all.photos[at].path));
        make_album(library->root, folder, count_folder(&all, folder), &record);
        flow = visitor(context, &record);
        if (folder_has("albums-come-twice") && flow == PICKER_CONTINUE) flow = visitor(context, &record);
    }
    make_roll(library->root, visible(&all, 0, all.count), &record);
    if (folder_has("roll-comes-last") && flow == PICKER_CONTINUE) visitor(context, &record);
    folder_free(&all);
}

typedef struct emission {
    const picker_collection_sink *sink;
    uint32_t types;
    picker_string identifier;
    bool is_found;
} emission;

static picker_flow emit_typed(void *context, collection_record *record)
{
    emission *emission = context;
    bool is_wanted = emission->types == 0 || (emission->types & (1u << record->collection.type)) != 0;
    if (!is_wanted && !folder_has("ignores-types")) return PICKER_CONTINUE;
    picker_flow flow = emission->sink->emit(emission->sink->context, &record->collection);
    return folder_has("collections-ignore-stop") ? PICKER_CONTINUE : flow;
}

static picker_flow emit_identified(void *context, collection_record *record)
{
    emission *emission = context;
    if (!folder_equal(emission->identifier, record->identifier)) return PICKER_CONTINUE;
    emission->is_found = true;
    if (folder_has("collection-has-other-title")) record->collection.title = folder_string("Other");
    emission->sink->emit(emission->sink->context, &record->collection);
    return PICKER_STOP;
}

static picker_status collections(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = folder_check(context, call, error);
    if (status == PICKER_CANCELLED && folder_has("cancelled-collections-wait")) usleep(4500000);
    if (status != PICKER_OK) return status;
    if (parent.data != NULL) {
        if (folder_has("any-parent")) return PICKER_OK;
        return folder_fail(error, PICKER_NOT_FOUND, "there are no folder collections");
    }
    visit(context, emit_typed, &(emission){.sink = sink, .types = types});
    return PICKER_OK;
}

static picker_status collection(void *context, picker_string identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error)
{
    picker_status status = folder_check(context, call, error);
    if (status != PICKER_OK) return status;
    emission found = {.sink = sink, .identifier = identifier};
    visit(context, emit_identified, &found);
    if (found.is_found) return PICKER_OK;
    return folder_fail(error, folder_has("unknown-is-internal") ? PICKER_INTERNAL : PICKER_NOT_FOUND,
                       "no such collection");
}

static picker_status camera_roll(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    const library *library = context;
    char roll[24];
    folder_identify(library->root, SUBJECT_SMART_ALBUM, "camera-roll", roll);
    return collection(context, folder_string(roll), sink, call, error);
}

static picker_status key_assets(void *context, picker_string collection, uint32_t media_types,
                                const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = folder_check(context, call, error);
    if (status != PICKER_OK) return status;
    picker_query query = {.struct_size = sizeof query, .media_types = media_types};
    picker_fetch_request request = {.struct_size = sizeof request, .scope = PICKER_SCOPE_COLLECTION};
    request.collection = collection;
    request.query = &query;
    photo_list found = {0};
    status = folder_select(context, &request, &found, error);
    if (status != PICKER_OK) return status;
    folder_recall_key_assets(collection, &found);
    uint64_t most = folder_has("four-key-assets") ? 4 : 3;
    for (uint64_t at = 0; at < found.count && at < most; at++) {
        asset_record record;
        folder_asset(&found.photos[at], &record);
        picker_flow flow = sink->emit(sink->context, &record.asset);
        if (flow != PICKER_CONTINUE && !folder_has("key-assets-ignore-stop")) break;
    }
    folder_free(&found);
    return PICKER_OK;
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    library *library = context;
    picker_status status = folder_has("details-ignores-shutdown") || folder_has("details-never-ask")
                               ? PICKER_OK
                               : folder_check(library, call, error);
    if (folder_has("details-never-ask")) usleep(1500000);
    if (status != PICKER_OK) return status;
    if (folder_has("hang-in-details")) {
        for (;;)
            pause();
    }
    photo_list all = folder_walk(library->root);
    const photo *found = folder_find(&all, identifier);
    if (found == NULL) {
        folder_free(&all);
        return folder_fail(error, folder_has("unknown-asset-is-io") ? PICKER_IO : PICKER_NOT_FOUND, "no such asset");
    }
    bool is_cut = found->header + (uint64_t)found->width * found->height * 3 > found->byte_size;
    if (is_cut && !found->is_video && folder_has("details-of-damage-fail")) {
        folder_free(&all);
        return folder_fail(error, PICKER_CORRUPT_MEDIA, "the file is cut off");
    }
    asset_record record;
    folder_asset(found, &record);
    picker_representation photo = {
        .struct_size = sizeof photo,
        .role = found->is_video || folder_has("photos-have-videos") ? PICKER_ROLE_VIDEO : PICKER_ROLE_PHOTO,
        .filename = record.asset.filename,
        .relative_path = folder_has("files-lie-nowhere") ? folder_string("nowhere.ppm") : record.asset.relative_path,
        .relative_path_bytes = record.asset.relative_path_bytes,
        .content_type = record.asset.content_type,
        .byte_size = record.asset.byte_size,
        .version_token = record.asset.version_token,
        .availability = record.asset.availability,
        .pixel_width = record.asset.pixel_width,
        .pixel_height = record.asset.pixel_height,
    };
    const picker_representation *representations[] = {&photo, &photo};
    picker_asset_details answer = {
        .struct_size = sizeof answer,
        .representation_count = folder_has("two-representations") ? 2 : 1,
        .reserved = folder_has("reserved-not-zero") ? 7 : 0,
        .asset = &record.asset,
        .representations = representations,
        .camera = &record.camera,
    };
    sink->emit(sink->context, &answer);
    folder_free(&all);
    return PICKER_OK;
}

static picker_status changes_since(void *context, picker_bytes token, const picker_change_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    picker_status status = folder_check(context, call, error);
    if (status != PICKER_OK || folder_has("changes-since-is-ok")) return status;
    // Faults of backends that name what changes: an absent token gets what is no answer to it, or albums are forgotten.
    static const uint8_t number[] = {1};
    picker_string asset = {"a", 1};
    picker_change change = {.struct_size = sizeof change, .kind = PICKER_CHANGE_UPDATED, .token = {number, 1}};
    if (folder_has("collections-are-not-told")) {
        if (token.data == NULL) change.kind = PICKER_CHANGE_CURRENT;
        if (token.data != NULL) change.identifiers = &asset, change.identifier_count = 1;
    }
    if (folder_has("collections-are-not-told") || folder_has("current-is-an-update")) {
        sink->emit(sink->context, &change);
        return PICKER_OK;
    }
    return folder_fail(error, PICKER_UNSUPPORTED, "changes are not kept");
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    static const void *const table[2] = {(const void *)16, (const void *)16};
    static picker_write_v1 moving;
    folder_note("leaks-extensions-asked");
    if (folder_has("ext-write-table-changes") && folder_equal(id, PICKER_EXT_WRITE)) {
        uint32_t count = moving.reserved + 1;
        moving = folder_write;
        moving.reserved = count;
        return &moving;
    }
    const void *extension = folder_extension(id);
    bool is_ours = id.length >= 16 && memcmp(id.data, "org.picker.write", 16) == 0;
    if (folder_has("compares-prefix-of-id") && is_ours && !folder_equal(id, PICKER_EXT_WRITE)) return table;
    return folder_has("undeclared-extension") && folder_equal(id, PICKER_EXT_WRITE) ? table : extension;
}

/* A fault: every sixteenth library that is closed leaves something open. */
static void forget_sixteenth(void)
{
    static atomic_uint closed;
    if (!folder_has("forgets-every-sixteenth")) return;
    if (atomic_fetch_add(&closed, 1) % 16 == 15) (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void begin_shutdown(void *context)
{
    library *library = context;
    bool is_second = atomic_exchange(&library->is_shutting_down, true);
    if (is_second && folder_has("second-shutdown-crashes")) abort();
    if (is_second && folder_has("second-shutdown-opens")) atomic_store(&library->is_shutting_down, false);
    if (folder_has("shutdown-waits")) usleep(900000);
    while (folder_has("ext-write-shutdown-waits") && atomic_load(&library->additions) > 0)
        usleep(1000);
}

static void close_library(void *context)
{
    library *library = context;
    if (folder_has("frames-die-on-close") && library->last_pixels != NULL) {
        memset(library->last_pixels, 0, library->last_size);
    }
    forget_sixteenth();
    folder_note_close();
    // A fault: what is too small for anything but a leak detector.
    char *note = folder_has("leaks-notes") ? malloc(100) : NULL;
    if (note != NULL) snprintf(note, 100, "closed %s", library->root);
    // A fault: what belongs to a library, and stays.
    volatile char *rest = folder_has("keeps-libraries") ? malloc(1 << 17) : NULL;
    for (size_t byte = 0; rest != NULL && byte < 1 << 17; byte += 4096)
        rest[byte] = 1;
    free(library);
}

void folder_make_library(picker_library *table, library *library)
{
    *table = (picker_library){
        .struct_size = sizeof *table,
        .context = library,
        .info = folder_info,
        .authorization_status = authorization_status,
        .collections = collections,
        .camera_roll = camera_roll,
        .collection = collection,
        .count = folder_count,
        .key_assets = key_assets,
        .fetch = folder_fetch,
        .details = details,
        .request_image = folder_request_image,
        .read = folder_read,
        .observe = folder_observe,
        .changes_since = changes_since,
        .diagnostics = folder_has("null-library-slot") ? NULL : folder_diagnostics,
        .get_extension = get_extension,
        .begin_shutdown = begin_shutdown,
        .close = close_library,
    };
}
