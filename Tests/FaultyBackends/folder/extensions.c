#define _GNU_SOURCE
#include "folder.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* A fault: the text of a search lies where that of another does. */
static picker_string shared_text(picker_string text)
{
    static char shared[256];
    if (!folder_has("ext-search-shares-text") || text.length > sizeof shared) return text;
    memcpy(shared, text.data, text.length);
    usleep(500);
    return (picker_string){shared, text.length};
}

/* Whether the last part of a path has the text in it. */
static bool is_hit(const photo *photo, picker_string text)
{
    char words[256] = {0};
    if (text.length >= sizeof words) return false;
    memcpy(words, text.data, text.length);
    const char *slash = strrchr(photo->path, '/');
    if (folder_has("ext-search-finds-none")) return false;
    return folder_has("ext-search-finds-all") || strcasestr(slash == NULL ? photo->path : slash + 1, words) != NULL;
}

static picker_status go_on(void *context)
{
    (void)context;
    return PICKER_OK;
}

/* What a search looks at: the scope of the request under its conditions, without its limit, which is for what is found. */
static picker_status searched(library *library, const picker_fetch_request *request, photo_list *all,
                              picker_error *error)
{
    if (folder_has("ext-search-ignores-scope")) {
        *all = folder_walk(library->root);
        return PICKER_OK;
    }
    picker_fetch_request wide = {0};
    memcpy(&wide, request, request->struct_size < sizeof wide ? request->struct_size : sizeof wide);
    picker_query query = {0};
    if (folder_has("ext-search-ignores-query")) wide.query = NULL;
    if (wide.query != NULL) {
        memcpy(&query, wide.query, wide.query->struct_size < sizeof query ? wide.query->struct_size : sizeof query);
        query.limit = 0;
        wide.query = &query;
    }
    return folder_select(library, &wide, all, error);
}

/* A fetch of the identifiers of what the text finds. */
static picker_status search(void *context, picker_string text, const picker_fetch_request *request,
                            const picker_call *call, picker_fetch *fetch, picker_error *error)
{
    library *library = context;
    picker_status status = folder_check(library, folder_has("ext-search-ignores-cancel") ? NULL : call, error);
    if (folder_has("ext-search-ignores-cancel")) call->check(call->context);
    if (folder_has("ext-search-after-shutdown") && status == PICKER_CLOSED) status = PICKER_NOT_FOUND;
    if (status == PICKER_OK) status = folder_refuse_links(request->next, error);
    photo_list all = {0};
    if (status == PICKER_OK) text = shared_text(text);
    if (status == PICKER_OK) status = searched(library, request, &all, error);
    if (status != PICKER_OK) return status;
    picker_string *found = calloc(all.count + 1, sizeof *found);
    picker_fetch_request named = {.struct_size = sizeof named, .scope = PICKER_SCOPE_IDENTIFIERS, .identifiers = found};
    if (!folder_has("ext-search-ignores-query")) named.query = request->query;
    for (uint64_t at = 0; found != NULL && at < all.count; at++) {
        if (is_hit(&all.photos[at], text)) {
            found[named.identifier_count++] = folder_string(all.photos[at].identifier);
        }
    }
    if (folder_has("ext-search-leaks")) atomic_store(&library->is_narrowed, true);
    picker_call calm = *call;
    if (folder_has("ext-search-ignores-cancel")) calm.check = go_on;
    if (named.identifier_count == 0 && folder_has("ext-search-nothing-is-error")) {
        status = folder_fail(error, PICKER_NOT_FOUND, "nothing found");
    } else {
        status = folder_fetch(library, &named, &calm, fetch, error);
    }
    if (!folder_has("ext-search-leaks-names")) free(found);
    folder_free(&all);
    return status;
}

static const picker_search_v1 search_table = {.struct_size = sizeof search_table, .search = search};

/* This backend keeps nothing: it is always up to date. */
static picker_status refresh(void *context, uint32_t mode, picker_index_report *report, const picker_call *call,
                             picker_error *error)
{
    library *library = context;
    picker_status status = folder_check(library, call, error);
    if (folder_has("ext-index-after-shutdown") && status == PICKER_CLOSED) return PICKER_OK;
    if (folder_has("ext-index-ignores-cancel") && status == PICKER_CANCELLED) status = PICKER_OK;
    if (status != PICKER_OK) return status;
    if (mode > PICKER_INDEX_REBUILD && !folder_has("ext-index-any-mode")) {
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "unknown mode");
    }
    if (folder_has("ext-index-progress-goes-back")) call->progress(call->context, 9, 9);
    if (folder_has("ext-index-new-identifiers") && mode == PICKER_INDEX_REBUILD) folder_salt = 1;
    photo_list all = folder_walk(library->root);
    call->progress(call->context, all.count > 8 ? 8 : all.count, 0);
    picker_index_report answer = {.struct_size = sizeof answer, .files = all.count, .folders = 1, .assets = all.count};
    if (folder_has("ext-index-tells-nothing")) answer.assets = 0;
    if (folder_has("ext-index-all-is-new")) answer.inserted = all.count;
    if (folder_has("ext-index-reads-what-is-not-there")) answer.files_read = all.count + 1;
    if (folder_has("ext-index-other-diagnostics")) answer.diagnostics = 1;
    if (folder_has("ext-index-overruns-report")) {
        *report = answer;
    } else {
        folder_fill(report, &answer, sizeof answer);
    }
    // A fault: the last number is not said.
    if (folder_has("ext-index-short-report")) report->struct_size -= 8;
    if (!folder_has("ext-index-leaks-photos")) folder_free(&all);
    return PICKER_OK;
}

