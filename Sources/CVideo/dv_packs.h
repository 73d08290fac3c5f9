#ifndef VIDEO_DV_PACKS_INTERNAL_H
#define VIDEO_DV_PACKS_INTERNAL_H

#include "functions.h"
#include "video_dv_packs.h"

#pragma GCC visibility push(hidden)

// How NAL units of a stream of H.264 begin: `length_size` of the functions in video_dv_packs.h.
int video_nal_length_size(const AVCodecParameters *parameters);

#pragma GCC visibility pop

#endif
