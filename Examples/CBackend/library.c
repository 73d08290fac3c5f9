/*
 * library.c - the table of an open library: collections, details, bytes, and its end.
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first line of every function: after begin_shutdown each returns PICKER_CLOSED (R13.4). */
picker_status library_check(const library *library, const picker_call *call, picker_error *error)
{
    if (atomic_load(&library->is_shutting_down)) {
        return abi_fail(error, PICKER_CLOSED, "the library is shutting down");
    }
    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);
    return status == PICKER_OK ? PICKER_OK : abi_fail(error, status, "ended early");
}

/* What the library is: nothing but a folder. PICKER_LIBRARY_FILES would be a lie: photos inside of archives are no files. */
static picker_status info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = library_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {.struct_size = sizeof answer};
    abi_give(info, &answer, sizeof answer);
    return PICKER_OK;
}

static picker_status authorization_status(void *context, const picker_call *call, uint32_t *answer, picker_error *error)
{
    const library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    bool is_readable = access(library->root, R_OK | X_OK) == 0;
    *answer = is_readable ? PICKER_AUTHORIZATION_AUTHORIZED : PICKER_AUTHORIZATION_DENIED;
    return PICKER_OK;
}

/* ---- Collections: the camera roll with all photos, and an album for each folder and archive ---- */

static picker_collection roll_record(const library *library)
{
    return (picker_collection){
        .struct_size = sizeof(picker_collection),
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = abi_text(library->roll),
        .title = abi_text("Camera Roll"),
        .type = PICKER_COLLECTION_SMART_ALBUM,
        .subtype = PICKER_COLLECTION_CAMERA_ROLL,
        .estimated_count = library->catalog.photo_count,
    };
}

static picker_collection album_record(const album *album)
{
    /* What is not named is 0; an absent `parent` is one whose data is NULL (R8.2). */
    return (picker_collection){
        .struct_size = sizeof(picker_collection),
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = abi_text(album->identifier),
        .title = abi_text(album->title),
        .type = PICKER_COLLECTION_ALBUM,
        .subtype = PICKER_COLLECTION_GENERIC,
        .estimated_count = album->count,
    };
}

static picker_flow emit_if_wanted(const picker_collection *record, uint32_t types, const picker_collection_sink *sink)
{
    bool is_wanted = types == 0 || (types & 1u << record->type) != 0;
    return is_wanted ? sink->emit(sink->context, record) : PICKER_CONTINUE;
}

static picker_status collections(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error)
{
    const library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    /* Without the capability nested-collections there is nothing that a collection could lie in. */
    if (parent.data != NULL) return abi_fail(error, PICKER_NOT_FOUND, "no such folder of albums");

    picker_collection roll = roll_record(library);
    picker_flow flow = emit_if_wanted(&roll, types, sink);
    for (uint64_t index = 0; index < library->catalog.album_count && flow == PICKER_CONTINUE; index++) {
        picker_collection album = album_record(&library->catalog.albums[index]);
        flow = emit_if_wanted(&album, types, sink);
    }
    return PICKER_OK;
}

static picker_status camera_roll(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    const library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    picker_collection roll = roll_record(library);
    sink->emit(sink->context, &roll);
    return PICKER_OK;
}

static picker_status collection(void *context, picker_string identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error)
{
    const library *library = context;
    if (abi_equal(identifier, library->roll)) return camera_roll(context, sink, call, error);
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    uint64_t index = catalog_find_album(&library->catalog, identifier);
    if (index == library->catalog.album_count) return abi_fail(error, PICKER_NOT_FOUND, "no such album");
    picker_collection album = album_record(&library->catalog.albums[index]);
    sink->emit(sink->context, &album);
    return PICKER_OK;
}

/* ---- One photo ---- */

