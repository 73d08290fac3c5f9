#ifndef IMAGING_COLOR_H
#define IMAGING_COLOR_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

// What a profile describes.
typedef enum imaging_profile_kind {
    IMAGING_PROFILE_UNUSABLE, // damaged, or for a device that is neither of these
    IMAGING_PROFILE_SRGB,     // the colours of sRGB within what eight bits can show
    IMAGING_PROFILE_RGB,
    IMAGING_PROFILE_GRAY,
    IMAGING_PROFILE_CMYK,
} imaging_profile_kind;

// The curves of high dynamic range (BT.2100).
typedef enum imaging_dynamic_range {
    IMAGING_PQ,
    IMAGING_HLG,
} imaging_dynamic_range;

// The sums of some pixels, in linear light, weighted by alpha: 0 to `count` each.
typedef struct imaging_sums {
    float red, green, blue, coverage, count;
} imaging_sums;

// A row of pixels.
typedef struct imaging_pixel_row {
    const uint8_t *planes[3]; // of interleaved samples, the first alone
    uint32_t channels; // that are interleaved: 1 for gray, 3 for RGB, 4 for RGBA; 0: luma and chroma, a plane each
    uint32_t horizontal_shift; // of chroma
} imaging_pixel_row;

#pragma GCC visibility push(hidden)

// base to the power of exponent. Swift has no such function without its module of the C library.
float imaging_power(float base, float exponent);

// Reads a profile. The last few are remembered per thread.
imaging_profile_kind imaging_profile_classify(const uint8_t *profile, size_t count);

// Converts pixels from the profile to sRGB, perceptually: RGB to RGB, gray to gray, and CMYK (255 is no ink) to RGB.
imaging_code imaging_convert_to_srgb(const uint8_t *profile, size_t profile_count, const uint8_t *from,
                                     size_t from_stride, size_t width, size_t height, uint8_t *to, size_t to_stride,
                                     imaging_status *status);

// Converts pixels of 3 or 4 bytes in place from CIE L*a*b* of D50 to sRGB: L in 0…255 for 0…100, a and b with 128 for 0. A fourth
// byte stays.
imaging_code imaging_lab_to_srgb(uint8_t *pixels, size_t stride, size_t width, size_t height, size_t pixel_bytes,
                                 imaging_status *status);

// Makes a profile: for colours from the x and y of white, red, green and blue, or for gray when `chromaticities` is
// NULL, with the parameters g, a, b, c, d of a parametric curve. The same input gives the same bytes, which are
// allocated with malloc and become the caller's. 0 for invalid chromaticities, or without memory.
size_t imaging_make_profile(const double *chromaticities, const double parameters[5], uint8_t **bytes);

// Makes a profile for colours in which equal red, green and blue are what a profile for gray says of one sample. The same memory as
// above; 0 for what is no profile for gray, or of no use.
size_t imaging_make_colored_profile(const uint8_t *gray, size_t count, uint8_t **bytes);

// The same for samples of high dynamic range: what the profile makes of them fits to the screens that sRGB is for. It takes
// some hundredths of a second.
size_t imaging_make_dynamic_range_profile(imaging_dynamic_range range, const double *chromaticities, uint8_t **bytes);

// Adds each pixel that `columns` names to the sums that `cells` names in the same place. `linear` has the light of each
// sample, from 0 to 1. Returns whether all of them are opaque.
int imaging_add_pixels(const imaging_pixel_row *row, const uint32_t *columns, const uint32_t *cells, size_t count,
                       const float linear[256], imaging_sums *sums);

#pragma GCC visibility pop

#endif
