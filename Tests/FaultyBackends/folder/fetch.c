#define _GNU_SOURCE
#include "folder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A fetch result: copies of what was found. */
typedef struct result {
    library *library;
    photo_list found;
    uint64_t number;
    /* A fault: what an unknown asset leaves behind. */
    uint64_t misses;
    /* A fault: what the host passed, which is gone when the call returned. */
    const picker_fetch_request *request;
} result;

/* A fault: only the newest fetches are kept. */
static bool is_forgotten(const result *result)
{
    return folder_has("forgets-old-fetches") && atomic_load(&result->library->fetches) > result->number + 8;
}

static picker_status check(result *result, const picker_call *call, picker_error *error)
{
    if (folder_has("fetch-ignores-shutdown")) return call->check(call->context);
    return folder_check(result->library, call, error);
}

library *folder_fetched(void *context, const photo_list **found)
{
    result *result = context;
    *found = &result->found;
    return result->library;
}

static picker_status fetch_count(void *context, const picker_call *call, uint64_t *count, picker_error *error)
{
    result *result = context;
    picker_status status = check(result, call, error);
    if (status != PICKER_OK) return status;
    if (folder_has("count-is-never-known")) return folder_fail(error, PICKER_NOT_YET, "read on");
    *count = is_forgotten(result) ? 0 : result->found.count;
    if (folder_has("fetch-count-off-by-one")) *count += 1;
    if (folder_has("misses-are-counted")) *count += result->misses;
    if (folder_has("many-misses-are-counted")) *count += result->misses / 3;
    return PICKER_OK;
}

/* A fault: what is gone since the fetch is passed over. */
static bool is_gone(const result *result, const photo *photo)
{
    if (!folder_has("windows-pass-over-gone")) return false;
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/%s", result->library->root, photo->path);
    return access(whole, F_OK) != 0;
}

/* A fault: the newest fetch of all, in whose place every other one is read. */
static result *newest;

/* A fault: where the next window begins is known to all of them. */
static uint64_t shared_offset(uint64_t offset)
{
    static atomic_ulong shared;
    if (!folder_has("windows-share-a-place")) return offset;
    atomic_store(&shared, offset);
    usleep(1000);
    return atomic_load(&shared);
}

typedef struct emission {
    const picker_asset_sink *sink;
    const picker_asset *asset;
    picker_flow flow;
} emission;

static void *emit_elsewhere(void *argument)
{
    emission *emission = argument;
    emission->flow = emission->sink->emit(emission->sink->context, emission->asset);
    return NULL;
}

static picker_flow emit(const picker_asset_sink *sink, const picker_asset *asset)
{
    emission emission = {sink, asset, PICKER_STOP};
    pthread_t thread;
    if (!folder_has("emits-on-a-thread")) return sink->emit(sink->context, asset);
    if (pthread_create(&thread, NULL, emit_elsewhere, &emission) == 0) pthread_join(thread, NULL);
    return emission.flow;
}

/* Where a window begins, in the mind of a backend with an off-by-one fault. */
static uint64_t first_of(uint64_t offset, uint64_t length)
{
    if (folder_has("repeats-at-boundary") && length == 7 && offset > 0) return offset - 1;
    return offset;
}

static picker_status fetch_window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                  const picker_call *call, picker_error *error)
{
    result *result = context;
    picker_status status = check(result, call, error);
    if (status != PICKER_OK) return status;
    if (folder_has("keeps-requests") && result->request->scope > PICKER_SCOPE_PATHS) {
        return folder_fail(error, PICKER_INTERNAL, "an unknown scope");
    }
    result = folder_has("newest-fetch-serves-all") && newest != NULL ? newest : result;
    offset = shared_offset(offset);
    uint64_t count = is_forgotten(result) ? 0 : result->found.count;
    if (folder_has("windows-of-256") && length > 256) length = 256;
    if (folder_has("slow-windows") && length > 100) usleep(2500000);
    if (folder_has("windows-pass-over-gone")) usleep(20000);
    if (folder_has("behind-end-is-error") && offset > count) return folder_fail(error, PICKER_INVALID_ARGUMENT, "end");
    for (uint64_t index = first_of(offset, length); index < count && index - first_of(offset, length) < length;
         index++) {
        asset_record own;
        static asset_record shared;
        asset_record *record = folder_has("shares-records") ? &shared : &own;
        if (is_gone(result, &result->found.photos[index])) continue;
        folder_asset(&result->found.photos[index], record);
        if (folder_has("window-ignores-cancel")) usleep(20000);
        picker_flow flow = emit(sink, &record->asset);
        if (folder_has("ignores-fifth-stop") && index == 4) flow = PICKER_CONTINUE;
        if (folder_has("ignores-late-stop") && index - offset > 200) flow = PICKER_CONTINUE;
        if (flow != PICKER_CONTINUE && !folder_has("ignores-stop")) {
            return folder_has("stop-is-cancelled") ? folder_fail(error, PICKER_CANCELLED, "stopped") : PICKER_OK;
        }
        if (folder_has("asks-early-alone") && index - offset >= 100) continue;
        if (!folder_has("window-ignores-cancel") && index % 4 == 3) status = check(result, call, error);
        if (status != PICKER_OK) return status;
    }
    return PICKER_OK;
}

