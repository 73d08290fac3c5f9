#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "still_libraries.h"
#include "tiff.h"

// What scanners, cameras and editors write. Of the others libtiff's readers have had fewer eyes on them.
static int is_read(uint16_t compression)
{
    switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTRLEW:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
    case COMPRESSION_LZW:
    case COMPRESSION_JPEG:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_SGILOG:
    case COMPRESSION_SGILOG24:
    case COMPRESSION_LZMA:
    case COMPRESSION_ZSTD:
    case COMPRESSION_WEBP: return tiff_lib.TIFFIsCODECConfigured(compression);
    default: return 0;
    }
}

static uint16_t field(const still_tiff *self, uint32_t tag)
{
    uint16_t value = 0;
    return tiff_lib.TIFFGetFieldDefaulted(self->tiff, tag, &value) ? value : 0;
}

static still_code fail_unsupported(still_status *status, const char *format, unsigned number)
{
    char message[80];
    snprintf(message, sizeof message, format, number);
    return still_fail(status, STILL_UNSUPPORTED, message);
}

static int find_palette(still_tiff *self)
{
    uint16_t *red, *green, *blue;
    if (self->bits > 8 || !tiff_lib.TIFFGetField(self->tiff, TIFFTAG_COLORMAP, &red, &green, &blue)) return 0;
    const unsigned count = 1u << self->bits;
    int is_short = 1; // Some programs write colours of eight bits.
    for (unsigned i = 0; i < count; i++)
        is_short &= red[i] < 256 && green[i] < 256 && blue[i] < 256;
    const unsigned divisor = is_short ? 1 : 257;
    for (unsigned i = 0; i < count; i++) {
        self->palette[i][0] = (uint8_t)((red[i] + divisor / 2) / divisor);
        self->palette[i][1] = (uint8_t)((green[i] + divisor / 2) / divisor);
        self->palette[i][2] = (uint8_t)((blue[i] + divisor / 2) / divisor);
    }
    self->has_palette = 1;
    return 1;
}

// Which sample is alpha; -1: none. Further samples of no known meaning are not.
static int alpha_sample(const still_tiff *self, unsigned colors, int *is_premultiplied)
{
    uint16_t count = 0, *kinds = NULL;
    if (!tiff_lib.TIFFGetFieldDefaulted(self->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds)) return -1;
    for (unsigned i = 0; i < count && colors + i < self->samples; i++) {
        if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
        *is_premultiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
        return (int)(colors + i);
    }
    return -1;
}

static still_code choose_samples(still_tiff *self, unsigned colors, still_info *info, still_status *status)
{
    const int is_float = self->format == SAMPLEFORMAT_IEEEFP;
    if (self->bits < 1 || (self->bits > 16 && self->bits != 32) || (is_float && self->bits != 32) ||
        (self->format != SAMPLEFORMAT_UINT && self->format != SAMPLEFORMAT_INT && !is_float &&
         self->format != SAMPLEFORMAT_VOID)) {
        return fail_unsupported(status, "a TIFF whose samples are numbers of %u bits of a rare kind", self->bits);
    }
    if (self->samples < colors) return still_fail(status, STILL_CORRUPT, "pixels have too few samples");
    for (unsigned i = 0; i < colors; i++)
        self->shown[i] = (uint16_t)i;
    self->color_count = self->shown_count = colors;
    int alpha = alpha_sample(self, colors, &info->is_premultiplied);
    if (alpha >= 0) {
        self->shown[self->shown_count++] = (uint16_t)alpha;
        info->has_alpha = 1;
        self->is_premultiplied = info->is_premultiplied;
    }
    info->colors = self->has_palette ? 3 : colors;
    return STILL_OK;
}

// D50, which is meant where nothing is said.
static int has_usual_white(const still_tiff *self)
{
    float *white = NULL;
    if (!tiff_lib.TIFFGetField(self->tiff, TIFFTAG_WHITEPOINT, &white)) return 1;
    return fabsf(white[0] - 0.3457f) < 0.005f && fabsf(white[1] - 0.3585f) < 0.005f;
}

