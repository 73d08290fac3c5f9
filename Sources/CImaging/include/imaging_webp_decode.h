#ifndef IMAGING_WEBP_DECODE_H
#define IMAGING_WEBP_DECODE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_status.h"

#pragma GCC visibility push(hidden)

// Decodes a WebP, or the first frame of an animated one, into `height` rows of `width` pixels of 3 or 4 interleaved
// bytes: the canvas that the file's header describes. What a frame does not cover stays as it is. Asks `cancel`
// about once for each megapixel.
imaging_code imaging_webp_decode(const uint8_t *bytes, size_t count, unsigned width, unsigned height, int channels,
                                 uint8_t *base, size_t stride, imaging_cancel cancel, imaging_status *status);

#pragma GCC visibility pop

#endif
