#ifndef STILL_JXL_H
#define STILL_JXL_H

#include "still_image.h"
#include "still_status.h"

typedef struct still_jxl_facts {
    uint32_t extra_channels;
    int is_animated;
    int is_lossy; // in XYB, whose colours can be had in any space
} still_jxl_facts;

#pragma GCC visibility push(hidden)

// Reads the header from the beginning of a file of JPEG XL. STILL_CORRUPT when it does not end in these bytes.
still_code still_jxl_read_header(const uint8_t *bytes, size_t count, still_info *info, still_jxl_facts *facts,
                                 still_status *status);

// Decodes the first frame to interleaved samples of eight bits: the colours of `info`, and alpha. `to` has `stride` bytes for
// each row, the last one too. `profile` becomes what they
// mean, allocated with malloc, or NULL. `is_cancelled` is asked between pieces of the file. `is_complete` becomes 0 when the
// file ends before the image does.
still_code still_jxl_decode(const still_source *source, const uint8_t *bytes, const still_info *info, uint8_t *to,
                            size_t stride, uint8_t **profile, size_t *profile_count, int *is_complete,
                            still_status *status);

#pragma GCC visibility pop

#endif
