// The decoder of imaging_jpeg_decode.h, for the files that make it up.
#ifndef IMAGING_JPEG_DECODER_H
#define IMAGING_JPEG_DECODER_H

#include "imaging_jpeg_decode.h"

#include <setjmp.h>
#include <stdio.h>

// libjpeg would scale chroma by a larger factor than luma instead of leaving it subsampled. Planes are wanted as
// they are stored, so its choice of transforms is overridden, the way TurboJPEG does it, where the header that
// describes them is installed.
#define JPEG_INTERNALS
#include "jpeg_source.h"

#include "eighth/eighth_frame.h"
#include "scaled/scaled.h"

typedef struct imaging_jpeg_failure {
    struct jpeg_error_mgr manager; // first, so that libjpeg's pointer is ours
    jmp_buf jump;
    long warnings;
    int lacks_data; // a warning said that samples were made up
    char first_warning[JMSG_LENGTH_MAX];
} imaging_jpeg_failure;

// Where the rows are to come from.
typedef enum imaging_jpeg_way {
    IMAGING_JPEG_BY_LIBJPEG,
    IMAGING_JPEG_BY_DC,     // imaging_eighth_decode; libjpeg has not been started
    IMAGING_JPEG_BY_BLOCKS, // imaging_scaled_decode
} imaging_jpeg_way;

struct imaging_jpeg_decoder {
    struct jpeg_decompress_struct info;
    imaging_jpeg_failure error;
    imaging_jpeg_reader reader;
    struct jpeg_progress_mgr progress;
    imaging_cancel cancel;
    int eighths;
    int leaves_to_libjpeg;
    imaging_jpeg_way way;
    eighth_frame frame; // for the ways that are not libjpeg's
    int is_cancelled;
    int has_too_many_scans;
    int is_raw;
    int ended_before_rows; // the file ended while a file of many scans was read into coefficients
};

#pragma GCC visibility push(hidden)

// Makes libjpeg leave by the decoder's jump when it fails, and note its warnings.
void imaging_jpeg_catch(imaging_jpeg_decoder *decoder);

// Turns libjpeg's last error into ours.
imaging_code imaging_jpeg_failed(imaging_jpeg_decoder *decoder, imaging_status *status);

// Both leave by the decoder's jump. They read rows down to `limit`, and count those that are complete.
void imaging_jpeg_read_rows(imaging_jpeg_decoder *decoder, uint8_t *base, size_t stride, size_t limit,
                            size_t *complete);
void imaging_jpeg_read_planes(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[],
                              size_t limit, size_t *complete);

// Whether the file ended before all coefficients were there. Without the marker of its end alone, it did not.
int imaging_jpeg_lacks_scans(const imaging_jpeg_decoder *decoder);

#pragma GCC visibility pop

#endif
