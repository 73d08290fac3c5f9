#include "folder.h"

#include <stdlib.h>
#include <string.h>

static const picker_query everything = {.struct_size = sizeof everything};
static const uint32_t known_conditions = PICKER_QUERY_FAVORITES | PICKER_QUERY_CREATED_FROM |
                                         PICKER_QUERY_CREATED_BEFORE | PICKER_QUERY_RATINGS | PICKER_QUERY_TEXT |
                                         PICKER_QUERY_PLACE | PICKER_QUERY_CONTENT_TYPES | PICKER_QUERY_BYTES_FROM |
                                         PICKER_QUERY_BYTES_BELOW;
/* All that headers of revision 1 have. */
static const uint32_t known_subtypes = 0x700FF;

/* What of a query lies inside its struct_size; the rest is "no condition". */
static picker_query read_query(const picker_fetch_request *request)
{
    picker_query query = everything;
    if (request->query == NULL) return query;
    uint32_t size = request->query->struct_size < sizeof query ? request->query->struct_size : sizeof query;
    if (folder_has("reads-whole-queries")) size = sizeof query;
    memcpy(&query, request->query, size);
    return query;
}

static bool matches(const photo *photo, const picker_query *query)
{
    uint32_t media = photo->is_video ? PICKER_MEDIA_MASK_VIDEO : PICKER_MEDIA_MASK_IMAGE;
    if (query->media_types != 0 && (query->media_types & media) == 0 && !folder_has("ignores-media")) return false;
    if (query->any_subtypes != 0 && !folder_has("ignores-subtypes")) return false;
    uint32_t asked = query->flags;
    if ((asked & PICKER_QUERY_FAVORITES) != 0 && !folder_has("ignores-favorites")) return false;
    if ((asked & PICKER_QUERY_CREATED_FROM) != 0 && photo->modified < query->created_from) return false;
    if ((asked & PICKER_QUERY_CREATED_BEFORE) != 0 && photo->modified >= query->created_before) {
        return folder_has("before-is-inclusive") && photo->modified == query->created_before;
    }
    if (!folder_has_facts(photo, query)) return false;
    if (query->hidden == PICKER_HIDDEN_INCLUDE) return true;
    return photo->is_hidden == (query->hidden == PICKER_HIDDEN_ONLY);
}

static int compare(const photo *left, const photo *right, uint32_t key)
{
    switch (key) {
    case PICKER_SORT_CREATION_TIME:
    case PICKER_SORT_MODIFICATION_TIME: return (left->modified > right->modified) - (left->modified < right->modified);
    case PICKER_SORT_BYTE_SIZE: return (left->byte_size > right->byte_size) - (left->byte_size < right->byte_size);
    case PICKER_SORT_FILENAME: return strcmp(folder_name(left->path), folder_name(right->path));
    default: return 0;
    }
}

/* A stable insertion sort: the lists are short. */
static void sort(photo_list *list, const picker_query *query)
{
    for (uint64_t index = 1; index < list->count; index++) {
        for (uint64_t at = index; at > 0; at--) {
            int order = 0;
            for (int key = 0; key < (folder_has("one-sort-key") ? 1 : 4) && order == 0; key++) {
                order = compare(&list->photos[at - 1], &list->photos[at], query->sort[key] & ~PICKER_SORT_DESCENDING);
                bool is_descending = (query->sort[key] & PICKER_SORT_DESCENDING) != 0;
                if (is_descending && !folder_has("ignores-descending")) order = -order;
            }
            if (order <= 0) break;
            photo other = list->photos[at];
            list->photos[at] = list->photos[at - 1];
            list->photos[at - 1] = other;
        }
    }
}

