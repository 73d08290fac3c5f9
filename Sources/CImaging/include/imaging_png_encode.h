#ifndef IMAGING_PNG_ENCODE_H
#define IMAGING_PNG_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

typedef struct imaging_png_image {
    unsigned width, height;
    int channels; // 1 gray, 3 RGB, 4 RGBA
    const uint8_t *base;
    size_t stride;
    const uint8_t *profile; // ICC, or NULL
    size_t profile_count;
} imaging_png_image;

#pragma GCC visibility push(hidden)

// Writes a PNG with zlib level 1…9. `*bytes` is allocated with malloc and becomes the caller's. Asks `cancel`
// between rows.
imaging_code imaging_png_encode(const imaging_png_image *image, int level, imaging_cancel cancel, uint8_t **bytes,
                                size_t *count, imaging_status *status);

#pragma GCC visibility pop

#endif
