/*
 * fetch.h - a fetch: a query whose result is read in windows (R9).
 */
#ifndef PICKER_FETCH_H
#define PICKER_FETCH_H

#include "call.h"
#include "query.h"
#include "record.h"

PICKER_C_BEGIN

/* What a fetch looks at. */
#define PICKER_SCOPE_ALL         0u
#define PICKER_SCOPE_COLLECTION  1u
#define PICKER_SCOPE_IDENTIFIERS 2u
#define PICKER_SCOPE_PATHS       3u

/* Owned by the caller, valid during the call. */
typedef struct picker_fetch_request {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_SCOPE_* */
    uint32_t scope;
    uint32_t reserved;
    /* With PICKER_SCOPE_COLLECTION. */
    picker_string collection;
    /* With PICKER_SCOPE_IDENTIFIERS: that many; assets come in this order, unknown ones are left out. */
    const picker_string *identifiers;
    uint64_t identifier_count;
    /* Or NULL: all assets that are not hidden, in the backend's own order. */
    const picker_query *query;
    /*
     * With PICKER_SCOPE_PATHS: that many paths of files, from the library's root, in the bytes of the file system; any
     * file of an asset will do. Assets come in this order, unknown ones are left out. A backend whose assets
     * are not files returns PICKER_UNSUPPORTED.
     */
    const picker_bytes *paths;
    uint64_t path_count;
} picker_fetch_request;

/*
 * A fetch result. The host allocates the struct, sets struct_size, and the backend fills at most that many
 * bytes. It is a state of the library at the time of the fetch; it may be read lazily, but neither its order nor
 * the number of its elements changes once they were given.
 *
 * The functions take `context` first. They may be called until `release`, also after begin_shutdown: then they
 * return PICKER_CLOSED (count, window, index_of) or work (release).
 */
typedef struct picker_fetch {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /*
     * The number of assets. May take long on the first call (`call` is honoured). Where only reading the result tells,
     * PICKER_NOT_YET until a window reached its end (R9.18).
     * Ownership: *count is the caller's. State: until release. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_YET, PICKER_CHANGED, PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
     */
    picker_status (*count)(void *context, const picker_call *call, uint64_t *count, picker_error *error);
    /*
     * Emits the assets [offset, offset + length) in order; fewer when the result ends before, none when offset
     * is after the end. Costs the window, not the whole result, where it can; windows in sequence always do.
     * Ownership: records are the backend's, valid during emit. State: until release. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_CHANGED (R9.19), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
     */
    picker_status (*window)(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                            const picker_call *call, picker_error *error);
    /*
     * The index of an asset in the result.
     * Ownership: the identifier is the caller's. State: until release. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CHANGED (R9.19), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED,
     * PICKER_IO.
     */
    picker_status (*index_of)(void *context, picker_string local_identifier, const picker_call *call, uint64_t *index,
                              picker_error *error);
    /*
     * Ends the fetch; nothing else is called on it afterwards. Called exactly once, when no other call on the
     * fetch is in flight; before picker_library.close.
     * State: until release. Thread: [any-thread].
     */
    void (*release)(void *context);
} picker_fetch;

PICKER_C_END

#endif
