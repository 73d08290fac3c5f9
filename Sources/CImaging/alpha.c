#include "imaging_planes.h"

// value * alpha / 255, rounded, without a division.
static inline uint8_t multiply(unsigned value, unsigned alpha)
{
    unsigned product = value * alpha + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

#pragma GCC visibility push(hidden)

void imaging_flatten(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                     size_t to_stride)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++) {
            unsigned alpha = from[x * 4 + 3];
            for (size_t i = 0; i < 3; i++) {
                to[x * 3 + i] = (uint8_t)(multiply(from[x * 4 + i], alpha) + (255 - alpha));
            }
        }
    }
}

void imaging_premultiply(uint8_t *pixels, size_t stride, size_t width, size_t height)
{
    for (size_t y = 0; y < height; y++, pixels += stride) {
        for (size_t x = 0; x < width; x++) {
            for (size_t i = 0; i < 3; i++)
                pixels[x * 4 + i] = multiply(pixels[x * 4 + i], pixels[x * 4 + 3]);
        }
    }
}

void imaging_unpremultiply(uint8_t *pixels, size_t stride, size_t width, size_t height)
{
    for (size_t y = 0; y < height; y++, pixels += stride) {
        for (size_t x = 0; x < width; x++) {
            unsigned alpha = pixels[x * 4 + 3];
            if (alpha == 0 || alpha == 255) continue;
            for (size_t i = 0; i < 3; i++) {
                // Lanczos overshoots, so a colour may exceed its alpha.
                unsigned value = (pixels[x * 4 + i] * 255u + alpha / 2) / alpha;
                pixels[x * 4 + i] = value > 255 ? 255 : (uint8_t)value;
            }
        }
    }
}

#pragma GCC visibility pop
