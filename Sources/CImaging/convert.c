#include "imaging_planes.h"

#include <string.h>

// JFIF 1.02: coefficients in sixteenths of a thousandth, 16 bits after the point.
#define FIX(x) ((int32_t)((x)*65536 + 0.5))

static inline uint8_t clamp(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

static inline void colors_of_row(const uint8_t *restrict luma, const uint8_t *restrict blue,
                                 const uint8_t *restrict red, size_t width, uint8_t *restrict to, size_t pixel)
{
    for (size_t x = 0; x < width; x++) {
        int32_t y = (int32_t)luma[x] * 65536 + 32768, cb = blue[x] - 128, cr = red[x] - 128;
        to[x * pixel] = clamp((y + FIX(1.402) * cr) >> 16);
        to[x * pixel + 1] = clamp((y - FIX(0.344136) * cb - FIX(0.714136) * cr) >> 16);
        to[x * pixel + 2] = clamp((y + FIX(1.772) * cb) >> 16);
        if (pixel == 4) to[x * pixel + 3] = 255;
    }
}

static inline uint8_t luma_of(const uint8_t *p)
{
    return (uint8_t)((FIX(0.299) * p[0] + FIX(0.587) * p[1] + FIX(0.114) * p[2] + 32768) >> 16);
}

static inline void planes_of_row(const uint8_t *restrict from, size_t width, size_t pixel, uint8_t *restrict luma,
                                 uint8_t *restrict blue, uint8_t *restrict red)
{
    for (size_t x = 0; x < width; x++) {
        int32_t r = from[x * pixel], g = from[x * pixel + 1], b = from[x * pixel + 2];
        luma[x] = (uint8_t)((FIX(0.299) * r + FIX(0.587) * g + FIX(0.114) * b + 32768) >> 16);
        blue[x] = clamp((-FIX(0.168736) * r - FIX(0.331264) * g + FIX(0.5) * b + (128 << 16) + 32767) >> 16);
        red[x] = clamp((FIX(0.5) * r - FIX(0.418688) * g - FIX(0.081312) * b + (128 << 16) + 32767) >> 16);
    }
}

#pragma GCC visibility push(hidden)

void imaging_ycbcr_to_rgb(const uint8_t *const planes[3], const size_t strides[3], size_t width, size_t height,
                          uint8_t *to, size_t to_stride, size_t pixel_bytes)
{
    for (size_t y = 0; y < height; y++, to += to_stride) {
        const uint8_t *luma = planes[0] + y * strides[0], *blue = planes[1] + y * strides[1],
                      *red = planes[2] + y * strides[2];
        if (pixel_bytes == 3)
            colors_of_row(luma, blue, red, width, to, 3);
        else
            colors_of_row(luma, blue, red, width, to, 4);
    }
}

void imaging_rgb_to_ycbcr(const uint8_t *from, size_t from_stride, size_t pixel_bytes, size_t width, size_t height,
                          uint8_t *const planes[3], const size_t strides[3])
{
    for (size_t y = 0; y < height; y++, from += from_stride) {
        uint8_t *luma = planes[0] + y * strides[0], *blue = planes[1] + y * strides[1],
                *red = planes[2] + y * strides[2];
        if (pixel_bytes == 3)
            planes_of_row(from, width, 3, luma, blue, red);
        else
            planes_of_row(from, width, 4, luma, blue, red);
    }
}

void imaging_rgb_to_gray(const uint8_t *from, size_t from_stride, size_t pixel_bytes, size_t width, size_t height,
                         uint8_t *to, size_t to_stride)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++)
            to[x] = luma_of(from + x * pixel_bytes);
    }
}

void imaging_shrink(const uint8_t *from, size_t from_stride, size_t width, size_t height, int h_shift, int v_shift,
                    uint8_t *to, size_t to_stride)
{
    size_t step_x = (size_t)1 << h_shift, step_y = (size_t)1 << v_shift;
    for (size_t top = 0; top < height; top += step_y, to += to_stride) {
        size_t bottom = top + step_y < height ? top + step_y : height;
        for (size_t left = 0, column = 0; left < width; left += step_x, column++) {
            size_t right = left + step_x < width ? left + step_x : width;
            unsigned sum = 0, count = (unsigned)((bottom - top) * (right - left));
            for (size_t y = top; y < bottom; y++) {
                for (size_t x = left; x < right; x++)
                    sum += from[y * from_stride + x];
            }
            to[column] = (uint8_t)((sum + count / 2) / count);
        }
    }
}

void imaging_gray_to_rgb(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                         size_t to_stride, size_t pixel_bytes)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++) {
            memset(to + x * pixel_bytes, from[x], 3);
            if (pixel_bytes == 4) to[x * 4 + 3] = 255;
        }
    }
}

void imaging_add_alpha(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                       size_t to_stride)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++) {
            memcpy(to + x * 4, from + x * 3, 3);
            to[x * 4 + 3] = 255;
        }
    }
}

void imaging_cmyk_to_rgb(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                         size_t to_stride)
{
    for (size_t y = 0; y < height; y++, from += from_stride, to += to_stride) {
        for (size_t x = 0; x < width; x++) {
            const uint8_t *ink = from + x * 4;
            for (size_t i = 0; i < 3; i++)
                to[x * 3 + i] = (uint8_t)(((unsigned)ink[i] * ink[3] + 127) / 255);
        }
    }
}

#pragma GCC visibility pop
