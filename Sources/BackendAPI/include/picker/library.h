/*
 * library.h - an open library: the table of functions that the host calls most.
 */
#ifndef PICKER_LIBRARY_H
#define PICKER_LIBRARY_H

#include "call.h"
#include "change.h"
#include "fetch.h"
#include "image_request.h"
#include "record.h"

PICKER_C_BEGIN

/* Whether the storage itself lets the backend read. */
/* No one has signed in yet; org.picker.account/1 makes it another value. */
#define PICKER_AUTHORIZATION_NOT_DETERMINED 0u
#define PICKER_AUTHORIZATION_RESTRICTED     1u
#define PICKER_AUTHORIZATION_DENIED         2u
#define PICKER_AUTHORIZATION_AUTHORIZED     3u
#define PICKER_AUTHORIZATION_LIMITED        4u

/* Flags of picker_library_info. */
/* Nothing can be added to this library, whatever the backend offers elsewhere. */
#define PICKER_LIBRARY_READ_ONLY 0x1u
/* Its photos are on another machine. */
#define PICKER_LIBRARY_REMOTE 0x2u
/* Paths of assets are those of files below the location: only then may the host open them itself. */
#define PICKER_LIBRARY_FILES 0x4u

/* What an open library is. Strings live until close. */
typedef struct picker_library_info {
    uint32_t struct_size;
    /* PICKER_LIBRARY_* */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_CAPABILITY_*: what its backend offers and this library does not (R7.6). */
    uint64_t missing_capabilities;
    /* For people; absent where there is none, as a folder has none but its path. */
    picker_string title;
    /* Whose it is: "ada@photos.example"; absent where there are no accounts. */
    picker_string account;
    /* How many calls make sense at once; 0: as many as the host likes. */
    uint32_t call_limit;
    uint32_t reserved;
    /* What serves it, with its version: "Immich 2.5.1"; absent where nothing does but the backend. */
    picker_string service;
} picker_library_info;

/* Owned by the caller, valid during the call. */
typedef struct picker_read_request {
    uint32_t struct_size;
    /* PICKER_REQUEST_ALLOW_NETWORK or 0 */
    uint32_t flags;
    const picker_link *next;
    picker_string local_identifier;
    /* Index of the representation in picker_asset_details. */
    uint32_t representation;
    uint32_t reserved;
    /* Bytes from the representation's start. */
    uint64_t offset;
    /* The representation's version that is wanted; 0: any. Another one: PICKER_CHANGED. */
    uint64_t version_token;
    /* The caller's memory. */
    uint8_t *buffer;
    uint64_t capacity;
} picker_read_request;

/*
 * The host allocates the struct, sets struct_size, and open_library fills at most that many bytes. No function
 * pointer is NULL (R7): what a backend does not offer is a function that returns PICKER_UNSUPPORTED, and its
 * capability bit is off.
 *
 * The functions take `context` first. After begin_shutdown every one of them except get_extension and close
 * returns PICKER_CLOSED (R13). All return codes of a long call include PICKER_CANCELLED and PICKER_DEADLINE, those
 * of a call that reads the disk PICKER_IO, PICKER_ACCESS_DENIED and PICKER_OUT_OF_MEMORY, and those of one that asks
 * elsewhere PICKER_OFFLINE, PICKER_BUSY, PICKER_RATE_LIMITED, PICKER_STOPPED, PICKER_SIGN_IN_REQUIRED,
 * PICKER_CONSENT_REQUIRED, PICKER_NETWORK_NOT_ALLOWED and PICKER_QUOTA; comments name the others.
 */
