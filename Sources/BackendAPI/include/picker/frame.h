/*
 * frame.h - pixels that a backend hands to the host.
 */
#ifndef PICKER_FRAME_H
#define PICKER_FRAME_H

#include "link.h"

PICKER_C_BEGIN

/* Formats of frames; also as a set: the bit 1 << format. Eight bits a sample, rows from top to bottom. */
/* One plane. */
#define PICKER_FORMAT_GRAY8 1u
/* One plane, red green blue. */
#define PICKER_FORMAT_RGB8 2u
/* One plane, red green blue alpha; alpha is straight, not premultiplied. */
#define PICKER_FORMAT_RGBA8 3u
/* Three planes Y, Cb, Cr; full range, BT.601 matrix as in JFIF; chroma planes rounded up in size. */
#define PICKER_FORMAT_YCBCR8 4u
/*
 * An image file of JPEG, PNG, WebP or GIF, as servers keep them ready: plane[0] are its bytes and stride[0] is their number.
 * It shows the whole image of the version asked for, in any size; an orientation that stands in it applies. The host
 * decodes it, cuts and scales (R14.11).
 */
#define PICKER_FORMAT_IMAGE_FILE 5u

/* Colour spaces of frames. */
#define PICKER_COLOR_SRGB       0u
#define PICKER_COLOR_DISPLAY_P3 1u
/* `icc_profile` says. */
#define PICKER_COLOR_ICC 2u

/* Flags of frames. */
/* A better frame of this request could exist: smaller, blurred, or from an embedded thumbnail. */
#define PICKER_FRAME_DEGRADED 0x1u
/* The last frame of the request; no frame follows (R14). */
#define PICKER_FRAME_FINAL 0x2u
/* A part of the image is missing, because the file is cut off or damaged; something else is in its place (R14.10). */
#define PICKER_FRAME_INCOMPLETE 0x4u

/*
 * A frame of pixels is upright: the backend applied the orientation (R14).
 *
 * Ownership: passed to the host by emit, together with the duty to call `release` exactly once. The struct
 * itself is valid during emit only (the host copies it); planes and icc_profile until release.
 */
typedef struct picker_frame {
    uint32_t struct_size;
    /* PICKER_FRAME_* */
    uint32_t flags;
    const picker_link *next;
    /* With PICKER_FORMAT_IMAGE_FILE those of the upright full image, which a crop counts in; 0: those of the file itself. */
    uint32_t width;
    uint32_t height;
    /* PICKER_FORMAT_* */
    uint32_t format;
    /* YCBCR8: log2 of the horizontal and vertical chroma subsampling, 0 to 2; otherwise 0. */
    uint32_t chroma_shift_x;
    uint32_t chroma_shift_y;
    /* PICKER_COLOR_* */
    uint32_t color_space;
    /* Top left sample of each plane; unused ones are NULL. */
    const uint8_t *plane[4];
    /* Bytes from one row of the plane to the next. */
    uint64_t stride[4];
    /* With PICKER_COLOR_ICC; else absent. */
    picker_bytes icc_profile;
    void *release_context;
    /*
     * Gives the planes back. Called exactly once for each frame that was emitted, also after close.
     * Thread: [any-thread].
     */
    void (*release)(void *release_context);
} picker_frame;

/*
 * Takes the frames of one image request. A backend that gets PICKER_STOP emits no more and returns PICKER_OK; the
 * host releases that frame too.
 */
typedef struct picker_frame_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_frame *frame);
} picker_frame_sink;

PICKER_C_END

#endif
