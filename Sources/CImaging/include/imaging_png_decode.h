#ifndef IMAGING_PNG_DECODE_H
#define IMAGING_PNG_DECODE_H

#include "imaging_source.h"
#include "imaging_status.h"

// What comes out: eight bits a sample; palettes, small depths and single transparent colours are expanded.
typedef struct imaging_png_info {
    unsigned width, height;
    int channels; // 1 gray, 3 RGB, 4 RGBA
    int is_interlaced;
} imaging_png_info;

// The part that is read, and by how much it is shrunk on the way.
typedef struct imaging_png_part {
    unsigned x, y, width, height;
    unsigned factor; // means of factor x factor pixels; 1 copies. Alpha is multiplied in when it is more than 1.
} imaging_png_part;

typedef struct imaging_png_decoder imaging_png_decoder;

#pragma GCC visibility push(hidden)

// Reads the header. Returns NULL with a status on failure. The source must live until the decoder is closed. Asks `cancel`
// before each piece of the file but the first.
imaging_png_decoder *imaging_png_open(imaging_source source, imaging_cancel cancel, imaging_png_info *info,
                                      imaging_status *status);

// Reads a part into rows of interleaved samples: ceil(width / factor) pixels by ceil(height / factor). Needs memory
// for one row, or for the whole image when that is interlaced. `complete_rows` counts the rows of the image, from
// its top, that were read before a failure; what was read before is in place, and cells below are not written. Call
// once.
imaging_code imaging_png_read(imaging_png_decoder *decoder, imaging_png_part part, uint8_t *base, size_t stride,
                              imaging_cancel cancel, size_t *complete_rows, imaging_status *status);

void imaging_png_close(imaging_png_decoder *decoder);

#pragma GCC visibility pop

#endif
