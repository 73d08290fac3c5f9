#include "imaging_planes.h"

#include <string.h>

#define TILE ((size_t)32)

// Where the pixel at the source's origin goes, and how far one step right and one step down lead.
typedef struct walk {
    ptrdiff_t origin, right, down;
} walk;

static walk walk_for(int orientation, size_t width, size_t height, ptrdiff_t pixel, ptrdiff_t stride)
{
    ptrdiff_t last_x = (ptrdiff_t)width - 1, last_y = (ptrdiff_t)height - 1;
    switch (orientation) {
    case 2: return (walk){last_x * pixel, -pixel, stride};
    case 3: return (walk){last_x * pixel + last_y * stride, -pixel, -stride};
    case 4: return (walk){last_y * stride, pixel, -stride};
    case 5: return (walk){0, stride, pixel};
    case 6: return (walk){last_y * pixel, stride, -pixel};
    case 7: return (walk){last_x * stride + last_y * pixel, -stride, -pixel};
    case 8: return (walk){last_x * stride, -stride, pixel};
    default: return (walk){0, pixel, stride};
    }
}

// Inlined with a constant `pixel`, so that the copies become single moves.
static inline void move(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t pixel, walk steps,
                        uint8_t *to)
{
    // In tiles: rows become columns, and a column of a large image leaves the cache.
    for (size_t top = 0; top < height; top += TILE) {
        size_t bottom = top + TILE < height ? top + TILE : height;
        for (size_t left = 0; left < width; left += TILE) {
            size_t right = left + TILE < width ? left + TILE : width;
            for (size_t y = top; y < bottom; y++) {
                const uint8_t *source = from + y * from_stride + left * pixel;
                uint8_t *target = to + steps.origin + (ptrdiff_t)y * steps.down + (ptrdiff_t)left * steps.right;
                for (size_t x = left; x < right; x++, source += pixel, target += steps.right) {
                    memcpy(target, source, pixel);
                }
            }
        }
    }
}

#pragma GCC visibility push(hidden)

void imaging_orient(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t pixel_bytes,
                    int orientation, uint8_t *to, size_t to_stride)
{
    if (orientation <= 1 || orientation == 4 || orientation > 8) {
        for (size_t y = 0; y < height; y++) {
            size_t row = orientation == 4 ? height - 1 - y : y;
            memcpy(to + row * to_stride, from + y * from_stride, width * pixel_bytes);
        }
        return;
    }
    walk steps = walk_for(orientation, width, height, (ptrdiff_t)pixel_bytes, (ptrdiff_t)to_stride);
    switch (pixel_bytes) {
    case 1: move(from, from_stride, width, height, 1, steps, to); break;
    case 3: move(from, from_stride, width, height, 3, steps, to); break;
    default: move(from, from_stride, width, height, 4, steps, to); break;
    }
}

#pragma GCC visibility pop
