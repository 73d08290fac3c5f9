#ifndef IMAGING_GIF_DECODE_H
#define IMAGING_GIF_DECODE_H

#include "imaging_source.h"
#include "imaging_status.h"

#pragma GCC visibility push(hidden)

// Decodes the first frame of a GIF onto a canvas of `height` rows of `width` RGBA pixels: the size that the file's
// header describes. What the frame does not cover stays as it is. `complete_rows` counts the rows of the frame that
// were decoded before a failure.
imaging_code imaging_gif_decode(imaging_source source, unsigned width, unsigned height, uint8_t *base, size_t stride,
                                imaging_cancel cancel, size_t *complete_rows, imaging_status *status);

#pragma GCC visibility pop

#endif
