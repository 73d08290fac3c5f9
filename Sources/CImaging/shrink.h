// Shrinks an image by whole factors while its rows arrive.
#ifndef PICKER_SHRINK_H
#define PICKER_SHRINK_H

#include <stddef.h>
#include <stdint.h>

typedef struct picker_shrinker {
    unsigned width, factor;
    int channels;
    unsigned rows; // in the cells that are being summed up
    uint32_t *sums;
    uint8_t *target;
    size_t stride;
} picker_shrinker;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 without memory. `target` is the first row of cells.
int picker_shrinker_init(
    picker_shrinker *self, unsigned width, unsigned factor, int channels, uint8_t *target, size_t stride);
// Takes one row of `width` pixels.
void picker_shrinker_add(picker_shrinker *self, const uint8_t *row);
// Writes out cells that have fewer rows than the factor.
void picker_shrinker_finish(picker_shrinker *self);
void picker_shrinker_free(picker_shrinker *self);

#pragma GCC visibility pop

#endif
