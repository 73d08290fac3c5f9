// A C shim around libavformat and libavcodec: all of their state and errors stay here. The libraries are not linked but
// loaded when the first video is opened. No symbol is visible outside of the image that this is linked into.
#ifndef VIDEO_CVIDEO_H
#define VIDEO_CVIDEO_H

#include "video_colors.h"
#include "video_dv_packs.h"
#include "video_file.h"
#include "video_libraries.h"
#include "video_status.h"

#endif
