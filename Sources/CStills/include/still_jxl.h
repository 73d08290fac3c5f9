#ifndef STILL_JXL_H
#define STILL_JXL_H

#include "still_image.h"
#include "still_status.h"

typedef struct still_jxl_facts {
    uint32_t extra_channels;
    int is_lossy; // in XYB, whose colours can be had in any space
} still_jxl_facts;

// What the samples mean that a decoder gives.
typedef struct still_jxl_colors {
    uint8_t *profile; // allocated with malloc, or NULL, which stands for sRGB
    size_t profile_count;
    // Of ITU-T H.273, where the dynamic range is high; 0 elsewhere, and for primaries that have no number there.
    int primaries, transfer;
} still_jxl_colors;

#pragma GCC visibility push(hidden)

// Reads the header from the beginning of a file of JPEG XL. STILL_CORRUPT when it does not end in these bytes.
still_code still_jxl_read_header(const uint8_t *bytes, size_t count, still_info *info, still_jxl_facts *facts,
                                 still_status *status);

// Unpacks the first compressed box (`brob`) of a file that has another box after it. STILL_CORRUPT when it cannot be unpacked, or
// needs more than `room`.
still_code still_jxl_unpack(const uint8_t *bytes, size_t count, uint8_t *to, size_t room, size_t *written,
                            still_status *status);

// Decodes the first frame to interleaved samples of eight bits: the colours of `info`, and alpha. `to` has `stride` bytes for
// each row, the last one too. `is_cancelled` is asked between pieces of the file. `is_complete` becomes 0 when the
// file ends before the image does.
still_code still_jxl_decode(const still_source *source, const uint8_t *bytes, const still_info *info, uint8_t *to,
                            size_t stride, still_jxl_colors *colors, int *is_complete, still_status *status);

#pragma GCC visibility pop

#endif