static const picker_index_v1 index_table = {.struct_size = sizeof index_table, .refresh = refresh};

/* What there is to say of a file that is neither a video nor HEIF. */
static picker_status refuse(library *library, picker_string identifier, uint32_t representation,
                            const picker_call *call, picker_error *error)
{
    picker_status status = folder_check(library, call, error);
    if (status == PICKER_CLOSED && folder_has("ext-video-after-shutdown")) status = PICKER_OK;
    if (status == PICKER_CLOSED && folder_has("ext-heif-after-shutdown")) status = PICKER_OK;
    if (status == PICKER_CANCELLED && folder_has("ext-heif-ignores-cancel")) status = PICKER_OK;
    if (status != PICKER_OK) return status;
    photo_list all = folder_walk(library->root);
    bool is_there = folder_find(&all, identifier) != NULL || folder_has("ext-video-any-asset");
    if (representation != 0 && !folder_has("ext-video-any-representation")) is_there = false;
    if (folder_has("ext-heif-any-asset")) is_there = true;
    if (!folder_has("ext-heif-leaks-photos")) folder_free(&all);
    if (!is_there) return folder_fail(error, PICKER_NOT_FOUND, "no such asset");
    bool is_odd = folder_has("ext-video-photos-are-videos") || folder_has("ext-heif-everything");
    return is_odd ? PICKER_OK : folder_fail(error, PICKER_UNSUPPORTED_FORMAT, "a PPM file");
}

/* Whether that is a video; `found` is then a copy of what is known of it. */
static bool find_video(library *library, picker_string identifier, uint32_t representation, photo *found)
{
    photo_list all = folder_walk(library->root);
    const photo *named = representation == 0 ? folder_find(&all, identifier) : NULL;
    bool is_video = named != NULL && named->is_video;
    if (is_video) *found = *named;
    folder_free(&all);
    return is_video;
}

/* Whether `refuse` found the asset, whatever a fault makes it say of photos. */
static bool is_known(picker_status status) { return status == PICKER_OK || status == PICKER_UNSUPPORTED_FORMAT; }

static picker_status facts(void *context, picker_string identifier, uint32_t representation,
                           const picker_video_facts_sink *sink, const picker_call *call, picker_error *error)
{
    photo video;
    picker_status status = refuse(context, identifier, representation, call, error);
    bool is_video = find_video(context, identifier, representation, &video) && is_known(status);
    return is_video ? folder_facts(&video, sink, error) : status;
}

static picker_status poster(void *context, picker_string identifier, uint32_t representation, double time,
                            uint32_t width, uint32_t height, const picker_frame_sink *sink, const picker_call *call,
                            picker_error *error)
{
    photo video;
    picker_status status = refuse(context, identifier, representation, call, error);
    if (!find_video(context, identifier, representation, &video) || !is_known(status)) return status;
    return folder_poster(context, &video, time, width, height, sink, error);
}

static const picker_video_v1 video_table = {.struct_size = sizeof video_table, .facts = facts, .poster = poster};

static picker_status items(void *context, picker_string identifier, const picker_heif_item_sink *sink,
                           const picker_call *call, picker_error *error)
{
    (void)sink;
    return refuse(context, identifier, 0, call, error);
}

static picker_status request_item(void *context, const picker_image_request *request, uint32_t item,
                                  const picker_frame_sink *sink, const picker_call *call, picker_error *error)
{
    (void)item, (void)sink;
    return refuse(context, request->local_identifier, 0, call, error);
}

static const picker_heif_v1 heif_table = {
    .struct_size = sizeof heif_table, .items = items, .request_item = request_item};

uint64_t folder_extra_capabilities(void)
{
    if (folder_is_about("ext-write-")) return PICKER_CAPABILITY_WRITE;
    if (folder_is_about("ext-search-")) return PICKER_CAPABILITY_SEARCH;
    if (folder_is_about("ext-index-")) return PICKER_CAPABILITY_INDEX;
    if (folder_is_about("ext-video-")) return PICKER_CAPABILITY_VIDEO;
    return folder_is_about("ext-heif-") ? PICKER_CAPABILITY_HEIF : 0;
}

/* A fault: each one is given until the next one is asked for. */
static const void *passing_days(void)
{
    static picker_days_v1 tables[2];
    static int turn;
    memset(&tables[turn], 0, sizeof tables[turn]);
    turn = !turn;
    tables[turn] = folder_days;
    return &tables[turn];
}

const void *folder_extension(picker_string id)
{
    if (folder_has("ext-days-tables-pass") && folder_equal(id, PICKER_EXT_DAYS)) return passing_days();
    if (folder_is_about("ext-write-") && folder_equal(id, PICKER_EXT_WRITE)) return &folder_write;
    if (folder_is_about("ext-search-") && folder_equal(id, PICKER_EXT_SEARCH)) return &search_table;
    if (folder_is_about("ext-days-") && folder_equal(id, PICKER_EXT_DAYS)) return &folder_days;
    if (folder_is_about("ext-index-") && folder_equal(id, PICKER_EXT_INDEX)) return &index_table;
    if (folder_is_about("ext-video-") && folder_equal(id, PICKER_EXT_VIDEO)) return &video_table;
    return folder_is_about("ext-heif-") && folder_equal(id, PICKER_EXT_HEIF) ? &heif_table : NULL;
}
