#include <stdlib.h>

#include "tiff.h"

// What is read: a part of a band.
typedef struct tiff_part {
    uint32_t x, width, y, rows;
    uint8_t *to;
    size_t stride;
    uint32_t *complete;
} tiff_part;

static int read_rows(still_tiff *self, const tiff_part *part)
{
    for (uint32_t row = 0; row < part->rows; row++) {
        const uint32_t y = part->y + row, start = y - y % self->band_rows;
        // Compressed rows are decoded one after the other, from the strip's first one on.
        if (self->next_row > y || self->next_row < start) self->next_row = start;
        for (; self->next_row <= y; self->next_row++) {
            if ((self->next_row & 15) == 0 && tiff_is_cancelled(self)) return 0;
            if (tiff_lib.TIFFReadScanline(self->tiff, self->piece, self->next_row, 0) != 1) return 0;
        }
        tiff_convert(self, self->piece, -1, part->x, part->width, part->to + row * part->stride);
        *part->complete = row + 1;
    }
    return 1;
}

static int read_strips(still_tiff *self, const tiff_part *part)
{
    const uint32_t top = part->y - part->y % self->band_rows;
    const size_t row_bytes = (size_t)tiff_lib.TIFFScanlineSize64(self->tiff);
    for (unsigned i = 0; i < self->shown_count; i++) {
        if (tiff_is_cancelled(self)) return 0;
        const uint32_t strip = tiff_lib.TIFFComputeStrip(self->tiff, part->y, self->shown[i]);
        tmsize_t got = tiff_lib.TIFFReadEncodedStrip(self->tiff, strip, self->piece, (tmsize_t)self->piece_bytes);
        if (got < 0 || (size_t)got < (part->y - top + part->rows) * row_bytes) return 0;
        for (uint32_t row = 0; row < part->rows; row++) {
            tiff_convert(self, self->piece + (part->y - top + row) * row_bytes, self->shown[i], part->x, part->width,
                         part->to + row * part->stride);
        }
    }
    *part->complete = part->rows;
    return 1;
}

// The columns that a tile and the part have in common: the first one in the tile, in the part, and how many there are.
typedef struct tiff_overlap {
    uint32_t in_tile, in_part, count;
} tiff_overlap;

static tiff_overlap overlap_of(const still_tiff *self, const tiff_part *part, uint64_t left)
{
    const uint64_t end = (uint64_t)part->x + part->width, right = left + self->tile_width;
    const uint64_t from = left > part->x ? left : part->x, to = right < end ? right : end;
    return (tiff_overlap){(uint32_t)(from - left), (uint32_t)(from - part->x), (uint32_t)(to - from)};
}

static unsigned bytes_per_pixel(const still_tiff *self) { return self->shown_count + (self->has_palette ? 2u : 0); }

static int read_tile(still_tiff *self, const tiff_part *part, uint32_t left, int plane)
{
    const uint32_t tile = tiff_lib.TIFFComputeTile(self->tiff, left, part->y, 0, plane < 0 ? 0 : (uint16_t)plane);
    const size_t row_bytes = (size_t)tiff_lib.TIFFTileRowSize64(self->tiff);
    const uint32_t top = part->y - part->y % self->band_rows;
    tmsize_t got = tiff_lib.TIFFReadEncodedTile(self->tiff, tile, self->piece, (tmsize_t)self->piece_bytes);
    if (got < 0 || (size_t)got < (part->y - top + part->rows) * row_bytes) return 0;
    const tiff_overlap overlap = overlap_of(self, part, left);
    for (uint32_t row = 0; row < part->rows; row++) {
        tiff_convert(self, self->piece + (part->y - top + row) * row_bytes, plane, overlap.in_tile, overlap.count,
                     part->to + row * part->stride + (size_t)overlap.in_part * bytes_per_pixel(self));
    }
    return 1;
}

static int read_tiles(still_tiff *self, const tiff_part *part)
{
    const int is_contiguous = self->planes != PLANARCONFIG_SEPARATE;
    const uint64_t end = (uint64_t)part->x + part->width;
    for (uint64_t left = part->x - part->x % self->tile_width; left < end; left += self->tile_width) {
        for (unsigned i = 0; i < (is_contiguous ? 1 : self->shown_count); i++) {
            if (tiff_is_cancelled(self)) return 0;
            if (!read_tile(self, part, (uint32_t)left, is_contiguous ? -1 : self->shown[i])) return 0;
        }
    }
    *part->complete = part->rows;
    return 1;
}

// libtiff's packed pixels come from the bottom row up.
static void unpack(const uint32_t *row, uint32_t count, uint8_t *to)
{
    for (uint32_t x = 0; x < count; x++, to += 3) {
        to[0] = (uint8_t)TIFFGetR(row[x]);
        to[1] = (uint8_t)TIFFGetG(row[x]);
        to[2] = (uint8_t)TIFFGetB(row[x]);
    }
}

static int read_colors(still_tiff *self, const tiff_part *part)
{
    uint32_t *raster = (uint32_t *)(void *)self->piece;
    const uint32_t top = part->y - part->y % self->band_rows;
    if (!self->is_tiled) {
        // The last strip may have fewer rows.
        const uint32_t rows = self->height - top < self->band_rows ? self->height - top : self->band_rows;
        if (tiff_is_cancelled(self) || !tiff_lib.TIFFReadRGBAStripExt(self->tiff, top, raster, 1)) return 0;
        for (uint32_t row = 0; row < part->rows; row++) {
            const size_t from = (size_t)(rows - 1 - (part->y - top + row)) * self->width + part->x;
            unpack(raster + from, part->width, part->to + row * part->stride);
        }
        *part->complete = part->rows;
        return 1;
    }
    const uint64_t end = (uint64_t)part->x + part->width;
    for (uint64_t left = part->x - part->x % self->tile_width; left < end; left += self->tile_width) {
        if (tiff_is_cancelled(self) || !tiff_lib.TIFFReadRGBATileExt(self->tiff, (uint32_t)left, top, raster, 1))
            return 0;
        const tiff_overlap overlap = overlap_of(self, part, left);
        for (uint32_t row = 0; row < part->rows; row++) {
            // Tiles at the lower edge are moved to the top of the raster's memory: their rows still count from its end.
            const size_t from =
                (size_t)(self->band_rows - 1 - (part->y - top + row)) * self->tile_width + overlap.in_tile;
            unpack(raster + from, overlap.count, part->to + row * part->stride + (size_t)overlap.in_part * 3);
        }
    }
    *part->complete = part->rows;
    return 1;
}

static int read_part(still_tiff *self, const tiff_part *part)
{
    switch (self->way) {
    case TIFF_BY_ROWS: return read_rows(self, part);
    case TIFF_BY_STRIPS: return read_strips(self, part);
    case TIFF_BY_TILES: return read_tiles(self, part);
    default: return read_colors(self, part);
    }
}

#pragma GCC visibility push(hidden)

still_code still_tiff_read(still_tiff *image, uint32_t x, uint32_t width, uint32_t y, uint32_t rows, uint8_t *to,
                           size_t stride, uint32_t *complete, still_status *status)
{
    *complete = 0;
    // Cleared, since libtiff may leave the end of a damaged piece as it was.
    if (!image->piece) image->piece = calloc(1, image->piece_bytes);
    if (!image->piece) return still_fail(status, STILL_OUT_OF_MEMORY, "no memory for a strip or tile");
    const tiff_part part = {x, width, y, rows, to, stride, complete};
    return read_part(image, &part) ? STILL_OK : tiff_fail(image, status);
}

#pragma GCC visibility pop
