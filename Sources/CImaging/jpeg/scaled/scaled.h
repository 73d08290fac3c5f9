// Decodes a sequential JPEG at any scale: reads the coefficients itself, which is most of the work, and leaves the
// transforms to libjpeg. Samples are libjpeg's to the byte, since its transforms get the same coefficients; whatever is
// damaged or unusual is left to libjpeg (EIGHTH_FALL_BACK).
#ifndef IMAGING_SCALED_H
#define IMAGING_SCALED_H

#include <stdio.h>

#include <jpeglib.h>

#include "../eighth/eighth.h"

#pragma GCC visibility push(hidden)

// Decodes the first `groups` rows of groups of blocks of a file of one scan into planes. `info` has been started, and nothing was read of the
// scan; it is not changed, so that it can begin with the scan when this falls back, which is after rows were written.
eighth_outcome imaging_scaled_decode(const eighth_frame *frame, imaging_source source, j_decompress_ptr info,
                                     uint8_t *const bases[], const size_t strides[], int groups, imaging_cancel cancel);

#pragma GCC visibility pop

#endif