static picker_status fetch_index_of(void *context, picker_string identifier, const picker_call *call, uint64_t *index,
                                    picker_error *error)
{
    result *result = context;
    picker_status status = check(result, call, error);
    if (status != PICKER_OK) return status;
    const photo *found = folder_find(&result->found, identifier);
    if (found == NULL) {
        result->misses++;
        if (folder_has("unknown-is-first")) return (void)(*index = 0), PICKER_OK;
        return folder_fail(error, PICKER_NOT_FOUND, "not in this result");
    }
    *index = (uint64_t)(found - result->found.photos) + (folder_has("index-from-one") ? 1 : 0);
    return PICKER_OK;
}

static void fetch_release(void *context)
{
    result *result = context;
    // A fault: of three fetches, the newest has to go first.
    bool is_newest = atomic_load(&result->library->fetches) == result->number + 1;
    unsigned long live = atomic_fetch_sub(&result->library->live_fetches, 1);
    if (folder_has("crash-out-of-order") && live > 2 && !is_newest) abort();
    folder_free(&result->found);
    if (newest == result) newest = NULL;
    if (!folder_has("leaks-fetches")) free(result);
}

picker_status folder_fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *fetch, picker_error *error)
{
    library *library = context;
    picker_status status = folder_check(library, call, error);
    if (status == PICKER_CANCELLED && folder_has("cancelled-fetch-narrows")) atomic_store(&library->is_narrowed, true);
    if (status != PICKER_OK) return status;
    result *made = calloc(1, sizeof *made + (folder_has("leaks-fetches") ? 1 << 18 : 0));
    if (made == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    if (folder_has("leaks-fetches")) {
        for (size_t byte = sizeof *made; byte < 1 << 18; byte += 4096)
            ((volatile char *)made)[byte] = 1;
    }
    made->library = library;
    made->request = request;
    made->number = atomic_fetch_add(&library->fetches, 1);
    status = folder_select(library, request, &made->found, error);
    if (status != PICKER_OK) {
        free(made);
        return status;
    }
    folder_leak();
    atomic_fetch_add(&library->live_fetches, 1);
    if (folder_has("newest-fetch-serves-all")) newest = made;
    picker_fetch answer = {
        .struct_size = sizeof answer,
        .reserved = folder_has("fetch-table-reserved") ? 7 : 0,
        .context = made,
        .count = fetch_count,
        .window = fetch_window,
        .index_of = folder_has("null-fetch-slot") ? NULL : fetch_index_of,
        .release = fetch_release,
    };
    if (folder_has("overruns-fetch-table")) {
        *fetch = answer;
    } else {
        folder_fill(fetch, &answer, sizeof answer);
    }
    return PICKER_OK;
}

picker_status folder_count(void *context, const picker_fetch_request *request, const picker_call *call, uint64_t *count,
                           picker_error *error)
{
    picker_status status = folder_check(context, call, error);
    if (status != PICKER_OK) return status;
    photo_list found = {0};
    picker_fetch_request asked = {.struct_size = sizeof asked};
    for (uint32_t byte = 4; byte < sizeof asked && byte < request->struct_size; byte++)
        ((uint8_t *)&asked)[byte] = ((const uint8_t *)request)[byte];
    picker_query query;
    if (folder_has("count-forgets-hidden") && asked.query != NULL && asked.query->struct_size >= sizeof query) {
        query = *asked.query;
        query.hidden = PICKER_HIDDEN_EXCLUDE;
        asked.query = &query;
    }
    status = folder_select(context, &asked, &found, error);
    if (status != PICKER_OK) return status;
    *count = found.count + (folder_has("library-count-off-by-one") ? 1 : 0);
    folder_free(&found);
    return PICKER_OK;
}
