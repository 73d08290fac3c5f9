/*
 * image_request.h - which image of an asset, how large, how soon.
 */
#ifndef PICKER_IMAGE_REQUEST_H
#define PICKER_IMAGE_REQUEST_H

#include "frame.h"

/* Content modes. */
/* The whole image inside the target size; its aspect ratio is kept. */
#define PICKER_ASPECT_FIT 0u
/* The target's aspect ratio, cut from the image's centre. */
#define PICKER_ASPECT_FILL 1u

/* Delivery modes. */
/* Degraded frames as soon as there are any, then the final one. */
#define PICKER_DELIVERY_OPPORTUNISTIC 0u
/* The final frame only, never degraded. */
#define PICKER_DELIVERY_HIGH_QUALITY 1u
/* One frame, the quickest to get; it is final and may be degraded. */
#define PICKER_DELIVERY_FAST 2u

/* Resize modes. */
/* At least the target size, whatever is quick to decode. */
#define PICKER_RESIZE_NONE 0u
/* About the target size; never larger than the source. */
#define PICKER_RESIZE_FAST 1u
/* Exactly the target size. Needs PICKER_CAPABILITY_EXACT_SIZE; without it, it is served as PICKER_RESIZE_FAST. */
#define PICKER_RESIZE_EXACT 2u

/* Versions. */
/* With edits. */
#define PICKER_VERSION_CURRENT 0u
/* Without edits, in the form that is most widely readable. */
#define PICKER_VERSION_UNADJUSTED 1u
/* What the camera made first: RAW before JPEG. */
#define PICKER_VERSION_ORIGINAL 2u

/* Colour policies. */
/* Samples converted to sRGB. */
#define PICKER_COLOR_CONVERT_TO_SRGB 0u
/* Samples as they are, with the profile that says what they mean. */
#define PICKER_COLOR_KEEP 1u

/* Flags of requests for images and bytes. */
/* Other machines may be asked. Without it what is on this one has to do, or the answer is PICKER_NETWORK_NOT_ALLOWED (R18.9). */
#define PICKER_REQUEST_ALLOW_NETWORK 0x1u

/* Owned by the caller, valid during the call. */
typedef struct picker_image_request {
    uint32_t struct_size;
    /* PICKER_REQUEST_ALLOW_NETWORK or 0 */
    uint32_t flags;
    const picker_link *next;
    /* Pixels; both 0: full resolution. */
    uint32_t target_width;
    uint32_t target_height;
    uint32_t content_mode;
    uint32_t delivery_mode;
    uint32_t resize_mode;
    uint32_t version;
    uint32_t color_policy;
    /*
     * Formats that the host takes: a set of 1 << PICKER_FORMAT_*; the backend picks its cheapest. 0: the four of header
     * revision 1.
     */
    uint32_t accepted_formats;
    picker_string local_identifier;
    /* In pixels of the upright full image of that version; applied before the target size. Empty: none. */
    picker_rect crop;
} picker_image_request;

#endif
