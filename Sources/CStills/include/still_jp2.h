#ifndef STILL_JP2_H
#define STILL_JP2_H

#include "still_image.h"
#include "still_status.h"

// An image of JPEG 2000, by OpenJPEG.
typedef struct still_jp2 still_jp2;

#pragma GCC visibility push(hidden)

// Opens a JP2 file or a codestream, and reads its header; `halvings` becomes how often the image can be had at half the
// size. The source must live until the image is closed. Takes memory for all tiles that the header claims: see JP2Layout.
still_jp2 *still_jp2_open(const still_source *source, int is_codestream, still_info *info, uint32_t *halvings,
                          still_status *status);

// Decodes all of it, each side halved as often as is said. `info` becomes what its samples are then: those of a palette are
// colours only now. The profile lives as long as the image.
still_code still_jp2_decode(still_jp2 *image, uint32_t halvings, still_info *info, still_status *status);

// Writes the samples of a decoded image, of so many pixels.
still_code still_jp2_write(const still_jp2 *image, uint32_t width, uint32_t height, uint8_t *to, size_t stride,
                           still_status *status);

void still_jp2_close(still_jp2 *image);

#pragma GCC visibility pop

#endif