static still_code choose_colors(still_tiff *self, still_info *info, still_status *status)
{
    switch (self->photometric) {
    case PHOTOMETRIC_MINISWHITE: self->is_inverted = 1; return choose_samples(self, 1, info, status);
    case PHOTOMETRIC_MINISBLACK: return choose_samples(self, 1, info, status);
    case PHOTOMETRIC_RGB: return choose_samples(self, 3, info, status);
    case PHOTOMETRIC_PALETTE:
        if (!find_palette(self)) return still_fail(status, STILL_CORRUPT, "the palette is missing");
        return choose_samples(self, 1, info, status);
    case PHOTOMETRIC_SEPARATED:
        if (field(self, TIFFTAG_INKSET) == INKSET_MULTIINK && self->samples != 4) break;
        self->is_inverted = 1;
        return choose_samples(self, 4, info, status);
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
        if (self->samples < 3 || (self->bits != 8 && self->bits != 16)) break;
        if (!has_usual_white(self)) {
            return still_fail(status, STILL_UNSUPPORTED, "a TIFF of L*a*b* with another white than D50");
        }
        info->is_lab = 1;
        return choose_samples(self, 3, info, status);
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: self->way = TIFF_BY_RGBA; return STILL_OK;
    default: break;
    }
    return fail_unsupported(status, "a TIFF with colours of kind %u", self->photometric);
}

