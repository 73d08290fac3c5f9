#ifndef PICKER_SCALE_H
#define PICKER_SCALE_H

#include <stddef.h>
#include <stdint.h>

#include "picker_status.h"

// The part of a plane that is scaled, in samples; edges may lie between samples.
typedef struct picker_region {
    double left, top, width, height;
} picker_region;

// One plane of eight-bit samples. Base and stride are multiples of 64.
typedef struct picker_plane {
    uint8_t *base;
    size_t stride;
    unsigned width, height;
} picker_plane;

#pragma GCC visibility push(hidden)

// Scales `region` of `from` to all of `to` with a Lanczos filter. Graphs and working memory are kept per thread
// and used again for the same geometry.
picker_code picker_scale_plane(
    const picker_plane *from, picker_region region, const picker_plane *to, picker_status *status);

#pragma GCC visibility pop

#endif
