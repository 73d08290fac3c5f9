#ifndef IMAGING_JPEG_DECODE_H
#define IMAGING_JPEG_DECODE_H

#include "imaging_source.h"
#include "imaging_status.h"

#define IMAGING_JPEG_MAX_COMPONENTS 4

// How the samples of a JPEG come out.
typedef enum imaging_jpeg_layout {
    IMAGING_JPEG_GRAY,  // one plane
    IMAGING_JPEG_YCBCR, // three planes, as stored
    IMAGING_JPEG_RGB,   // one plane of three interleaved samples
    IMAGING_JPEG_CMYK,  // one plane of four interleaved samples; 255 is no ink, as Adobe writes it
} imaging_jpeg_layout;

// What the header says.
typedef struct imaging_jpeg_info {
    int width, height;
    imaging_jpeg_layout layout;
    int is_multi_scan;        // coefficients of the whole image are held in memory
    size_t coefficient_bytes; // what they take when they are
    // Sampling factors; a plane has width * h / max_h samples a row.
    int h_factor[IMAGING_JPEG_MAX_COMPONENTS], v_factor[IMAGING_JPEG_MAX_COMPONENTS];
    int max_h_factor, max_v_factor;
    int component_count;
} imaging_jpeg_info;

// One plane as it is decoded.
typedef struct imaging_jpeg_plane {
    size_t row_bytes; // bytes that are written of each row
    size_t rows;      // rows that are written
    int block_size;   // samples that one block of eight gives, 1…8
} imaging_jpeg_plane;

// How decoding went.
typedef struct imaging_jpeg_report {
    long warnings;        // damaged data that was skipped or guessed
    int is_truncated;     // the file ended before the image did
    int is_incomplete;    // samples were made up, or lack detail, because data is missing or damaged
    int is_own;           // libjpeg read no coefficients; the samples are the same
    size_t complete_rows; // rows, of the scaled image, that were decoded before the file ended
    char first_warning[200];
} imaging_jpeg_report;

typedef struct imaging_jpeg_decoder imaging_jpeg_decoder;

#pragma GCC visibility push(hidden)

// Reads the header that starts at `start`. Returns NULL with a status on failure. The source must live, and its
// bytes stay where they are, until the decoder is closed. `memory_limit` bounds what libjpeg holds. Asks `cancel` between
// pieces of a file.
imaging_jpeg_decoder *imaging_jpeg_open(imaging_source source, size_t start, size_t memory_limit, imaging_cancel cancel,
                                        imaging_jpeg_info *info, imaging_status *status);

// Has libjpeg decode all that it could: to compare with it. Call before imaging_jpeg_start.
void imaging_jpeg_leave_to_libjpeg(imaging_jpeg_decoder *decoder);

// Chooses the scale (`eighths`/8, 1…8) and describes the planes: one, or three for IMAGING_JPEG_YCBCR. For files of
// many scans this may read the whole file. Call once.
imaging_code imaging_jpeg_start(imaging_jpeg_decoder *decoder, int eighths, imaging_cancel cancel,
                                imaging_jpeg_plane planes[IMAGING_JPEG_MAX_COMPONENTS], imaging_status *status);

// Decodes rows up to `row_limit` rows of the scaled image (rounded up to whole rows of blocks). Each plane must
// hold its `rows` rows of `row_bytes` bytes. Coefficients are read without libjpeg first, where imaging_eighth_decode or
// imaging_scaled_decode know how. Call once, after imaging_jpeg_start.
imaging_code imaging_jpeg_read(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[],
                               size_t row_limit, imaging_cancel cancel, imaging_jpeg_report *report,
                               imaging_status *status);

void imaging_jpeg_close(imaging_jpeg_decoder *decoder);

#pragma GCC visibility pop

#endif
