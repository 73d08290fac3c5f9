/*
 * ext/search.h - org.picker.search/1, a draft (R6.3): text search, offered through picker_library.get_extension.
 */
#ifndef PICKER_EXT_SEARCH_H
#define PICKER_EXT_SEARCH_H

#include "../fetch.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_SEARCH "org.picker.search/1"

/* The function takes the library's context. */
typedef struct picker_search_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Begins a fetch of the assets that match `text` (file name, title, keywords, camera, date words), best first
     * unless request->query sorts.
     * Ownership: *fetch is the host's memory; the backend fills it, the host calls its release.
     * Lifetime: until release. State: open. Thread: [worker-thread].
     * Returns: as picker_library.fetch.
     */
    picker_status (*search)(void *context, picker_string text, const picker_fetch_request *request,
                            const picker_call *call, picker_fetch *fetch, picker_error *error);
} picker_search_v1;

PICKER_C_END

#endif
