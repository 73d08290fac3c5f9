#include "minimal.h"

#include <stdlib.h>

/* A fetch result: the indices of its assets. */
typedef struct result {
    minimal_state *library;
    uint64_t count;
    uint32_t assets[MINIMAL_ASSETS];
} result;

/* Whether a query asks for nothing but media types and a limit, which every backend serves. */
static int is_plain(const picker_query *query)
{
    return query->flags == 0 && query->any_subtypes == 0 && query->no_subtypes == 0 &&
           query->hidden == PICKER_HIDDEN_EXCLUDE && query->sort[0] == PICKER_SORT_NATURAL;
}

static void append(result *result, uint32_t asset)
{
    for (uint64_t index = 0; index < result->count; index++) {
        if (result->assets[index] == asset) return;
    }
    result->assets[result->count++] = asset;
}

static void append_identified(result *result, const picker_fetch_request *request)
{
    for (uint64_t index = 0; index < request->identifier_count; index++) {
        uint32_t asset = minimal_asset_index(request->identifiers[index]);
        if (asset < MINIMAL_ASSETS) append(result, asset);
    }
}

static void append_named(result *result, const picker_fetch_request *request)
{
    for (uint64_t index = 0; index < request->path_count; index++) {
        picker_string path = {(const char *)request->paths[index].data, request->paths[index].length};
        for (uint32_t asset = 0; asset < MINIMAL_ASSETS; asset++) {
            picker_asset record;
            minimal_make_asset(asset, &record);
            if (minimal_equal(path, record.relative_path.data)) append(result, asset);
        }
    }
}

static void append_all(result *result)
{
    for (uint32_t asset = 0; asset < MINIMAL_ASSETS; asset++)
        append(result, asset);
}

static picker_status find(result *result, const picker_fetch_request *request, picker_error *error)
{
    if (request->scope == PICKER_SCOPE_COLLECTION && !minimal_has_collection(request->collection)) {
        return minimal_fail(error, PICKER_NOT_FOUND, "no such collection");
    }
    picker_status status = minimal_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    if (request->query != NULL) {
        status = minimal_refuse_links(request->query->next, error);
        if (status != PICKER_OK) return status;
        uint32_t media = request->query->media_types;
        if (media > 0xF) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "an unknown media type");
        if (!is_plain(request->query)) return minimal_fail(error, PICKER_UNSUPPORTED, "only media types are queried");
        if (media != 0 && (media & PICKER_MEDIA_MASK_IMAGE) == 0) return PICKER_OK;
    }
    switch (request->scope) {
    case PICKER_SCOPE_IDENTIFIERS: append_identified(result, request); return PICKER_OK;
    case PICKER_SCOPE_PATHS: append_named(result, request); return PICKER_OK;
    case PICKER_SCOPE_ALL:
    case PICKER_SCOPE_COLLECTION: append_all(result); return PICKER_OK;
    default: return minimal_fail(error, PICKER_INVALID_ARGUMENT, "unknown scope");
    }
}

static void cut(result *result, const picker_fetch_request *request)
{
    int has_limit = request->query != NULL && request->query->struct_size >= sizeof *request->query;
    uint64_t limit = has_limit ? request->query->limit : 0;
    if (limit != 0 && limit < result->count) result->count = limit;
}

static picker_status fetch_count(void *context, const picker_call *call, uint64_t *count, picker_error *error)
{
    result *result = context;
    picker_status status = minimal_check(result->library, call, error);
    if (status == PICKER_OK) *count = result->count;
    return status;
}

static picker_status fetch_window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                  const picker_call *call, picker_error *error)
{
    result *result = context;
    picker_status status = minimal_check(result->library, call, error);
    if (status != PICKER_OK) return status;
    for (uint64_t index = offset; index < result->count && index - offset < length; index++) {
        picker_asset asset;
        minimal_make_asset(result->assets[index], &asset);
        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

static picker_status fetch_index_of(void *context, picker_string identifier, const picker_call *call, uint64_t *index,
                                    picker_error *error)
{
    result *result = context;
    picker_status status = minimal_check(result->library, call, error);
    if (status != PICKER_OK) return status;
    uint32_t asset = minimal_asset_index(identifier);
    for (*index = 0; *index < result->count; ++*index) {
        if (result->assets[*index] == asset) return PICKER_OK;
    }
    return minimal_fail(error, PICKER_NOT_FOUND, "not in this result");
}

static void fetch_release(void *context)
{
    free(context);
    atomic_fetch_add(&minimal_count.fetches_released, 1);
}

picker_status minimal_fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                            picker_fetch *fetch, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    result found = {.library = context};
    status = find(&found, request, error);
    if (status != PICKER_OK) return status;
    cut(&found, request);
    result *kept = malloc(sizeof *kept);
    if (kept == NULL) return minimal_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    *kept = found;
    picker_fetch table = {
        .context = kept,
        .count = fetch_count,
        .window = fetch_window,
        .index_of = fetch_index_of,
        .release = fetch_release,
    };
    minimal_copy_table(fetch, fetch->struct_size, &table, sizeof table);
    atomic_fetch_add(&minimal_count.fetches_begun, 1);
    return PICKER_OK;
}

picker_status minimal_count_assets(void *context, const picker_fetch_request *request, const picker_call *call,
                                   uint64_t *count, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    result found = {.library = context};
    status = find(&found, request, error);
    cut(&found, request);
    if (status == PICKER_OK) *count = found.count;
    return status;
}
