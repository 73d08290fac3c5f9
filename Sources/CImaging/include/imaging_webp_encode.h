#ifndef IMAGING_WEBP_ENCODE_H
#define IMAGING_WEBP_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

typedef struct imaging_webp_image {
    int width, height;
    int channels; // 3 RGB, 4 RGBA
    const uint8_t *base;
    size_t stride;
    const uint8_t *profile; // ICC, or NULL
    size_t profile_count;
} imaging_webp_image;

#pragma GCC visibility push(hidden)

// Writes a WebP of `quality` 0…100, or a lossless one, in which quality is how much time is spent on a small file.
// `*bytes` is allocated with malloc and becomes the caller's. Asks `cancel` between steps of the encoder.
imaging_code imaging_webp_encode(const imaging_webp_image *image, float quality, int is_lossless, imaging_cancel cancel,
                                 uint8_t **bytes, size_t *count, imaging_status *status);

#pragma GCC visibility pop

#endif
