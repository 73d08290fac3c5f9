/*
 * fetch.c - which photos a request asks for. A fetch is a question that is asked again for each window, of a page: nothing
 * of a library of any size is read but what is shown. The word for the state of the photos goes along, so that a server
 * whose photos changed refuses, and order and number of what was reported never do (R9.7).
 */
#include "shelf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Photos that come with the number of all of them: the first window is there before it is asked for. */
enum { FIRST_PAGE = 100 };
/* Photos that are asked for by name at once: their names have to fit into an address. */
enum { NAMES = 40 };

typedef struct result {
    library *library;
    /* The identifier of the album; empty: all photos. */
    char album[IDENTIFIER_SIZE];
    char state[STATE_SIZE];
    /* Photos of the album on the server, and how many of them are in the result. */
    uint64_t total, length;
    /* The photos from the first on, as many as are here: all of them in a fetch by identifiers. */
    json_t *photos;
} result;

/* ---- Pages ---- */

/* What follows "?" or "&" in every question about this result. */
static void write_scope(const result *result, char *text, size_t size)
{
    const char *album = result->album, *state = result->state;
    snprintf(text, size, "%s%s%s%s", *album ? "&album=" : "", *album ? album + 1 : "", *state ? "&state=" : "", state);
}

/* The word for the state goes into addresses as it is. */
static bool read_state(const json_t *page, char state[STATE_SIZE])
{
    char word[IDENTIFIER_SIZE];
    if (!identifier_make(IDENTIFIER_PHOTO, server_text(page, "state"), word)) return false;
    strcpy(state, word + 1);
    return true;
}

/* Asks for photos from `first` on; the first page of a result says what its state and total are. */
static picker_status ask_page(result *result, uint64_t first, uint64_t count, const picker_call *call, json_t **photos,
                              picker_error *error)
{
    char scope[300], path[400], state[STATE_SIZE];
    write_scope(result, scope, sizeof scope);
    snprintf(path, sizeof path, "/photos?first=%" PRIu64 "&count=%" PRIu64 "%s", first, count, scope);
    json_t *page = NULL;
    uint64_t total = 0;
    picker_status status = server_document(result->library, path, call, &page, error);
    if (status != PICKER_OK) return status;
    json_t *found = json_object_get(page, "photos");
    bool is_page = json_is_array(found) && server_number(page, "total", &total) && read_state(page, state);
    if (is_page && result->state[0] == 0) {
        result->total = total;
        strcpy(result->state, state);
    }
    uint64_t left = first < total ? total - first : 0;
    is_page = is_page && total == result->total && strcmp(state, result->state) == 0 &&
              json_array_size(found) == (left < count ? left : count);
    if (is_page)
        *photos = json_incref(found);
    else
        status = server_misspoke(result->library, error);
    json_decref(page);
    return status;
}

/* Emits photos of a page; *flow says whether to go on. */
static picker_status emit(const result *result, const json_t *photos, uint64_t first, uint64_t count,
                          const picker_asset_sink *sink, const picker_call *call, picker_flow *flow,
                          picker_error *error)
{
    *flow = PICKER_CONTINUE;
    for (uint64_t index = 0; index < count && *flow == PICKER_CONTINUE; index++) {
        picker_status status = index % 64 == 0 ? library_check(result->library, call, error) : PICKER_OK;
        if (status != PICKER_OK) return status;
        photo photo;
        if (!photo_read(json_array_get(photos, first + index), &photo)) return server_misspoke(result->library, error);
        facts_learn(result->library->facts, &photo);
        picker_asset asset = photo_record(&photo);
        *flow = sink->emit(sink->context, &asset);
    }
    return PICKER_OK;
}

/* ---- Photos by name ---- */

/* Writes a question about the next photos, each of which is asked for once; false: there are none. */
static bool write_names(const picker_fetch_request *request, uint64_t *at, json_t *asked, char *path, size_t size)
{
    size_t length = (size_t)snprintf(path, size, "/photos?ids=");
    int count = 0;
    for (; *at < request->identifier_count && count < NAMES; ++*at) {
        char identifier[IDENTIFIER_SIZE];
        const char *id = identifier_read(IDENTIFIER_PHOTO, request->identifiers[*at], identifier);
        if (id == NULL || json_object_get(asked, id) != NULL) continue;
        if (json_object_set_new(asked, id, json_true()) != 0) return false;
        length += (size_t)snprintf(path + length, size - length, "%s%s", count++ == 0 ? "" : ",", id);
    }
    return count > 0;
}

