#include "video_colors.h"

static inline uint8_t clamp(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

#pragma GCC visibility push(hidden)

void video_map_colors(const video_color_map *map, uint8_t *const planes[3], const size_t strides[3], size_t width,
                      size_t height)
{
    const video_color_map m = *map;
    for (size_t y = 0; y < height; y++) {
        uint8_t *restrict a = planes[0] + y * strides[0];
        uint8_t *restrict b = planes[1] + y * strides[1];
        uint8_t *restrict c = planes[2] + y * strides[2];
        for (size_t x = 0; x < width; x++) {
            int32_t p = a[x], q = b[x], r = c[x];
            a[x] = clamp((m.offset[0] + m.factor[0][0] * p + m.factor[0][1] * q + m.factor[0][2] * r) >> 16);
            b[x] = clamp((m.offset[1] + m.factor[1][0] * p + m.factor[1][1] * q + m.factor[1][2] * r) >> 16);
            c[x] = clamp((m.offset[2] + m.factor[2][0] * p + m.factor[2][1] * q + m.factor[2][2] * r) >> 16);
        }
    }
}

void video_map_gray(const video_color_map *map, uint8_t *plane, size_t stride, size_t width, size_t height)
{
    for (size_t y = 0; y < height; y++, plane += stride) {
        for (size_t x = 0; x < width; x++)
            plane[x] = clamp((map->offset[0] + map->factor[0][0] * plane[x]) >> 16);
    }
}

#pragma GCC visibility pop
