#ifndef PICKER_PNG_DECODE_H
#define PICKER_PNG_DECODE_H

#include "picker_source.h"
#include "picker_status.h"

// What comes out: eight bits a sample; palettes, small depths and single transparent colours are expanded.
typedef struct picker_png_info {
    unsigned width, height;
    int channels; // 1 gray, 3 RGB, 4 RGBA
    int is_interlaced;
    const uint8_t *profile; // ICC, owned by the decoder; NULL when there is none
    size_t profile_count;
} picker_png_info;

// The part that is read, and by how much it is shrunk on the way.
typedef struct picker_png_part {
    unsigned x, y, width, height;
    unsigned factor; // means of factor x factor pixels; 1 copies. Alpha is multiplied in when it is more than 1.
} picker_png_part;

typedef struct picker_png_decoder picker_png_decoder;

#pragma GCC visibility push(hidden)

// Reads the header. Returns NULL with a status on failure. The source must live until the decoder is closed.
picker_png_decoder *picker_png_open(picker_source source, picker_png_info *info, picker_status *status);

// Reads a part into rows of interleaved samples: ceil(width / factor) pixels by ceil(height / factor). Needs memory
// for one row, or for the whole image when that is interlaced. `complete_rows` counts the rows of the image, from
// its top, that were read before a failure; what was read before is in place. Call once.
picker_code picker_png_read(
    picker_png_decoder *decoder, picker_png_part part, uint8_t *base, size_t stride, picker_cancel cancel,
    size_t *complete_rows, picker_status *status);

void picker_png_close(picker_png_decoder *decoder);

#pragma GCC visibility pop

#endif