/* Takes over what was asked for and not had yet: a server may not smuggle in others. */
static picker_status take_named(result *result, const json_t *page, json_t *asked, picker_error *error)
{
    const json_t *photos = json_object_get(page, "photos");
    if (!json_is_array(photos)) return server_misspoke(result->library, error);
    for (size_t index = 0; index < json_array_size(photos); index++) {
        json_t *document = json_array_get(photos, index);
        photo photo;
        bool is_wanted = photo_read(document, &photo) && json_is_true(json_object_get(asked, photo.identifier + 1));
        if (!is_wanted) return server_misspoke(result->library, error);
        bool is_kept = json_object_set_new(asked, photo.identifier + 1, json_false()) == 0 &&
                       json_array_append(result->photos, document) == 0;
        if (!is_kept) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    }
    return PICKER_OK;
}

static picker_status select_named(result *result, const picker_fetch_request *request, const picker_call *call,
                                  picker_error *error)
{
    char path[NAMES * IDENTIFIER_SIZE + 20];
    json_t *asked = json_object();
    result->photos = json_array();
    picker_status status = PICKER_OK;
    for (uint64_t at = 0; status == PICKER_OK && write_names(request, &at, asked, path, sizeof path);) {
        json_t *page = NULL;
        status = server_document(result->library, path, call, &page, error);
        if (status == PICKER_OK) status = take_named(result, page, asked, error);
        json_decref(page);
    }
    json_decref(asked);
    result->total = json_array_size(result->photos);
    return status;
}

/* ---- Scopes ---- */

static picker_status select_scope(result *result, const picker_fetch_request *request, uint64_t count,
                                  const picker_call *call, picker_error *error)
{
    switch (request->scope) {
    case PICKER_SCOPE_ALL: break;
    case PICKER_SCOPE_COLLECTION:
        if (abi_equal(request->collection, "roll")) break;
        if (identifier_read(IDENTIFIER_ALBUM, request->collection, result->album) != NULL) break;
        return abi_fail(error, PICKER_NOT_FOUND, "no such album");
    case PICKER_SCOPE_IDENTIFIERS: return select_named(result, request, call, error);
    case PICKER_SCOPE_PATHS: return abi_fail(error, PICKER_UNSUPPORTED, "photos on a server have no paths");
    default: return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown scope");
    }
    return ask_page(result, 0, count, call, &result->photos, error);
}

static void release(void *context)
{
    result *result = context;
    json_decref(result->photos);
    free(result);
}

/* The result of a request, with its first photos; after PICKER_OK, *selected is to be released. */
static picker_status select_photos(library *library, const picker_fetch_request *request, uint64_t count,
                                   const picker_call *call, result **selected, picker_error *error)
{
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    /* What lies outside of the host's structs stays at "no condition" and "no paths" (R5.2). */
    picker_fetch_request asked = {0};
    picker_query query = {.struct_size = sizeof query};
    abi_take(&asked, sizeof asked, request);
    if (asked.query != NULL) abi_take(&query, sizeof query, asked.query);
    status = abi_refuse_links(asked.next, error);
    if (status == PICKER_OK) status = abi_refuse_links(query.next, error);
    if (status == PICKER_OK) status = query_refuse(&query, error);
    if (status != PICKER_OK) return status;

    result *made = calloc(1, sizeof *made);
    if (made == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    made->library = library;
    status = select_scope(made, &asked, count, call, error);
    if (status != PICKER_OK) {
        release(made);
        return status;
    }
    made->length = query.limit != 0 && query.limit < made->total ? query.limit : made->total;
    /* There is nothing but images. */
    if (query.media_types != 0 && (query.media_types & PICKER_MEDIA_MASK_IMAGE) == 0) made->length = 0;
    *selected = made;
    return PICKER_OK;
}

/* ---- The table of a fetch: nothing of it changes after it was begun, so many threads may ask at once ---- */

static picker_status count(void *context, const picker_call *call, uint64_t *count, picker_error *error)
{
    const result *result = context;
    picker_status status = library_check(result->library, call, error);
    if (status == PICKER_OK) *count = result->length;
    return status;
}

/* Emits a part of a window that is at hand, or that one question brings; *done says how many photos that were. */
static picker_status emit_part(result *result, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                               const picker_call *call, uint64_t *done, picker_flow *flow, picker_error *error)
{
    uint64_t here = json_array_size(result->photos);
    if (offset < here) {
        *done = length < here - offset ? length : here - offset;
        return emit(result, result->photos, offset, *done, sink, call, flow, error);
    }
    json_t *photos = NULL;
    *done = length < PAGE ? length : PAGE;
    picker_status status = ask_page(result, offset, *done, call, &photos, error);
    if (status != PICKER_OK) return status;
    status = emit(result, photos, 0, *done, sink, call, flow, error);
    json_decref(photos);
    return status;
}

static picker_status window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                            const picker_call *call, picker_error *error)
{
    result *result = context;
    picker_status status = library_check(result->library, call, error);
    if (status != PICKER_OK || offset >= result->length) return status;
    /* Written so that nothing overflows: both numbers may be the largest there are. */
    uint64_t left = result->length - offset;
    if (length < left) left = length;
    picker_flow flow = PICKER_CONTINUE;
    while (status == PICKER_OK && left > 0 && flow == PICKER_CONTINUE) {
        uint64_t done = 0;
        status = emit_part(result, offset, left, sink, call, &done, &flow, error);
        offset += done;
        left -= done;
    }
    return status;
}

