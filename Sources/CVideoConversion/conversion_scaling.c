#include <errno.h>

#include "conversion.h"

// One odd row or column is left out: to scale for it would blur all of the frame.
static int cut(int length, int wanted) { return (length & ~1) == wanted ? wanted : length; }

static int is_as_wanted(const AVFrame *frame, const AVCodecContext *encoder)
{
    return frame->format == AV_PIX_FMT_YUV420P && !video_has_full_range(frame) &&
           cut(frame->width, encoder->width) == encoder->width &&
           cut(frame->height, encoder->height) == encoder->height;
}

// libswscale's numbers of matrices are those of ITU-T H.273 as far as it has them.
static const int *matrix(int space)
{
    return video_sw.sws_getCoefficients(space == AVCOL_SPC_BT2020_CL ? AVCOL_SPC_BT2020_NCL : space);
}

static int is_ready(const struct video_scaling *scaling, const AVFrame *frame, int space, int is_full)
{
    return scaling->context && scaling->width == frame->width && scaling->height == frame->height &&
           scaling->format == frame->format && scaling->matrix == space && scaling->is_full_range == is_full;
}

static int prepare(struct video_scaling *scaling, const AVFrame *frame, const AVCodecContext *encoder)
{
    int space = frame->colorspace == AVCOL_SPC_RGB || frame->colorspace == AVCOL_SPC_UNSPECIFIED ? encoder->colorspace
                                                                                                 : frame->colorspace;
    int is_full = video_has_full_range(frame);
    if (is_ready(scaling, frame, space, is_full)) return 0;
    video_sw.sws_freeContext(scaling->context);
    scaling->context = video_sw.sws_getContext(cut(frame->width, encoder->width), cut(frame->height, encoder->height),
                                               (enum AVPixelFormat)frame->format, encoder->width, encoder->height,
                                               encoder->pix_fmt, SWS_BICUBIC | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!scaling->context) return AVERROR(ENOSYS);
    video_sw.sws_setColorspaceDetails(scaling->context, matrix(space), is_full, matrix(encoder->colorspace), 0, 0,
                                      1 << 16, 1 << 16);
    scaling->width = frame->width;
    scaling->height = frame->height;
    scaling->format = frame->format;
    scaling->matrix = space;
    scaling->is_full_range = is_full;
    return 0;
}

#pragma GCC visibility push(hidden)

int video_scale_frame(video_conversion *conversion, AVFrame **scaled)
{
    AVFrame *frame = conversion->frame, *to = conversion->converted;
    const AVCodecContext *encoder = conversion->video.encoder;
    if ((int64_t)frame->width * frame->height > conversion->plan.max_pixels) return AVERROR_INVALIDDATA;
    if (is_as_wanted(frame, encoder)) {
        frame->width = encoder->width;
        frame->height = encoder->height;
        *scaled = frame;
        return 0;
    }
    int result = prepare(&conversion->scaling, frame, encoder);
    if (result < 0) return result;
    // The encoder may still hold the pixels of the one before.
    video_av.av_frame_unref(to);
    to->width = encoder->width;
    to->height = encoder->height;
    to->format = encoder->pix_fmt;
    result = video_av.av_frame_get_buffer(to, 0);
    if (result < 0) return result;
    result = video_sw.sws_scale(conversion->scaling.context, (const uint8_t *const *)frame->data, frame->linesize, 0,
                                cut(frame->height, encoder->height), to->data, to->linesize);
    *scaled = to;
    return result < 0 ? result : 0;
}

#pragma GCC visibility pop
