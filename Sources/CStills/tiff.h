#ifndef STILLS_TIFF_H
#define STILLS_TIFF_H

#include <tiffio.h>

#include "still_tiff.h"

// What is used of libtiff.
#define TIFF_FUNCTIONS(function)                                                                                      \
    function(TIFFClientOpenExt) function(TIFFClose) function(TIFFComputeStrip) function(TIFFComputeTile)              \
        function(TIFFGetField) function(TIFFGetFieldDefaulted) function(TIFFIsCODECConfigured) function(TIFFIsTiled)  \
            function(TIFFOpenOptionsAlloc) function(TIFFOpenOptionsFree) function(TIFFOpenOptionsSetErrorHandlerExtR) \
                function(TIFFOpenOptionsSetMaxSingleMemAlloc) function(TIFFOpenOptionsSetWarningHandlerExtR)          \
                    function(TIFFRGBAImageOK) function(TIFFReadEncodedStrip) function(TIFFReadEncodedTile)            \
                        function(TIFFReadRGBAStripExt) function(TIFFReadRGBATileExt) function(TIFFReadScanline)       \
                            function(TIFFScanlineSize64) function(TIFFSetField) function(TIFFStripSize64)             \
                                function(TIFFTileRowSize64) function(TIFFTileSize64)

struct tiff_functions {
#define TIFF_MEMBER(name) __typeof__(&name) name;
    TIFF_FUNCTIONS(TIFF_MEMBER)
#undef TIFF_MEMBER
};

// The most samples of a pixel that are shown: ink, and alpha.
#define TIFF_SHOWN 5

// How the image is decoded.
typedef enum tiff_way {
    TIFF_BY_ROWS,   // strips whose rows hold all samples, one row after the other
    TIFF_BY_STRIPS, // strips of one sample each
    TIFF_BY_TILES,
    TIFF_BY_RGBA, // as colours that libtiff makes of it
} tiff_way;

struct still_tiff {
    still_source source;
    uint64_t position;
    int io_failed, was_cancelled;
    char message[200]; // What libtiff said first.
    TIFF *tiff;
    tiff_way way;
    int is_tiled;
    uint32_t width, height, band_rows, tile_width;
    uint16_t bits, samples, photometric, planes, format;
    // Of the file's samples: those that are shown, in their order.
    uint16_t shown[TIFF_SHOWN];
    unsigned shown_count, color_count; // without and with alpha: colours first
    int is_inverted;                   // Colours, not alpha.
    int is_premultiplied;              // Colours, by alpha.
    uint8_t palette[256][3];
    int has_palette;
    uint8_t *piece; // A row, or a strip or tile.
    size_t piece_bytes;
    uint32_t next_row; // By rows: the one that libtiff decodes next.
};

#pragma GCC visibility push(hidden)

// Filled once the library is loaded.
extern struct tiff_functions tiff_lib;

// The status of a call of libtiff that failed.
still_code tiff_fail(const still_tiff *self, still_status *status);

int tiff_is_cancelled(still_tiff *self);

// Opens the file with input and messages of this one's. 0, or -1 without a file.
int tiff_attach(still_tiff *self, size_t largest_piece);

// Writes the shown samples of `count` pixels, from pixel `first` of a row of the file. `plane` is the sample that the row has
// alone, or -1 when it has all of them.
void tiff_convert(const still_tiff *self, const uint8_t *row, int plane, size_t first, size_t count, uint8_t *to);

#pragma GCC visibility pop

#endif