static picker_status find_here(const result *result, const char *id, uint64_t *index)
{
    for (*index = 0; *index < json_array_size(result->photos); ++*index) {
        if (abi_equal(server_text(json_array_get(result->photos, *index), "id"), id)) return PICKER_OK;
    }
    return PICKER_NOT_FOUND;
}

static picker_status index_of(void *context, picker_string identifier, const picker_call *call, uint64_t *index,
                              picker_error *error)
{
    result *result = context;
    char own[IDENTIFIER_SIZE], scope[300], path[400];
    const char *id = identifier_read(IDENTIFIER_PHOTO, identifier, own);
    picker_status status = library_check(result->library, call, error);
    if (status != PICKER_OK) return status;
    uint64_t place = 0;
    bool is_complete = json_array_size(result->photos) >= result->total;
    if (id == NULL || (is_complete && find_here(result, id, &place) != PICKER_OK)) {
        return abi_fail(error, PICKER_NOT_FOUND, "no such photo in this fetch");
    }
    if (!is_complete) {
        json_t *answer = NULL;
        write_scope(result, scope, sizeof scope);
        snprintf(path, sizeof path, "/photos/%s/position?%s", id, scope + 1);
        status = server_document(result->library, path, call, &answer, error);
        if (status == PICKER_OK && !server_number(answer, "index", &place)) place = result->total;
        json_decref(answer);
        if (status != PICKER_OK) return status;
        if (place >= result->total) return server_misspoke(result->library, error);
    }
    if (place >= result->length) return abi_fail(error, PICKER_NOT_FOUND, "no such photo in this fetch");
    *index = place;
    return PICKER_OK;
}

picker_status fetch_begin(void *context, const picker_fetch_request *request, const picker_call *call,
                          picker_fetch *fetch, picker_error *error)
{
    result *made = NULL;
    picker_status status = select_photos(context, request, FIRST_PAGE, call, &made, error);
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
    picker_status status = select_photos(context, request, 0, call, &selected, error);
    if (status != PICKER_OK) return status;
    *count = selected->length;
    release(selected);
    return PICKER_OK;
}

picker_status fetch_key_assets(void *context, picker_string collection, uint32_t media_types,
                               const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    enum { KEY_ASSETS = 3 };
    picker_query query = {.struct_size = sizeof query};
    query.media_types = media_types;
    picker_fetch_request request = {
        .struct_size = sizeof request, .scope = PICKER_SCOPE_COLLECTION, .collection = collection, .query = &query};
    result *selected = NULL;
    picker_flow flow;
    picker_status status = select_photos(context, &request, KEY_ASSETS, call, &selected, error);
    if (status != PICKER_OK) return status;
    uint64_t count = selected->length < KEY_ASSETS ? selected->length : KEY_ASSETS;
    status = emit(selected, selected->photos, 0, count, sink, call, &flow, error);
    release(selected);
    return status;
}