static still_code choose_way(still_tiff *self, still_info *info, still_status *status)
{
    self->way = self->is_tiled ? TIFF_BY_TILES : self->planes == PLANARCONFIG_SEPARATE ? TIFF_BY_STRIPS : TIFF_BY_ROWS;
    if (self->photometric == PHOTOMETRIC_YCBCR && field(self, TIFFTAG_COMPRESSION) == COMPRESSION_JPEG &&
        self->planes == PLANARCONFIG_CONTIG &&
        tiff_lib.TIFFSetField(self->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)) {
        self->photometric = PHOTOMETRIC_RGB; // libjpeg makes it of luma and chroma.
    }
    if (choose_colors(self, info, status) != STILL_OK) return status->code;
    if (self->way != TIFF_BY_RGBA) return STILL_OK;
    char reason[1024] = "";
    if (!tiff_lib.TIFFRGBAImageOK(self->tiff, reason)) return still_fail(status, STILL_UNSUPPORTED, reason);
    // libtiff turns what it makes; here that is done for all formats alike.
    tiff_lib.TIFFSetField(self->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    info->colors = 3;
    self->shown_count = self->color_count = 3;
    return STILL_OK;
}

static uint64_t times(uint64_t left, uint64_t right)
{
    uint64_t product;
    return __builtin_mul_overflow(left, right, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t left, uint64_t right)
{
    uint64_t sum;
    return __builtin_add_overflow(left, right, &sum) ? UINT64_MAX : sum;
}

static int find_bands(still_tiff *self)
{
    uint32_t rows = 0;
    if (self->is_tiled) {
        tiff_lib.TIFFGetField(self->tiff, TIFFTAG_TILEWIDTH, &self->tile_width);
        tiff_lib.TIFFGetField(self->tiff, TIFFTAG_TILELENGTH, &rows);
        if (self->tile_width == 0) return 0;
    } else {
        tiff_lib.TIFFGetFieldDefaulted(self->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
        if (rows > self->height) rows = self->height;
    }
    self->band_rows = rows;
    return rows > 0;
}

// Compressed data of a piece are in memory, too, and no longer than the file.
static int measure(still_tiff *self, still_tiff_layout *layout)
{
    if (!find_bands(self)) return 0;
    uint64_t piece = 0, pieces = 1;
    switch (self->way) {
    case TIFF_BY_ROWS: piece = tiff_lib.TIFFScanlineSize64(self->tiff); break;
    case TIFF_BY_STRIPS: piece = tiff_lib.TIFFStripSize64(self->tiff); break;
    case TIFF_BY_TILES: piece = tiff_lib.TIFFTileSize64(self->tiff); break;
    case TIFF_BY_RGBA:
        // What libtiff decodes to make colours of it is about as large again.
        piece = times(times(self->is_tiled ? self->tile_width : self->width, self->band_rows), 4);
        pieces = 3;
        break;
    }
    if (piece == 0) return 0;
    self->piece_bytes = piece > SIZE_MAX ? SIZE_MAX : (size_t)piece;
    layout->working_bytes = plus(times(piece, pieces), self->source.byte_count);
    layout->band_rows = self->way == TIFF_BY_ROWS ? 16 : self->band_rows;
    return 1;
}

static void find_profile(const still_tiff *self, still_info *info)
{
    uint32_t count = 0;
    void *bytes = NULL;
    // Colours that libtiff made are those of screens.
    if (self->way == TIFF_BY_RGBA || !tiff_lib.TIFFGetField(self->tiff, TIFFTAG_ICCPROFILE, &count, &bytes)) return;
    info->profile = bytes;
    info->profile_count = count;
}

static still_code describe(still_tiff *self, still_info *info, still_tiff_layout *layout, still_status *status)
{
    // libtiff does without tags that it cannot read.
    if (self->io_failed || self->was_cancelled) return tiff_fail(self, status);
    tiff_lib.TIFFGetField(self->tiff, TIFFTAG_IMAGEWIDTH, &self->width);
    tiff_lib.TIFFGetField(self->tiff, TIFFTAG_IMAGELENGTH, &self->height);
    if (self->width == 0 || self->height == 0) return still_fail(status, STILL_CORRUPT, "the image has no size");
    const uint16_t compression = field(self, TIFFTAG_COMPRESSION);
    if (!is_read(compression)) return fail_unsupported(status, "a TIFF compressed by method %u", compression);
    self->bits = field(self, TIFFTAG_BITSPERSAMPLE);
    self->samples = field(self, TIFFTAG_SAMPLESPERPIXEL);
    self->format = field(self, TIFFTAG_SAMPLEFORMAT);
    self->planes = field(self, TIFFTAG_PLANARCONFIG);
    if (self->samples == 1) self->planes = PLANARCONFIG_CONTIG;
    // Early writers of fax pages left it out.
    self->photometric = PHOTOMETRIC_MINISWHITE;
    tiff_lib.TIFFGetField(self->tiff, TIFFTAG_PHOTOMETRIC, &self->photometric);
    self->is_tiled = tiff_lib.TIFFIsTiled(self->tiff);
    uint16_t orientation = field(self, TIFFTAG_ORIENTATION);
    *info = (still_info){.width = self->width,
                         .height = self->height,
                         .bits = self->bits,
                         .orientation = orientation >= 1 && orientation <= 8 ? orientation : 1};
    if (choose_way(self, info, status) != STILL_OK) return status->code;
    if (!measure(self, layout)) return still_fail(status, STILL_CORRUPT, "its strips or tiles have no size");
    find_profile(self, info);
    return STILL_OK;
}

#pragma GCC visibility push(hidden)

still_tiff *still_tiff_open(const still_source *source, size_t largest_piece, still_info *info,
                            still_tiff_layout *layout, still_status *status)
{
    if (still_library_load(STILL_LIBTIFF, status) != STILL_OK) return NULL;
    still_tiff *self = calloc(1, sizeof *self);
    if (!self) {
        still_fail(status, STILL_OUT_OF_MEMORY, "no memory");
        return NULL;
    }
    self->source = *source;
    *layout = (still_tiff_layout){0};
    if (tiff_attach(self, largest_piece) != 0) {
        tiff_fail(self, status);
    } else if (describe(self, info, layout, status) == STILL_OK) {
        return self;
    }
    still_tiff_close(self);
    return NULL;
}

void still_tiff_close(still_tiff *image)
{
    if (image->tiff) tiff_lib.TIFFClose(image->tiff);
    free(image->piece);
    free(image);
}

#pragma GCC visibility pop
