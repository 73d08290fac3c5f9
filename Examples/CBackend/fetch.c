/*
 * fetch.c - which photos a request asks for. The library stays as it is while it is open, so a fetch result is a list of
 * pointers into it: its order and number cannot change (R9.7), and no fetch can disturb another (R9.9).
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>

typedef struct result {
    const library *library;
    uint64_t count;
    const photo *photos[];
} result;

/* ---- Conditions ---- */

static const picker_query everything = {.struct_size = sizeof everything};

/* Conditions and sort keys without their capability are refused: better than left out silently (R7.2). */
static picker_status refuse_query(const picker_query *query, picker_error *error)
{
    for (int key = 0; key < 4; key++) {
        bool is_reversed = query->sort[key] == (PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING);
        if (is_reversed || (query->sort[key] & ~PICKER_SORT_DESCENDING) > PICKER_SORT_BYTE_SIZE) {
            return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown sort key");
        }
    }
    /* Passing over a media type that is not known would find too much (R5.11). */
    const uint32_t known =
        PICKER_MEDIA_MASK_UNKNOWN | PICKER_MEDIA_MASK_IMAGE | PICKER_MEDIA_MASK_VIDEO | PICKER_MEDIA_MASK_AUDIO;
    if ((query->media_types & ~known) != 0) return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown media type");
    bool is_plain = query->flags == 0 && query->any_subtypes == 0 && query->no_subtypes == 0 &&
                    query->hidden == PICKER_HIDDEN_EXCLUDE &&
                    memcmp(query->sort, everything.sort, sizeof query->sort) == 0;
    if (is_plain) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "this backend filters by media type alone, in an order of its own");
}

/* ---- Scopes ---- */

/* Each photo at most once: a list has room for all photos, and no more. */
static void append(result *result, const photo *photo)
{
    if (photo == NULL) return;
    for (uint64_t index = 0; index < result->count; index++) {
        if (result->photos[index] == photo) return;
    }
    result->photos[result->count++] = photo;
}

static const photo *find_path(const catalog *catalog, picker_bytes path)
{
    for (uint64_t index = 0; index < catalog->photo_count; index++) {
        const photo *photo = &catalog->photos[index];
        if (abi_equal((picker_string){(const char *)path.data, path.length}, photo->path)) return photo;
    }
    return NULL;
}

static picker_status select_named(result *result, const picker_fetch_request *request, const picker_call *call,
                                  picker_error *error)
{
    const catalog *catalog = &result->library->catalog;
    bool is_by_path = request->scope == PICKER_SCOPE_PATHS;
    uint64_t count = is_by_path ? request->path_count : request->identifier_count;
    for (uint64_t index = 0; index < count; index++) {
        picker_status status = library_check(result->library, call, error);
        if (status != PICKER_OK) return status;
        append(result, is_by_path ? find_path(catalog, request->paths[index])
                                  : catalog_find(catalog, request->identifiers[index]));
    }
    return PICKER_OK;
}

/* `album` is album_count for all of them. */
static void select_album(result *result, uint64_t album)
{
    const catalog *catalog = &result->library->catalog;
    for (uint64_t index = 0; index < catalog->photo_count; index++) {
        const photo *photo = &catalog->photos[index];
        if (album == catalog->album_count || photo->album == album) result->photos[result->count++] = photo;
    }
}

static picker_status select_scope(result *result, const picker_fetch_request *request, const picker_call *call,
                                  picker_error *error)
{
    const library *library = result->library;
    uint64_t all = library->catalog.album_count;
    switch (request->scope) {
    case PICKER_SCOPE_ALL: select_album(result, all); return PICKER_OK;
    case PICKER_SCOPE_IDENTIFIERS:
    case PICKER_SCOPE_PATHS: return select_named(result, request, call, error);
    case PICKER_SCOPE_COLLECTION: break;
    default: return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown scope");
    }
    uint64_t album = catalog_find_album(&library->catalog, request->collection);
    if (album == all && !abi_equal(request->collection, library->roll)) {
        return abi_fail(error, PICKER_NOT_FOUND, "no such album");
    }
    select_album(result, album);
    return PICKER_OK;
}

