#ifndef STILL_TIFF_H
#define STILL_TIFF_H

#include "still_image.h"
#include "still_status.h"

// The first image of a TIFF file, by libtiff.
typedef struct still_tiff still_tiff;

typedef struct still_tiff_layout {
    // Rows that are decoded at once: those of a strip, or of a row of tiles.
    uint32_t band_rows;
    // Memory for decoding them, besides what is asked for.
    uint64_t working_bytes;
} still_tiff_layout;

#pragma GCC visibility push(hidden)

// Opens a file and reads its first directory. The source must live until the image is closed. No piece of memory that
// libtiff asks for is larger than `largest_piece` bytes.
still_tiff *still_tiff_open(const still_source *source, size_t largest_piece, still_info *info,
                            still_tiff_layout *layout, still_status *status);

// Writes columns `x` … `x + width - 1` of `rows` rows from `y` on, which are in one band. `complete` becomes the number of
// rows that were written before it failed.
still_code still_tiff_read(still_tiff *image, uint32_t x, uint32_t width, uint32_t y, uint32_t rows, uint8_t *to,
                           size_t stride, uint32_t *complete, still_status *status);

void still_tiff_close(still_tiff *image);

#pragma GCC visibility pop

#endif
