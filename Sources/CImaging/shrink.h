// Shrinks an image by whole factors while its rows arrive.
#ifndef IMAGING_SHRINK_H
#define IMAGING_SHRINK_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_shrinker.h"

struct imaging_shrinker {
    unsigned width, factor;
    int channels;
    unsigned rows; // in the cells that are being summed up
    uint32_t *sums;
    uint8_t *target;
    size_t stride;
};

#pragma GCC visibility push(hidden)

// Returns 0, or -1 without memory. `target` is the first row of cells.
int imaging_shrinker_init(imaging_shrinker *self, unsigned width, unsigned factor, int channels, uint8_t *target,
                          size_t stride);
// Takes one row of `width` pixels.
void imaging_shrinker_add(imaging_shrinker *self, const uint8_t *row);
// Writes out cells that have fewer rows than the factor.
void imaging_shrinker_finish(imaging_shrinker *self);
void imaging_shrinker_free(imaging_shrinker *self);

#pragma GCC visibility pop

#endif
