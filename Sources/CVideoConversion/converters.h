#ifndef VIDEO_CONVERTERS_H
#define VIDEO_CONVERTERS_H

#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include "video_status.h"

#define VIDEO_SCALER_FUNCTIONS(function)                                                                 \
    function(sws_freeContext) function(sws_getCoefficients) function(sws_getContext) function(sws_scale) \
        function(sws_setColorspaceDetails) function(swscale_version)

#define VIDEO_RESAMPLER_FUNCTIONS(function)                                                        \
    function(swr_alloc_set_opts2) function(swr_convert) function(swr_free) function(swr_get_delay) \
        function(swr_get_out_samples) function(swr_init) function(swresample_version)

// The functions of libswscale and libswresample, with the types that their headers give them.
struct video_converters {
#define VIDEO_MEMBER(name) __typeof__(&name) name;
    VIDEO_SCALER_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_RESAMPLER_FUNCTIONS(VIDEO_MEMBER)
#undef VIDEO_MEMBER
};

#pragma GCC visibility push(hidden)

// Each half is filled once its load has returned VIDEO_OK.
extern struct video_converters video_sw;

// Load one library, once in a process. From any thread.
video_code video_scaler_load(video_status *status);
video_code video_resampler_load(video_status *status);

#pragma GCC visibility pop

#endif
