#ifndef PICKER_GIF_DECODE_H
#define PICKER_GIF_DECODE_H

#include "picker_source.h"
#include "picker_status.h"

#pragma GCC visibility push(hidden)

// Decodes the first frame of a GIF onto a canvas of `height` rows of `width` RGBA pixels: the size that the file's
// header describes. What the frame does not cover stays as it is. `complete_rows` counts the rows of the frame that
// were decoded before a failure.
picker_code picker_gif_decode(
    picker_source source, unsigned width, unsigned height, uint8_t *base, size_t stride, picker_cancel cancel,
    size_t *complete_rows, picker_status *status);

#pragma GCC visibility pop

#endif
