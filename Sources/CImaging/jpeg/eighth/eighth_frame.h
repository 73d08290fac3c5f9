// What libjpeg read from a header, as the decoder of an eighth takes it.
#ifndef IMAGING_EIGHTH_FRAME_H
#define IMAGING_EIGHTH_FRAME_H

#include <stdio.h>

#include <jpeglib.h>

#include "eighth.h"

#pragma GCC visibility push(hidden)

// After jpeg_read_header. Returns 0, or -1 for a file that is left to libjpeg. Does not change `info`.
int imaging_eighth_frame(const struct jpeg_decompress_struct *info, size_t scan_offset, eighth_frame *frame);

#pragma GCC visibility pop

#endif
