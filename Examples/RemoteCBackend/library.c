/*
 * library.c - the table of an open library: what it is, its albums, details, and its end.
 */
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The identifier of the camera roll, which has all photos; those of albums begin with another letter. */
#define ROLL "roll"

/* The first line of every function: after begin_shutdown each returns PICKER_CLOSED (R13.4). */
picker_status library_check(const library *library, const picker_call *call, picker_error *error)
{
    if (atomic_load(&library->is_shutting_down)) {
        return abi_fail(error, PICKER_CLOSED, "the library is shutting down");
    }
    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);
    return status == PICKER_OK ? PICKER_OK : abi_fail(error, status, "ended early");
}

/* PICKER_LIBRARY_FILES would be a lie: no path is that of a file on this machine (R18.6). */
static picker_status info(void *context, picker_library_info *info, picker_error *error)
{
    const library *library = context;
    picker_status status = library_check(library, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {
        .struct_size = sizeof answer,
        .flags = PICKER_LIBRARY_REMOTE | PICKER_LIBRARY_READ_ONLY,
        .title = library->title,
        .account = library->account,
        /* More calls at once would wait for connections. */
        .call_limit = library->settings.connections,
    };
    abi_give(info, &answer, sizeof answer);
    return PICKER_OK;
}

static picker_status authorization_status(void *context, const picker_call *call, uint32_t *answer, picker_error *error)
{
    library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    question question = {.path = "/shelf", .most = MOST_JSON};
    struct answer said;
    /* Who cannot be reached has not refused: that is an error. */
    status = transfer(library, &question, call, &said, error);
    bool is_refused = status == PICKER_OK && (said.status == 401 || said.status == 403);
    answer_free(&question, &said);
    if (status != PICKER_OK) return status;
    *answer = is_refused ? PICKER_AUTHORIZATION_DENIED : PICKER_AUTHORIZATION_AUTHORIZED;
    return PICKER_OK;
}

/* ---- Collections: the camera roll with all photos, and the albums of the server ---- */

static picker_flow emit_roll(uint64_t count, const picker_collection_sink *sink)
{
    picker_collection record = {
        .struct_size = sizeof record,
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = abi_text(ROLL),
        .title = abi_text("Camera Roll"),
        .type = PICKER_COLLECTION_SMART_ALBUM,
        .subtype = PICKER_COLLECTION_CAMERA_ROLL,
        .estimated_count = count,
    };
    return sink->emit(sink->context, &record);
}

static picker_status emit_album(const library *library, const json_t *album, const picker_collection_sink *sink,
                                picker_flow *flow, picker_error *error)
{
    char identifier[IDENTIFIER_SIZE];
    picker_string title = server_text(album, "title");
    uint64_t count = 0;
    bool is_album = identifier_make(IDENTIFIER_ALBUM, server_text(album, "id"), identifier) && title.data != NULL &&
                    server_number(album, "count", &count);
    if (!is_album) return server_misspoke(library, error);
    /* What is not named is 0; an absent `parent` is one whose data is NULL (R8.2). */
    picker_collection record = {
        .struct_size = sizeof record,
        .flags = PICKER_COLLECTION_HAS_COUNT,
        .local_identifier = abi_text(identifier),
        .title = title,
        .type = PICKER_COLLECTION_ALBUM,
        .subtype = PICKER_COLLECTION_GENERIC,
        .estimated_count = count,
    };
    *flow = sink->emit(sink->context, &record);
    return PICKER_OK;
}

/* Emits a page of albums from `first` on, and how many there are; `wants_roll`: before them the camera roll. */
static picker_status emit_page(library *library, uint64_t first, uint32_t types, const picker_collection_sink *sink,
                               const picker_call *call, uint64_t *next, uint64_t *total, picker_error *error)
{
    char path[100];
    json_t *page = NULL;
    snprintf(path, sizeof path, "/albums?first=%llu&count=%d", (unsigned long long)first, PAGE);
    picker_status status = server_document(library, path, call, &page, error);
    if (status != PICKER_OK) return status;
    const json_t *albums = json_object_get(page, "albums");
    uint64_t photos = 0;
    picker_flow flow = PICKER_CONTINUE;
    bool is_page =
        json_is_array(albums) && server_number(page, "total", total) && server_number(page, "photos", &photos);
    if (!is_page || json_array_size(albums) > PAGE) status = server_misspoke(library, error);
    bool wants_roll = types == 0 || (types & 1u << PICKER_COLLECTION_SMART_ALBUM) != 0;
    bool wants_albums = types == 0 || (types & 1u << PICKER_COLLECTION_ALBUM) != 0;
    if (status == PICKER_OK && first == 0 && wants_roll) flow = emit_roll(photos, sink);
    size_t count = wants_albums && status == PICKER_OK ? json_array_size(albums) : 0;
    for (size_t index = 0; index < count && status == PICKER_OK && flow == PICKER_CONTINUE; index++) {
        status = library_check(library, call, error);
        if (status == PICKER_OK) status = emit_album(library, json_array_get(albums, index), sink, &flow, error);
    }
    /* A server that says that there are more and gives none would be asked for ever. */
    *next = count == 0 || flow != PICKER_CONTINUE ? *total : first + count;
    json_decref(page);
    return status;
}

static picker_status collections(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error)
{
    library *library = context;
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    /* Without the capability nested-collections there is nothing that a collection could lie in. */
    if (parent.data != NULL) return abi_fail(error, PICKER_NOT_FOUND, "no such folder of albums");
    uint64_t next = 0, total = 0;
    do
        status = emit_page(library, next, types, sink, call, &next, &total, error);
    while (status == PICKER_OK && next < total);
    return status;
}

static picker_status camera_roll(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    library *library = context;
    json_t *page = NULL;
    uint64_t photos = 0;
    picker_status status = library_check(library, call, error);
    if (status == PICKER_OK) status = server_document(library, "/albums?first=0&count=0", call, &page, error);
    if (status != PICKER_OK) return status;
    if (server_number(page, "photos", &photos))
        emit_roll(photos, sink);
    else
        status = server_misspoke(library, error);
    json_decref(page);
    return status;
}

static picker_status collection(void *context, picker_string identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error)
{
    library *library = context;
    if (abi_equal(identifier, ROLL)) return camera_roll(context, sink, call, error);
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    char own[IDENTIFIER_SIZE], path[100];
    const char *id = identifier_read(IDENTIFIER_ALBUM, identifier, own);
    if (id == NULL) return abi_fail(error, PICKER_NOT_FOUND, "no such album");
    json_t *album = NULL;
    snprintf(path, sizeof path, "/albums/%s", id);
    status = server_document(library, path, call, &album, error);
    if (status != PICKER_OK) return status;
    picker_flow flow;
    /* Another one than asked for would be shown in its place. */
    if (!abi_equal(server_text(album, "id"), id))
        status = server_misspoke(library, error);
    else
        status = emit_album(library, album, sink, &flow, error);
    json_decref(album);
    return status;
}

/* ---- One photo ---- */

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    json_t *document = NULL;
    photo photo;
    picker_status status = photo_ask(context, identifier, call, &document, &photo, error);
    if (status != PICKER_OK) return status;
    picker_asset asset = photo_record(&photo);
    picker_representation representation = {
        .struct_size = sizeof representation,
        .role = PICKER_ROLE_PHOTO,
        .filename = asset.filename,
        .relative_path = asset.relative_path,
        .content_type = asset.content_type,
        .byte_size = asset.byte_size,
        .version_token = asset.version_token,
        .availability = asset.availability,
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
    json_decref(document);
    return PICKER_OK;
}

/* ---- What this backend does not offer: the function is there, its capability bit is off (R7.2) ---- */

static picker_status observe(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error)
{
    (void)sink;
    picker_status status = library_check(context, call, error);
    return status != PICKER_OK ? status : abi_fail(error, PICKER_UNSUPPORTED, "fetch again to see changes");
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

/* What cannot be shown is the server's to tell: here there is nothing that looks like a photo and is none. */
static picker_status diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    (void)sink;
    return library_check(context, call, error);
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
    connections_free(library->connections);
    facts_free(library->facts);
    json_decref(library->about);
    settings_free(&library->settings);
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
        .read = bytes_read,
        .observe = observe,
        .changes_since = changes_since,
        .diagnostics = diagnostics,
        .get_extension = get_extension,
        .begin_shutdown = begin_shutdown,
        .close = close_library,
    };
    abi_give(table, &answer, sizeof answer);
}
