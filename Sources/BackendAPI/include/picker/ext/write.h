/*
 * ext/write.h - org.picker.write/1, a draft (R6.3): adding to a library, offered through picker_library.get_extension.
 * Add-only: nothing is overwritten, changed or removed.
 */
#ifndef PICKER_EXT_WRITE_H
#define PICKER_EXT_WRITE_H

#include "../call.h"
#include "../record.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_WRITE "org.picker.write/1"

/* Flags of picker_add_request. */
/* byte_size is set: the source says how long it is. */
#define PICKER_ADD_HAS_SIZE 0x1u

/* Owned by the caller, valid during the call. */
typedef struct picker_add_request {
    uint32_t struct_size;
    /* PICKER_ADD_* */
    uint32_t flags;
    const picker_link *next;
    /* Wanted file name without folders; a number is added when it is taken: "IMG_1 (2).jpg". */
    picker_string filename;
    /* Identifier of an editable album, or absent: the saved photos. */
    picker_string collection;
    /* Bytes in all, with PICKER_ADD_HAS_SIZE. */
    uint64_t byte_size;
    void *source_context;
    /*
     * Gives the next bytes of the new file: at most `capacity`, 0 at the end.
     * Thread: [call-thread]. Returns: PICKER_OK or an error, which add returns.
     */
    picker_status (*read)(void *source_context, uint8_t *buffer, uint64_t capacity, uint64_t *length);
} picker_add_request;

/* The functions take the library's context. */
typedef struct picker_write_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Adds one asset: atomic (complete or absent, also after a crash) and durable when it returns. Emits its record.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [library-thread].
     * Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (filename), PICKER_NOT_FOUND (collection),
     * PICKER_UNSUPPORTED_FORMAT (not a photo or video), PICKER_CHANGED (not byte_size bytes), PICKER_ACCESS_DENIED,
     * PICKER_NO_SPACE, PICKER_QUOTA, PICKER_CLOSED, or what read returned.
     */
    picker_status (*add)(void *context, const picker_add_request *request, const picker_asset_sink *sink,
                         const picker_call *call, picker_error *error);
    /*
     * Makes an album at the top, or emits the one that has this title.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [library-thread].
     * Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (title), PICKER_ACCESS_DENIED, PICKER_NO_SPACE, PICKER_CLOSED.
     */
    picker_status (*create_album)(void *context, picker_string title, const picker_collection_sink *sink,
                                  const picker_call *call, picker_error *error);
} picker_write_v1;

PICKER_C_END

#endif
