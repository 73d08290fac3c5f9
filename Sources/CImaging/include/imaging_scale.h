#ifndef IMAGING_SCALE_H
#define IMAGING_SCALE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

// The part of a plane that is scaled, in samples; edges may be between samples.
typedef struct imaging_region {
    double left, top, width, height;
} imaging_region;

// One plane of eight-bit samples. Base and stride are multiples of 64.
typedef struct imaging_plane {
    uint8_t *base;
    size_t stride;
    unsigned width, height;
} imaging_plane;

#pragma GCC visibility push(hidden)

// Scales `region` of `from` to all of `to` with a Lanczos filter. Graphs and working memory are kept per thread
// and used again for the same geometry. Asks `cancel` between rows.
imaging_code imaging_scale_plane(const imaging_plane *from, imaging_region region, const imaging_plane *to,
                                 imaging_cancel cancel, imaging_status *status);

#pragma GCC visibility pop

#endif