static bool is_known(const picker_query *query)
{
    if (query->hidden > PICKER_HIDDEN_ONLY && !folder_has("accepts-unknown-hidden")) return false;
    bool is_new = (query->flags & ~known_conditions) != 0 || query->media_types > 0xF ||
                  ((query->any_subtypes | query->no_subtypes) & ~known_subtypes) != 0;
    if (is_new && !folder_has("ignores-unknown-conditions")) return false;
    if (!folder_are_facts_valid(query)) return false;
    for (int key = 0; key < 4; key++) {
        if ((query->sort[key] & ~PICKER_SORT_DESCENDING) > PICKER_SORT_BYTE_SIZE) {
            return folder_has("accepts-unknown-sort");
        }
        bool is_reversed = query->sort[key] == (PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING);
        if (is_reversed && !folder_has("reverses-natural-order")) return false;
    }
    return true;
}

static bool append(photo_list *found, const photo *photo, uint64_t limit)
{
    if (found->count >= limit) return false;
    found->photos[found->count++] = *photo;
    return true;
}

/* Who names a photo again gets it once (R9.12). */
static void append_once(photo_list *found, const photo *photo, uint64_t limit)
{
    bool is_known = folder_find(found, folder_string(photo->identifier)) != NULL;
    if (!is_known || folder_has("repeats-identifiers")) append(found, photo, limit);
}

static bool is_path(const photo *photo, picker_bytes path)
{
    return path.length == strlen(photo->path) && memcmp(path.data, photo->path, path.length) == 0;
}

static void select_named(const picker_fetch_request *request, const photo_list *all, const picker_query *query,
                         photo_list *found)
{
    for (uint64_t index = 0; index < request->identifier_count; index++) {
        if (folder_has("takes-4096-names") && index == 4096) break;
        const photo *photo = folder_find(all, request->identifiers[index]);
        if (photo != NULL && matches(photo, query)) append_once(found, photo, all->count);
    }
}

static void select_paths(const picker_fetch_request *request, const photo_list *all, const picker_query *query,
                         photo_list *found)
{
    for (uint64_t index = 0; index < request->path_count; index++) {
        if (folder_has("takes-4096-paths") && index == 4096) break;
        for (uint64_t at = 0; at < all->count; at++) {
            const photo *photo = &all->photos[at];
            if (is_path(photo, request->paths[index]) && matches(photo, query)) append_once(found, photo, all->count);
        }
    }
}

/* Photos of the whole library, or of one folder; `folder` is the length of its path, or -1 for all. */
static void select_folder(const char *root, const photo_list *all, const picker_query *query, const char *inside,
                          photo_list *found)
{
    for (uint64_t at = 0; at < all->count; at++) {
        char parent[24];
        char folder[FOLDER_PATH] = {0};
        memcpy(folder, all->photos[at].path, folder_length(all->photos[at].path));
        folder_identify(root, SUBJECT_FOLDER, folder, parent);
        bool is_inside = inside == NULL || strcmp(parent, inside) == 0;
        if (is_inside && matches(&all->photos[at], query)) append(found, &all->photos[at], all->count);
    }
}

static int by_path(const void *left, const void *right)
{
    return strcmp(((const photo *)left)->path, ((const photo *)right)->path);
}

static bool has_folder(const char *root, const photo_list *all, const char *identifier)
{
    for (uint64_t at = 0; at < all->count; at++) {
        char parent[24];
        char folder[FOLDER_PATH] = {0};
        memcpy(folder, all->photos[at].path, folder_length(all->photos[at].path));
        folder_identify(root, SUBJECT_FOLDER, folder, parent);
        if (strcmp(parent, identifier) == 0) return true;
    }
    return false;
}

