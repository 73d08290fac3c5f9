#ifndef IMAGING_SHRINKER_H
#define IMAGING_SHRINKER_H

#include <stddef.h>
#include <stdint.h>

// Means of factor x factor pixels of 1, 3 or 4 bytes, made while rows arrive; as those of imaging_shrink_pixels.
typedef struct imaging_shrinker imaging_shrinker;

#pragma GCC visibility push(hidden)

// `target` is the first row of cells. NULL without memory.
imaging_shrinker *imaging_shrinker_make(size_t width, unsigned factor, size_t pixel_bytes, uint8_t *target,
                                        size_t stride);

// Takes the next `count` rows.
void imaging_shrinker_take(imaging_shrinker *shrinker, const uint8_t *rows, size_t stride, size_t count);

// Writes out what is left, and frees it.
void imaging_shrinker_end(imaging_shrinker *shrinker);

// Copies `count` samples of each pixel of a row.
void imaging_copy_samples(const uint8_t *from, size_t from_step, size_t width, uint8_t *to, size_t to_step,
                          size_t count);

#pragma GCC visibility pop

#endif
