#include "imaging_planes.h"

#include <string.h>

// Inlined with a constant `count`, so that the compiler can use shuffles.
static inline void take_apart(const uint8_t *restrict from, size_t width, size_t count, uint8_t *const rows[])
{
    for (size_t i = 0; i < count; i++) {
        uint8_t *restrict row = rows[i];
        for (size_t x = 0; x < width; x++)
            row[x] = from[x * count + i];
    }
}

static inline void put_together(const uint8_t *const rows[], size_t width, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *restrict row = rows[i];
        for (size_t x = 0; x < width; x++)
            to[x * count + i] = row[x];
    }
}

#pragma GCC visibility push(hidden)

void imaging_deinterleave(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t count,
                          uint8_t *const planes[], const size_t strides[])
{
    for (size_t y = 0; y < height; y++, from += from_stride) {
        uint8_t *rows[4] = {0};
        for (size_t i = 0; i < count; i++)
            rows[i] = planes[i] + y * strides[i];
        switch (count) {
        case 1: memcpy(rows[0], from, width); break;
        case 3: take_apart(from, width, 3, rows); break;
        case 4: take_apart(from, width, 4, rows); break;
        default: take_apart(from, width, count, rows); break;
        }
    }
}

void imaging_interleave(const uint8_t *const planes[], const size_t strides[], size_t width, size_t height,
                        size_t count, uint8_t *to, size_t to_stride)
{
    for (size_t y = 0; y < height; y++, to += to_stride) {
        const uint8_t *rows[4] = {0};
        for (size_t i = 0; i < count; i++)
            rows[i] = planes[i] + y * strides[i];
        switch (count) {
        case 1: memcpy(to, rows[0], width); break;
        case 3: put_together(rows, width, 3, to); break;
        case 4: put_together(rows, width, 4, to); break;
        default: put_together(rows, width, count, to); break;
        }
    }
}

#pragma GCC visibility pop
