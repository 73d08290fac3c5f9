#ifndef VIDEO_DV_PACKS_H
#define VIDEO_DV_PACKS_H

#include "video_file.h"

// A tag and four bytes.
#define VIDEO_DV_PACK_SIZE  5
#define VIDEO_MOST_DV_PACKS 255

#pragma GCC visibility push(hidden)

// What AVCHD camcorders write beside each key frame: "modified DV packs" (MDPM) in user data of H.264, named after those of
// IEC 61834-4. Transport streams have no other place for a date.
//
// Copies those of the first picture that has any, out of the first pictures of a file that was just opened, as they are there; the
// file then goes on behind it. `packs` has room for VIDEO_MOST_DV_PACKS. None is no error, and there are none in pictures that are much
// larger than a camcorder's, which are not read to their end.
video_code video_read_dv_packs(video_file *file, uint8_t *packs, int *count, video_status *status);

// Copies the packs in one packet of H.264, and returns how many there are.
//
// `packs`: room for VIDEO_MOST_DV_PACKS.
// `length_size`: bytes of the length before each NAL unit, as in MP4 (ISO/IEC 14496-15, section 5.3.3.1); 0 for units between
// start codes (ITU-T H.264, annex B).
int video_find_dv_packs(const uint8_t *data, size_t size, int length_size, uint8_t *packs);

// Takes the packs out that say where a picture was taken, and what has packs in it and cannot be taken apart: the end of a damaged packet, what
// is before its first start code, a unit whose message is cut. Returns the new size, never a larger one; 0 when nothing is left.
size_t video_drop_dv_places(uint8_t *data, size_t size, int length_size);

#pragma GCC visibility pop

#endif
