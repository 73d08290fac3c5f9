/*
 * ext/heif.h - org.picker.heif/1, a draft (R6.3): the items inside HEIF files, offered through picker_library.get_extension.
 */
#ifndef PICKER_EXT_HEIF_H
#define PICKER_EXT_HEIF_H

#include "../call.h"
#include "../image_request.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_HEIF "org.picker.heif/1"

/* Kinds of items. */
#define PICKER_HEIF_PRIMARY        1u
#define PICKER_HEIF_IMAGE          2u
#define PICKER_HEIF_THUMBNAIL      3u
#define PICKER_HEIF_DEPTH          4u
#define PICKER_HEIF_ALPHA          5u
#define PICKER_HEIF_AUXILIARY      6u
#define PICKER_HEIF_SEQUENCE_FRAME 7u

/* The backend's, valid during emit. */
typedef struct picker_heif_item {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_HEIF_* */
    uint32_t kind;
    uint32_t item_id;
    uint32_t pixel_width;
    uint32_t pixel_height;
    /* URN of an auxiliary image; else absent. */
    picker_string auxiliary_type;
} picker_heif_item;

/* Takes items. */
typedef struct picker_heif_item_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_heif_item *item);
} picker_heif_item_sink;

/* The functions take the library's context. */
typedef struct picker_heif_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Emits the items of an asset's file, the primary image first.
     * Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_UNSUPPORTED_FORMAT (not HEIF), PICKER_CORRUPT_MEDIA, PICKER_CLOSED.
     */
    picker_status (*items)(void *context, picker_string local_identifier, const picker_heif_item_sink *sink,
                           const picker_call *call, picker_error *error);
    /*
     * Like picker_library.request_image, of one item of the asset's file.
     * Ownership: each frame passes to the host. State: open. Thread: [worker-thread].
     * Returns: as picker_library.request_image.
     */
    picker_status (*request_item)(void *context, const picker_image_request *request, uint32_t item_id,
                                  const picker_frame_sink *sink, const picker_call *call, picker_error *error);
} picker_heif_v1;

PICKER_C_END

#endif
