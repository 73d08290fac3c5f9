#include "imaging_color.h"
#include "imaging_planes.h"

typedef struct pixel {
    uint8_t red, green, blue, alpha;
} pixel;

static inline pixel pixel_at(const imaging_pixel_row *row, uint32_t x)
{
    const uint8_t *p = row->planes[0] + (size_t)x * row->channels;
    switch (row->channels) {
    case 1: return (pixel){p[0], p[0], p[0], 255};
    case 3: return (pixel){p[0], p[1], p[2], 255};
    case 4: return (pixel){p[0], p[1], p[2], p[3]};
    default: break;
    }
    const uint32_t chroma = x >> row->horizontal_shift;
    const uint8_t *planes[3] = {row->planes[0] + x, row->planes[1] + chroma, row->planes[2] + chroma};
    const size_t strides[3] = {0, 0, 0};
    uint8_t rgb[3];
    imaging_ycbcr_to_rgb(planes, strides, 1, 1, rgb, 0, 3);
    return (pixel){rgb[0], rgb[1], rgb[2], 255};
}

int imaging_add_pixels(const imaging_pixel_row *row, const uint32_t *columns, const uint32_t *cells, size_t count,
                       const float linear[256], imaging_sums *sums)
{
    int is_opaque = 1;
    for (size_t i = 0; i < count; i++) {
        const pixel p = pixel_at(row, columns[i]);
        const float weight = (float)p.alpha / 255;
        imaging_sums *sum = &sums[cells[i]];
        sum->red += weight * linear[p.red];
        sum->green += weight * linear[p.green];
        sum->blue += weight * linear[p.blue];
        sum->coverage += weight;
        sum->count += 1;
        if (p.alpha < 255) is_opaque = 0;
    }
    return is_opaque;
}
