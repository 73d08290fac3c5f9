#include "imaging_levels.h"

static inline uint8_t rounded(float value) { return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f); }

#pragma GCC visibility push(hidden)

void imaging_narrow(const uint16_t *from, size_t from_stride, size_t width, size_t height, unsigned depth,
                    int is_full_range, uint8_t *to, size_t to_stride)
{
    uint32_t most = (1u << depth) - 1, shift = depth - 8;
    // In 65536ths, so that no sample needs a division.
    uint32_t factor = is_full_range ? (255u * 65536 + most / 2) / most : 65536u >> shift;
    for (size_t y = 0; y < height; y++, to += to_stride) {
        const uint16_t *row = (const uint16_t *)(const void *)((const uint8_t *)from + y * from_stride);
        for (size_t x = 0; x < width; x++) {
            uint32_t sample = row[x] > most ? most : row[x];
            uint32_t value = (sample * factor + 32768) >> 16;
            to[x] = value > 255 ? 255 : (uint8_t)value;
        }
    }
}

void imaging_map_samples(uint8_t *samples, size_t stride, size_t width, size_t height, const uint8_t *table)
{
    for (size_t y = 0; y < height; y++, samples += stride) {
        for (size_t x = 0; x < width; x++)
            samples[x] = table[samples[x]];
    }
}

void imaging_transform_samples(uint8_t *const planes[3], const size_t strides[3], size_t width, size_t height,
                               const float coefficients[12])
{
    const float *c = coefficients;
    for (size_t y = 0; y < height; y++) {
        uint8_t *restrict first = planes[0] + y * strides[0], *restrict second = planes[1] + y * strides[1],
                          *restrict third = planes[2] + y * strides[2];
        for (size_t x = 0; x < width; x++) {
            float a = first[x], b = second[x], d = third[x];
            first[x] = rounded(c[0] * a + c[1] * b + c[2] * d + c[3]);
            second[x] = rounded(c[4] * a + c[5] * b + c[6] * d + c[7]);
            third[x] = rounded(c[8] * a + c[9] * b + c[10] * d + c[11]);
        }
    }
}

void imaging_set_alpha(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                       size_t to_stride)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++)
            to[x * 4 + 3] = from[x];
    }
}

#pragma GCC visibility pop
