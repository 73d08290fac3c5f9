#ifndef IMAGING_JPEG_ENCODE_H
#define IMAGING_JPEG_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

// Planes to be written: one of luma, or Y, Cb, Cr.
typedef struct imaging_jpeg_image {
    int width, height;
    int plane_count;
    int h_shift, v_shift; // of the chroma planes, 0…2
    const uint8_t *bases[3];
    size_t strides[3];
    const uint8_t *profile; // ICC, or NULL
    size_t profile_count;
} imaging_jpeg_image;

#pragma GCC visibility push(hidden)

// Writes a JPEG of `quality` 1…100. `*bytes` is allocated with malloc and becomes the caller's. Asks `cancel` between
// rows of blocks.
imaging_code imaging_jpeg_encode(const imaging_jpeg_image *image, int quality, int is_progressive,
                                 imaging_cancel cancel, uint8_t **bytes, size_t *count, imaging_status *status);

#pragma GCC visibility pop

#endif