/* The photos that a request asks for; after PICKER_OK, *selected is to be freed. */
static picker_status select_photos(const library *library, const picker_fetch_request *request, const picker_call *call,
                                   result **selected, picker_error *error)
{
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    /* What lies outside of the host's structs stays at "no condition" and "no paths" (R5.2). */
    picker_fetch_request asked = {0};
    picker_query query = everything;
    abi_take(&asked, sizeof asked, request);
    if (asked.query != NULL) abi_take(&query, sizeof query, asked.query);
    status = abi_refuse_links(asked.next, error);
    if (status == PICKER_OK) status = abi_refuse_links(query.next, error);
    if (status == PICKER_OK) status = refuse_query(&query, error);
    if (status != PICKER_OK) return status;

    result *made = calloc(1, sizeof *made + library->catalog.photo_count * sizeof made->photos[0]);
    if (made == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    made->library = library;
    status = select_scope(made, &asked, call, error);
    if (status != PICKER_OK) {
        free(made);
        return status;
    }
    /* There is nothing but images. */
    if (query.media_types != 0 && (query.media_types & PICKER_MEDIA_MASK_IMAGE) == 0) made->count = 0;
    /* Every backend serves a limit (R9.14). */
    if (query.limit != 0 && query.limit < made->count) made->count = query.limit;
    *selected = made;
    return PICKER_OK;
}

/* ---- Records ---- */

picker_asset fetch_asset(const photo *photo)
{
    bool is_exact = photo->text == NULL;
    const char *path = is_exact ? photo->path : photo->text, *slash = strrchr(path, '/');
    bool is_turned = photo->orientation > 4;
    bool is_dated = photo->taken != NO_DATE;
    return (picker_asset){
        .struct_size = sizeof(picker_asset),
        .flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,
        .local_identifier = abi_text(photo->identifier),
        .filename = abi_text(slash == NULL ? path : slash + 1),
        .relative_path = abi_text(path),
        /* Only where the text cannot say it (R8.3); absent otherwise. */
        .relative_path_bytes =
            is_exact ? (picker_bytes){NULL, 0} : (picker_bytes){(const uint8_t *)photo->path, strlen(photo->path)},
        .content_type = abi_text("public.jpeg"),
        .media_type = PICKER_MEDIA_IMAGE,
        /* As a person sees it. */
        .pixel_width = is_turned ? photo->height : photo->width,
        .pixel_height = is_turned ? photo->width : photo->height,
        .creation_time = is_dated ? photo->taken : photo->modified,
        .modification_time = photo->modified,
        .creation_source = is_dated ? PICKER_DATE_METADATA : PICKER_DATE_MODIFICATION,
        .byte_size = photo->size,
        .version_token = photo->version,
        .representation_count = 1,
    };
}

static picker_status emit(const result *result, uint64_t first, uint64_t count, const picker_asset_sink *sink,
                          const picker_call *call, picker_error *error)
{
    for (uint64_t index = 0; index < count; index++) {
        picker_status status = index % 64 == 0 ? library_check(result->library, call, error) : PICKER_OK;
        if (status != PICKER_OK) return status;
        picker_asset asset = fetch_asset(result->photos[first + index]);
        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

/* ---- The table of a fetch ---- */

static picker_status count(void *context, const picker_call *call, uint64_t *count, picker_error *error)
{
    const result *result = context;
    picker_status status = library_check(result->library, call, error);
    if (status == PICKER_OK) *count = result->count;
    return status;
}

static picker_status window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                            const picker_call *call, picker_error *error)
{
    const result *result = context;
    picker_status status = library_check(result->library, call, error);
    if (status != PICKER_OK || offset >= result->count) return status;
    /* Written so that nothing overflows: both numbers may be the largest there are. */
    uint64_t left = result->count - offset;
    return emit(result, offset, length < left ? length : left, sink, call, error);
}

static picker_status index_of(void *context, picker_string identifier, const picker_call *call, uint64_t *index,
                              picker_error *error)
{
    const result *result = context;
    picker_status status = library_check(result->library, call, error);
    if (status != PICKER_OK) return status;
    const photo *photo = catalog_find(&result->library->catalog, identifier);
    for (uint64_t at = 0; at < result->count; at++) {
        if (result->photos[at] != photo) continue;
        *index = at;
        return PICKER_OK;
    }
    return abi_fail(error, PICKER_NOT_FOUND, "no such photo in this fetch");
}

static void release(void *context) { free(context); }

picker_status fetch_begin(void *context, const picker_fetch_request *request, const picker_call *call,
                          picker_fetch *fetch, picker_error *error)
{
    result *made = NULL;
    picker_status status = select_photos(context, request, call, &made, error);
    if (status != PICKER_OK) return status;
    picker_fetch answer = {
        .struct_size = sizeof answer,
        .context = made,
        .count = count,
        .window = window,
        .index_of = index_of,
        .release = release,
    };
    abi_give(fetch, &answer, sizeof answer);
    return PICKER_OK;
}

/* ---- What the library answers without a fetch ---- */

picker_status fetch_count_all(void *context, const picker_fetch_request *request, const picker_call *call,
                              uint64_t *count, picker_error *error)
{
    result *selected = NULL;
    picker_status status = select_photos(context, request, call, &selected, error);
    if (status == PICKER_OK) *count = selected->count;
    free(selected);
    return status;
}

picker_status fetch_key_assets(void *context, picker_string collection, uint32_t media_types,
                               const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    picker_query query = everything;
    query.media_types = media_types;
    picker_fetch_request request = {
        .struct_size = sizeof request, .scope = PICKER_SCOPE_COLLECTION, .collection = collection, .query = &query};
    result *selected = NULL;
    picker_status status = select_photos(context, &request, call, &selected, error);
    if (status != PICKER_OK) return status;
    status = emit(selected, 0, selected->count < 3 ? selected->count : 3, sink, call, error);
    free(selected);
    return status;
}