static picker_status find(const library *library, picker_string identifier, const picker_call *call,
                          const photo **found, picker_error *error)
{
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    *found = catalog_find(&library->catalog, identifier);
    return *found != NULL ? PICKER_OK : abi_fail(error, PICKER_NOT_FOUND, "no such photo");
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    const photo *photo = NULL;
    picker_status status = find(context, identifier, call, &photo, error);
    if (status != PICKER_OK) return status;
    picker_asset asset = fetch_asset(photo);
    picker_representation representation = {
        .struct_size = sizeof representation,
        .role = PICKER_ROLE_PHOTO,
        .filename = asset.filename,
        .relative_path = asset.relative_path,
        .relative_path_bytes = asset.relative_path_bytes,
        .content_type = asset.content_type,
        .byte_size = asset.byte_size,
        .version_token = asset.version_token,
        .pixel_width = asset.pixel_width,
        .pixel_height = asset.pixel_height,
    };
    const picker_representation *representations[] = {&representation};
    picker_asset_details record = {
        .struct_size = sizeof record,
        .representation_count = 1,
        .asset = &asset,
        .representations = representations,
    };
    sink->emit(sink->context, &record);
    return PICKER_OK;
}

static picker_status read_bytes(void *context, const picker_read_request *request, const picker_call *call,
                                uint64_t *length, picker_error *error)
{
    const library *library = context;
    const photo *photo = NULL;
    picker_status status = abi_refuse_links(request->next, error);
    if (status == PICKER_OK) status = find(library, request->local_identifier, call, &photo, error);
    if (status != PICKER_OK) return status;
    if (request->representation != 0) return abi_fail(error, PICKER_NOT_FOUND, "no such representation");
    if (request->version_token != 0 && request->version_token != photo->version) {
        return abi_fail(error, PICKER_CHANGED, "another version than asked for");
    }
    int file;
    status = content_open(library, photo, &file, error);
    if (status != PICKER_OK) return status;
    status = content_read(file, photo, request->offset, request->buffer, request->capacity, call, length, error);
    if (status == PICKER_OK) status = content_check(file, photo, error);
    close(file);
    return status;
}

/* ---- What this backend does not offer: the function is there, its capability bit is off (R7.2) ---- */

static picker_status observe(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error)
{
    (void)sink;
    picker_status status = library_check(context, call, error);
    return status != PICKER_OK ? status : abi_fail(error, PICKER_UNSUPPORTED, "open the library again to see changes");
}

static picker_status changes_since(void *context, picker_bytes token, const picker_change_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    (void)token;
    return observe(context, sink, call, error);
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context, (void)id;
    return NULL;
}

/* ---- What is not shown, and why ---- */

static picker_status diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    const library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    for (uint64_t index = 0; index < library->catalog.problem_count; index++) {
        const problem *problem = &library->catalog.problems[index];
        picker_diagnostic record = {
            .struct_size = sizeof record,
            .reason = problem->reason,
            .relative_path = abi_text(problem->text == NULL ? problem->path : problem->text),
            .message = abi_text(problem->message),
        };
        if (problem->text != NULL) {
            record.relative_path_bytes = (picker_bytes){(const uint8_t *)problem->path, strlen(problem->path)};
        }
        if (sink->emit(sink->context, &record) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

/* ---- The end ---- */

/* Does not wait: calls in flight look at the flag, and the host waits for them before it calls close (R13.5). */
static void begin_shutdown(void *context)
{
    library *library = context;
    atomic_store(&library->is_shutting_down, true);
}

static void close_library(void *context) { library_free(context); }

void library_free(library *library)
{
    catalog_free(&library->catalog);
    free(library->root);
    free(library);
}

void library_fill_table(library *library, picker_library *table)
{
    /* No function is NULL (R7.1). */
    picker_library answer = {
        .struct_size = sizeof answer,
        .context = library,
        .info = info,
        .authorization_status = authorization_status,
        .collections = collections,
        .camera_roll = camera_roll,
        .collection = collection,
        .count = fetch_count_all,
        .key_assets = fetch_key_assets,
        .fetch = fetch_begin,
        .details = details,
        .request_image = image_request,
        .read = read_bytes,
        .observe = observe,
        .changes_since = changes_since,
        .diagnostics = diagnostics,
        .get_extension = get_extension,
        .begin_shutdown = begin_shutdown,
        .close = close_library,
    };
    abi_give(table, &answer, sizeof answer);
}
