#ifndef PICKER_JPEG_ENCODE_H
#define PICKER_JPEG_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "picker_status.h"

// Planes to be written: one of luma, or Y, Cb, Cr.
typedef struct picker_jpeg_image {
    int width, height;
    int plane_count;
    int h_shift, v_shift; // of the chroma planes, 0…2
    const uint8_t *bases[3];
    size_t strides[3];
    const uint8_t *profile; // ICC, or NULL
    size_t profile_count;
} picker_jpeg_image;

#pragma GCC visibility push(hidden)

// Writes a JPEG of `quality` 1…100. `*bytes` is allocated with malloc and becomes the caller's.
picker_code picker_jpeg_encode(
    const picker_jpeg_image *image, int quality, int is_progressive, uint8_t **bytes, size_t *count,
    picker_status *status);

#pragma GCC visibility pop

#endif
