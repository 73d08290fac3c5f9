#ifndef IMAGING_MEANS_H
#define IMAGING_MEANS_H

#include <stddef.h>
#include <stdint.h>

// The sums of some pixels, in linear light, weighted by alpha: 0 to `count` each.
typedef struct imaging_sums {
    float red, green, blue, coverage, count;
} imaging_sums;

// A row of pixels.
typedef struct imaging_pixel_row {
    const uint8_t *planes[3];  // of interleaved samples, the first alone
    uint32_t channels;         // that are interleaved: 1 for gray, 3 for RGB, 4 for RGBA; 0: luma and chroma, a plane each
    uint32_t horizontal_shift; // of chroma
} imaging_pixel_row;

#pragma GCC visibility push(hidden)

// Adds each pixel that `columns` names to the sums that `cells` names in the same place. `linear` has the light of each
// sample, from 0 to 1. Returns whether all of them are opaque.
int imaging_add_pixels(const imaging_pixel_row *row, const uint32_t *columns, const uint32_t *cells, size_t count,
                       const float linear[256], imaging_sums *sums);

#pragma GCC visibility pop

#endif