static picker_status collect(const char *root, const picker_fetch_request *request, const photo_list *all,
                             const picker_query *query, photo_list *found, picker_error *error)
{
    bool has_paths =
        FOLDER_HAS_FIELD(request, picker_fetch_request, path_count) || folder_has("reads-paths-behind-end");
    if (folder_has("reads-paths-behind-end") && request->path_count > 0 && request->scope != PICKER_SCOPE_PATHS) {
        return PICKER_OK;
    }
    switch (request->scope) {
    case PICKER_SCOPE_ALL: select_folder(root, all, query, NULL, found); return PICKER_OK;
    case PICKER_SCOPE_IDENTIFIERS:
        select_named(request, all, query, found);
        if (folder_has("sorts-identifiers")) qsort(found->photos, found->count, sizeof *found->photos, by_path);
        return PICKER_OK;
    case PICKER_SCOPE_PATHS:
        if (has_paths) select_paths(request, all, query, found);
        if (folder_has("sorts-paths")) qsort(found->photos, found->count, sizeof *found->photos, by_path);
        return PICKER_OK;
    case PICKER_SCOPE_COLLECTION: break;
    default:
        if (folder_has("accepts-unknown-scope")) return PICKER_OK;
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "unknown scope");
    }
    char identifier[24] = {0};
    if (request->collection.length >= sizeof identifier && folder_has("identifiers-by-beginning")) {
        memcpy(identifier, request->collection.data, sizeof identifier - 1);
    }
    if (request->collection.length < sizeof identifier) {
        memcpy(identifier, request->collection.data, request->collection.length);
    }
    char roll[24];
    folder_identify(root, SUBJECT_SMART_ALBUM, "camera-roll", roll);
    bool is_roll = strcmp(identifier, roll) == 0;
    if (!is_roll && !has_folder(root, all, identifier)) {
        return folder_fail(error, folder_has("no-collection-is-ok") ? PICKER_OK : PICKER_NOT_FOUND,
                           "no such collection");
    }
    select_folder(root, all, query, is_roll ? NULL : identifier, found);
    return PICKER_OK;
}

/* A fault: a text is copied into memory that has no room for its end. */
static void copy_name(const char *name)
{
    size_t length = strlen(name);
    volatile char *copy = malloc(length);
    for (size_t index = 0; copy != NULL && index <= length; index++)
        copy[index] = name[index];
    free((void *)copy);
}

picker_status folder_select(library *library, const picker_fetch_request *request, photo_list *found,
                            picker_error *error)
{
    picker_query query = read_query(request);
    picker_status links = folder_refuse_links(request->next, error);
    if (links == PICKER_OK) links = folder_refuse_links(query.next, error);
    if (links != PICKER_OK) return links;
    if (folder_has("leaks-filter")) {
        if (query.media_types != 0) atomic_store(&library->filtered_media, query.media_types);
        uint32_t media = atomic_load(&library->filtered_media);
        if (media != 0) query.media_types = media;
    }
    if (atomic_load(&library->is_narrowed)) query.limit = 1;
    bool is_longer = request->query != NULL && request->query->struct_size != sizeof query;
    if (is_longer && folder_has("wants-equal-queries"))
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "other query");
    if (query.limit != 0 && folder_has("refuses-limit"))
        return folder_fail(error, PICKER_UNSUPPORTED, "no limits here");
    if ((query.flags & PICKER_QUERY_CREATED_BEFORE) != 0 && folder_has("refuses-dates"))
        return folder_fail(error, PICKER_UNSUPPORTED, "no dates here");
    if (!is_known(&query)) return folder_fail(error, PICKER_INVALID_ARGUMENT, "unknown value in the query");
    if (folder_has("forgets-the-nul")) copy_name(library->root);
    photo_list all = folder_walk(library->root);
    *found = (photo_list){.photos = calloc(all.count + 1, sizeof(photo)), .capacity = all.count + 1};
    if (found->photos == NULL) {
        folder_free(&all);
        return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a fetch");
    }
    picker_status status = collect(library->root, request, &all, &query, found, error);
    folder_free(&all);
    if (status == PICKER_OK) sort(found, &query);
    if (query.limit != 0 && found->count > query.limit && !folder_has("ignores-limit")) found->count = query.limit;
    if (status != PICKER_OK) folder_free(found);
    return status;
}
