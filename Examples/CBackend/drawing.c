/*
 * drawing.c - which part of a picture a request asks for, how large, and how to draw it upright. The order is that of
 * docs/abi.md, R14.5: orientation, crop, content mode, target size.
 */
#include "archives.h"

/* The part of the upright picture that is to be shown; false when the crop lies outside of it. */
static bool find_part(const picker_image_request *request, uint32_t width, uint32_t height, picker_rect *part)
{
    *part = (picker_rect){0, 0, width, height};
    if (request->crop.width != 0 && request->crop.height != 0) *part = request->crop;
    /* Subtractions, because sums of such numbers may overflow. */
    if (part->x >= width || part->y >= height) return false;
    if (part->width > width - part->x || part->height > height - part->y) return false;
    if (request->content_mode != PICKER_ASPECT_FILL || request->target_width == 0 || request->target_height == 0) {
        return true;
    }
    /* The largest part of the target's shape, around the centre. */
    uint64_t wide = (uint64_t)part->width * request->target_height;
    uint64_t high = (uint64_t)part->height * request->target_width;
    picker_rect cut = *part;
    if (wide > high) cut.width = (uint32_t)(high / request->target_height);
    if (wide < high) cut.height = (uint32_t)(wide / request->target_width);
    if (cut.width == 0) cut.width = 1;
    if (cut.height == 0) cut.height = 1;
    cut.x += (part->width - cut.width) / 2;
    cut.y += (part->height - cut.height) / 2;
    *part = cut;
    return true;
}

static uint32_t share(uint64_t length, uint64_t of, uint64_t whole)
{
    uint64_t part = (length * of + whole / 2) / whole;
    return part == 0 ? 1 : (uint32_t)part;
}

/* The size of the frame. Never larger than the source, unless an exact size was asked for (R14.6). */
static void find_size(const picker_image_request *request, const picker_rect *part, uint32_t *width, uint32_t *height)
{
    uint32_t target_width = request->target_width, target_height = request->target_height;
    *width = part->width;
    *height = part->height;
    if (target_width == 0 || target_height == 0) return;
    bool is_larger = target_width >= part->width && target_height >= part->height;
    if (is_larger && request->resize_mode != PICKER_RESIZE_EXACT) return;
    uint64_t wide = (uint64_t)part->width * target_height, high = (uint64_t)part->height * target_width;
    *width = target_width;
    *height = target_height;
    if (request->content_mode == PICKER_ASPECT_FILL) return;
    if (wide >= high) *height = share(part->height, target_width, part->width);
    if (wide < high) *width = share(part->width, target_height, part->height);
}

bool drawing_plan(drawing *drawing, const picker_image_request *request)
{
    if (!find_part(request, drawing->whole_width, drawing->whole_height, &drawing->part)) return false;
    find_size(request, &drawing->part, &drawing->width, &drawing->height);
    return true;
}

uint32_t drawing_denominator(const drawing *drawing)
{
    const picker_rect *part = &drawing->part;
    uint32_t denominator = 8;
    while (denominator > 1 &&
           (part->width / denominator < drawing->width || part->height / denominator < drawing->height))
        denominator /= 2;
    return denominator;
}

/* ---- Drawing ---- */

/* How to go through the samples of a picture so that it is upright, in pixels; see EXIF 2.32, 4.6.4, Orientation. */
typedef struct path {
    ptrdiff_t start, right, down;
} path;

static path find_path(const picture *picture, uint32_t orientation)
{
    ptrdiff_t row = picture->width, last = row - 1, bottom = row * ((ptrdiff_t)picture->height - 1);
    switch (orientation) {
    case 2: return (path){last, -1, row};
    case 3: return (path){bottom + last, -1, -row};
    case 4: return (path){bottom, 1, -row};
    case 5: return (path){0, row, 1};
    case 6: return (path){bottom, -row, 1};
    case 7: return (path){bottom + last, -row, -1};
    case 8: return (path){last, row, -1};
    default: return (path){0, 1, row};
    }
}

/*
 * Where the pixel `index` of `count` begins among the `decoded` ones, which stand for `whole`, when `count` pixels show
 * the `length` from `start` on. No product overflows: sides of JPEGs have 16 bits, and counts at most 27.
 */
static uint32_t begin_of(uint64_t index, uint64_t count, uint64_t start, uint64_t length, uint64_t decoded,
                         uint64_t whole)
{
    return (uint32_t)((start * count + index * length) * decoded / (whole * count));
}

/* The mean of a block of pixels: a simple filter, and a good one for making pictures smaller. */
static void average(const uint8_t *corner, path path, uint32_t columns, uint32_t rows, uint8_t *to)
{
    uint64_t sums[3] = {0}, count = (uint64_t)columns * rows;
    for (uint32_t y = 0; y < rows; y++) {
        const uint8_t *from = corner + y * path.down * 3;
        for (uint32_t x = 0; x < columns; x++, from += path.right * 3) {
            sums[0] += from[0];
            sums[1] += from[1];
            sums[2] += from[2];
        }
    }
    for (int channel = 0; channel < 3; channel++)
        to[channel] = (uint8_t)((sums[channel] + count / 2) / count);
}

void drawing_row(const drawing *drawing, const picture *picture, uint32_t y)
{
    const picker_rect *part = &drawing->part;
    path path = find_path(picture, drawing->orientation);
    bool is_turned = drawing->orientation > 4;
    uint32_t across = is_turned ? picture->height : picture->width, whole_width = drawing->whole_width;
    uint32_t down = is_turned ? picture->width : picture->height, whole_height = drawing->whole_height;

    uint32_t top = begin_of(y, drawing->height, part->y, part->height, down, whole_height);
    uint32_t bottom = begin_of(y + 1ull, drawing->height, part->y, part->height, down, whole_height);
    uint8_t *to = drawing->samples + (uint64_t)y * drawing->width * 3;
    for (uint32_t x = 0; x < drawing->width; x++, to += 3) {
        uint32_t left = begin_of(x, drawing->width, part->x, part->width, across, whole_width);
        uint32_t right = begin_of(x + 1ull, drawing->width, part->x, part->width, across, whole_width);
        ptrdiff_t at = path.start + left * path.right + top * path.down;
        average(picture->samples + at * 3, path, right > left ? right - left : 1, bottom > top ? bottom - top : 1, to);
    }
}
