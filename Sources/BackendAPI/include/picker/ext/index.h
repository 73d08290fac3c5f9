/*
 * ext/index.h - org.picker.index/1, a draft (R6.3): bringing a backend's index up to date on request, offered through
 * picker_library.get_extension. A backend with an index keeps it up to date by itself as well, as far as it can.
 */
#ifndef PICKER_EXT_INDEX_H
#define PICKER_EXT_INDEX_H

#include "../call.h"
#include "../link.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_INDEX "org.picker.index/1"

/* Modes of refresh. */
/* Reads what is new or looks changed. */
#define PICKER_INDEX_REFRESH 0u
/* Reads everything again, as if there were no index yet; identifiers stay the same. */
#define PICKER_INDEX_REBUILD 1u

/* What a refresh saw and did. The caller allocates it; the backend fills at most struct_size bytes (R5.3). */
typedef struct picker_index_report {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* Files that were looked at: media, sidecars, and what turned out to be neither. */
    uint64_t files;
    /* Of these, the ones whose content was read because they are new or look changed. */
    uint64_t files_read;
    /* Folders that were listed. */
    uint64_t folders;
    /* Assets in the index now. */
    uint64_t assets;
    /* Assets that came, that have other content or metadata, that went. */
    uint64_t inserted;
    uint64_t updated;
    uint64_t removed;
    /* Records that picker_library.diagnostics emits now. */
    uint64_t diagnostics;
} picker_index_report;

/* The function takes the library's context. */
typedef struct picker_index_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Brings the index up to date with the storage: walks the whole library. Progress counts files. Calls in flight go
     * on meanwhile; what changed is also reported through observe and changes_since. What was done stays done when the
     * call ends early. Two refreshes at a time are allowed; the second one may wait for the first.
     * Ownership: *report is the caller's; it is filled with PICKER_OK only.
     * State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (mode), PICKER_ACCESS_DENIED (the library's folder or the data
     * directory), PICKER_NO_SPACE, PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED.
     */
    picker_status (*refresh)(void *context, uint32_t mode, picker_index_report *report, const picker_call *call,
                             picker_error *error);
} picker_index_v1;

PICKER_C_END

#endif
