#ifndef VIDEO_COLORS_H
#define VIDEO_COLORS_H

#include <stddef.h>
#include <stdint.h>

// An affine map of three samples: each result is `offset + factor · sample`, with sixteen bits after the point.
typedef struct video_color_map {
    int32_t factor[3][3];
    int32_t offset[3];
} video_color_map;

#pragma GCC visibility push(hidden)

// Maps three planes of one size in place.
void video_map_colors(const video_color_map *map, uint8_t *const planes[3], const size_t strides[3], size_t width,
                      size_t height);

// Maps one plane by the first factor and offset.
void video_map_gray(const video_color_map *map, uint8_t *plane, size_t stride, size_t width, size_t height);

#pragma GCC visibility pop

#endif
