#ifndef PICKER_JPEG_DECODE_H
#define PICKER_JPEG_DECODE_H

#include "picker_source.h"
#include "picker_status.h"

#define PICKER_JPEG_MAX_COMPONENTS 4

// How the samples of a JPEG come out.
typedef enum picker_jpeg_layout {
    PICKER_JPEG_GRAY,  // one plane
    PICKER_JPEG_YCBCR, // three planes, as stored
    PICKER_JPEG_RGB,   // one plane of three interleaved samples
    PICKER_JPEG_CMYK,  // one plane of four interleaved samples; 255 is no ink, as Adobe writes it
} picker_jpeg_layout;

// What the header says.
typedef struct picker_jpeg_info {
    int width, height;
    picker_jpeg_layout layout;
    int is_multi_scan; // coefficients of the whole image are held in memory
    // Sampling factors; a plane has width * h / max_h samples a row.
    int h_factor[PICKER_JPEG_MAX_COMPONENTS], v_factor[PICKER_JPEG_MAX_COMPONENTS];
    int max_h_factor, max_v_factor;
    int component_count;
} picker_jpeg_info;

// One plane as it is decoded.
typedef struct picker_jpeg_plane {
    size_t row_bytes; // bytes that are written of each row
    size_t rows;      // rows that are written
    int block_size;   // samples that one block of eight gives, 1…8
} picker_jpeg_plane;

// How decoding went.
typedef struct picker_jpeg_report {
    long warnings;        // damaged data that was skipped or guessed
    int is_truncated;     // the file ended before the image did
    size_t complete_rows; // rows, of the scaled image, that were decoded before the file ended
    char first_warning[200];
} picker_jpeg_report;

typedef struct picker_jpeg_decoder picker_jpeg_decoder;

#pragma GCC visibility push(hidden)

// Reads the header that starts at `start`. Returns NULL with a status on failure. The source must live, and its
// bytes stay where they are, until the decoder is closed. `memory_limit` bounds what libjpeg holds.
picker_jpeg_decoder *picker_jpeg_open(
    picker_source source, size_t start, size_t memory_limit, picker_jpeg_info *info, picker_status *status);

// Chooses the scale (`eighths`/8, 1…8) and describes the planes: one, or three for PICKER_JPEG_YCBCR. For files of
// many scans this reads the whole file. Call once.
picker_code picker_jpeg_start(
    picker_jpeg_decoder *decoder, int eighths, picker_cancel cancel,
    picker_jpeg_plane planes[PICKER_JPEG_MAX_COMPONENTS], picker_status *status);

// Decodes rows up to `row_limit` rows of the scaled image (rounded up to whole rows of blocks). Each plane must
// hold its `rows` rows of `row_bytes` bytes. Call once, after picker_jpeg_start.
picker_code picker_jpeg_read(
    picker_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[], size_t row_limit,
    picker_cancel cancel, picker_jpeg_report *report, picker_status *status);

void picker_jpeg_close(picker_jpeg_decoder *decoder);

#pragma GCC visibility pop

#endif