typedef struct picker_library {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;

    /*
     * Fills *info, at most info->struct_size bytes: the same as long as the library is open.
     * Ownership: *info is the caller's, what it points to the backend's. Lifetime: until close.
     * State: open. Thread: [any-thread].
     * Returns: PICKER_OK, PICKER_CLOSED.
     */
    picker_status (*info)(void *context, picker_library_info *info, picker_error *error);

    /*
     * Whether the storage can be read, asked again with each call. One that a server does not answer is an error.
     * Ownership: *status is the caller's, a PICKER_AUTHORIZATION_*. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_CLOSED.
     */
    picker_status (*authorization_status)(void *context, const picker_call *call, uint32_t *status,
                                          picker_error *error);

    /*
     * Emits the collections inside the folder collection `parent`, or those at the top when `parent` is absent:
     * smart albums first, then the others in a stable order. `types` is a set of 1 << PICKER_COLLECTION_*, 0 for all but moments.
     * Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND (no such parent), PICKER_CLOSED.
     */
    picker_status (*collections)(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error);

    /*
     * Emits the camera roll, the collection that most pickers open first. Every library has one.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_CLOSED.
     */
    picker_status (*camera_roll)(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error);

    /*
     * Emits the collection with that identifier.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CLOSED.
     */
    picker_status (*collection)(void *context, picker_string local_identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error);

    /*
     * The exact number of assets that fetch with the same request would give.
     * Ownership: *count is the caller's. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND (no such collection), PICKER_UNSUPPORTED (query), PICKER_CLOSED.
     */
    picker_status (*count)(void *context, const picker_fetch_request *request, const picker_call *call, uint64_t *count,
                           picker_error *error);

    /*
     * Emits at most three key assets of a collection, best first; only assets of `media_types`, 0 for all.
     * Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK (also when there are none), PICKER_NOT_FOUND, PICKER_CLOSED.
     */
    picker_status (*key_assets)(void *context, picker_string collection, uint32_t media_types,
                                const picker_asset_sink *sink, const picker_call *call, picker_error *error);

    /*
     * Begins a fetch. Filters belong to this fetch alone: they change nothing that others see.
     * Ownership: *fetch is the host's memory; the backend fills it, the host calls its release.
     * Lifetime: until release. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND (no such collection), PICKER_UNSUPPORTED (query), PICKER_CLOSED.
     */
    picker_status (*fetch)(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *fetch, picker_error *error);

    /*
     * Emits everything known of one asset.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CLOSED.
     */
    picker_status (*details)(void *context, picker_string local_identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error);

    /*
     * Makes an image of an asset. Emits zero or more degraded frames, then exactly one with PICKER_FRAME_FINAL, or
     * returns an error; all before it returns (R14).
     * Ownership: each frame passes to the host. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_INVALID_ARGUMENT (crop outside, unknown mode),
     * PICKER_UNSUPPORTED_FORMAT, PICKER_CORRUPT_MEDIA, PICKER_TOO_LARGE, PICKER_CHANGED, PICKER_CLOSED.
     */
    picker_status (*request_image)(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error);

    /*
     * Reads bytes of a representation as they are. Fills request->buffer as far as there are bytes; *length is less
     * than the capacity only at the end, and 0 after it.
     * Ownership: the buffer is the caller's. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CHANGED (another version, or it changed meanwhile), PICKER_CLOSED.
     */
    picker_status (*read)(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                          picker_error *error);

    /*
     * Observes the library: blocks, and emits each change until `call` is cancelled (the way to end it),
     * its deadline passes, the sink answers PICKER_STOP, or begin_shutdown is called. The host gives it a thread of
     * its own. Changes that happen between two emissions come as one. Emits nothing after it returned.
     * Ownership: changes are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK (stopped), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_UNSUPPORTED.
     */
    picker_status (*observe)(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error);

    /*
     * Emits what changed since `token`, a picker_change.token of this library from any earlier run. The last change
     * has the token to go on from; nothing changed: nothing is emitted, or one PICKER_CHANGE_CURRENT. Only what a fetch
     * would already show is emitted. With an absent token it emits one PICKER_CHANGE_CURRENT, whose token is the state
     * of the library now.
     * Ownership: changes are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT (not a token), PICKER_NOT_FOUND (too old:
     * fetch again), PICKER_CLOSED.
     */
    picker_status (*changes_since)(void *context, picker_bytes token, const picker_change_sink *sink,
                                   const picker_call *call, picker_error *error);

    /*
     * Emits the files of the library that look like assets and are none, with the reason; with the path "." what keeps the
     * library as a whole from being shown as it is, such as a permission that its account lacks (R18.11).
     * Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_CLOSED.
     */
    picker_status (*diagnostics)(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error);

    /*
     * An extension of the library by id, or NULL when it has none of that name (R6).
     * Lifetime of the result: until close. State: until close. Thread: [any-thread].
     */
    const void *(*get_extension)(void *context, picker_string id);

    /*
     * From now on new calls return PICKER_CLOSED; calls in flight end soon, as if cancelled or by finishing.
     * Does not wait for them. May be called again, without effect.
     * State: open or shutting down. Thread: [any-thread].
     */
    void (*begin_shutdown)(void *context);

    /*
     * Ends the library; nothing is called on it afterwards. The host calls it exactly once, after begin_shutdown,
     * when no call is in flight and every fetch is released. Frames may outlive it.
     * State: shutting down. Thread: [library-thread].
     */
    void (*close)(void *context);
} picker_library;

PICKER_C_END

#endif
