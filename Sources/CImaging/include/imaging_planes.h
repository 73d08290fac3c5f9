#ifndef IMAGING_PLANES_H
#define IMAGING_PLANES_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

// Copies `width` x `height` pixels of 1, 3 or 4 bytes, turned by an EXIF orientation (1…8). The target has the
// turned size and does not overlap the source.
void imaging_orient(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t pixel_bytes,
                    int orientation, uint8_t *to, size_t to_stride);

// Takes `count` (1…4) interleaved samples apart, and puts them together.
void imaging_deinterleave(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t count,
                          uint8_t *const planes[], const size_t strides[]);
void imaging_interleave(const uint8_t *const planes[], const size_t strides[], size_t width, size_t height,
                        size_t count, uint8_t *to, size_t to_stride);

// Between full-range Y, Cb, Cr of one size (BT.601, JFIF 1.02) and interleaved colours of 3 or 4 bytes; a fourth
// byte is written as 255 and not read.
void imaging_ycbcr_to_rgb(const uint8_t *const planes[3], const size_t strides[3], size_t width, size_t height,
                          uint8_t *to, size_t to_stride, size_t pixel_bytes);
void imaging_rgb_to_ycbcr(const uint8_t *from, size_t from_stride, size_t pixel_bytes, size_t width, size_t height,
                          uint8_t *const planes[3], const size_t strides[3]);

// Luma of interleaved colours.
void imaging_rgb_to_gray(const uint8_t *from, size_t from_stride, size_t pixel_bytes, size_t width, size_t height,
                         uint8_t *to, size_t to_stride);

// Means of 2^h_shift x 2^v_shift samples; cells at the edges have fewer.
void imaging_shrink(const uint8_t *from, size_t from_stride, size_t width, size_t height, int h_shift, int v_shift,
                    uint8_t *to, size_t to_stride);

// Means of factor x factor pixels of 1, 3 or 4 bytes, with alpha, the fourth, multiplied in when the factor is more
// than 1. Cells at the edges have fewer. Returns 0, or -1 without memory.
int imaging_shrink_pixels(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t pixel_bytes,
                          unsigned factor, uint8_t *to, size_t to_stride);

// Repeats gray in three bytes, with 255 as a fourth where there is one.
void imaging_gray_to_rgb(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                         size_t to_stride, size_t pixel_bytes);

// RGBA over white, as RGB.
void imaging_flatten(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                     size_t to_stride);

// RGB with 255 as its fourth byte.
void imaging_add_alpha(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                       size_t to_stride);

// Multiplies colours by alpha in place, or divides them again.
void imaging_premultiply(uint8_t *pixels, size_t stride, size_t width, size_t height);
void imaging_unpremultiply(uint8_t *pixels, size_t stride, size_t width, size_t height);

// Ink without a profile to red, green, blue. 255 is no ink.
void imaging_cmyk_to_rgb(const uint8_t *from, size_t from_stride, size_t width, size_t height, uint8_t *to,
                         size_t to_stride);

#pragma GCC visibility pop

#endif
