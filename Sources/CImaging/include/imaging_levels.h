#ifndef IMAGING_LEVELS_H
#define IMAGING_LEVELS_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

// Samples of `depth` bits (9…16, two bytes each) as samples of eight. Strides are in bytes. Full range goes from 0 to
// 255, other levels keep their places.
void imaging_narrow(const uint16_t *from, size_t from_stride, size_t width, size_t height, unsigned depth,
                    int is_full_range, uint8_t *to, size_t to_stride);

// Replaces each sample by what the table of 256 has for it.
void imaging_map_samples(uint8_t *samples, size_t stride, size_t width, size_t height, const uint8_t *table);

// Replaces three samples of one place by sums of them: rows of three factors and what is added, for each of the planes.
void imaging_transform_samples(uint8_t *const planes[3], const size_t strides[3], size_t width, size_t height,
                               const float coefficients[12]);

// Writes samples into every fourth byte of RGBA.
void imaging_set_alpha(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                       size_t to_stride);

#pragma GCC visibility pop

#endif
