#include <errno.h>

#include "conversion.h"

static AVRational frame_rate(const AVStream *stream)
{
    const AVRational rates[] = {stream->avg_frame_rate, stream->r_frame_rate};
    for (int i = 0; i < 2; i++) {
        double rate = rates[i].den > 0 ? (double)rates[i].num / rates[i].den : 0;
        if (rate >= 1 && rate <= 1000) return rates[i];
    }
    return (AVRational){30, 1};
}

static int is_rgb(const AVCodecParameters *from)
{
    const AVPixFmtDescriptor *format = video_av.av_pix_fmt_desc_get((enum AVPixelFormat)from->format);
    return from->color_space == AVCOL_SPC_RGB ||
           (format && format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL));
}

// Samples keep the matrix that they have. Red, green and blue get what players take for frames of that size.
static enum AVColorSpace color_space(const AVCodecParameters *from)
{
    if (!is_rgb(from)) return from->color_space;
    int is_large = from->width >= 1280 || from->height >= 1280 || (from->width >= 720 && from->height >= 720);
    return is_large ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
}

static int even(int length) { return length < 2 ? 2 : length & ~1; }

static void describe(AVCodecContext *encoder, const AVStream *from, int threads)
{
    const AVCodecParameters *parameters = from->codecpar;
    AVRational rate = frame_rate(from);
    int seconds = (int)((double)rate.num / rate.den * 4); // Between key frames: who jumps waits for less.
    encoder->width = even(parameters->width);
    encoder->height = even(parameters->height);
    encoder->pix_fmt = AV_PIX_FMT_YUV420P;
    encoder->time_base = video_ticks;
    encoder->framerate = rate;
    encoder->sample_aspect_ratio =
        from->sample_aspect_ratio.num > 0 ? from->sample_aspect_ratio : parameters->sample_aspect_ratio;
    encoder->color_range = AVCOL_RANGE_MPEG;
    encoder->colorspace = color_space(parameters);
    encoder->color_primaries = parameters->color_primaries;
    encoder->color_trc = parameters->color_trc;
    encoder->gop_size = seconds < 12 ? 12 : seconds > 250 ? 250 : seconds;
    encoder->thread_count = threads;
    encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
}

#pragma GCC visibility push(hidden)

int video_open_frame_encoder(video_conversion *conversion, const AVCodec *codec)
{
    struct video_track *track = &conversion->video;
    track->encoder = video_av.avcodec_alloc_context3(codec);
    if (!track->encoder) return AVERROR(ENOMEM);
    describe(track->encoder, track->from, conversion->plan.threads);
    AVDictionary *options = NULL;
    video_av.av_dict_set(&options, "preset", "veryfast", 0);
    video_av.av_dict_set(&options, "crf", "20", 0);
    video_av.av_dict_set(&options, "profile", "high", 0);
    int result = video_av.avcodec_open2(track->encoder, codec, &options);
    video_av.av_dict_free(&options);
    return result;
}

#pragma GCC visibility pop
