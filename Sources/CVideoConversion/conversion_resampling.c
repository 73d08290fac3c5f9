#include "conversion.h"

static int is_ready(const struct video_resampling *resampling, const AVFrame *frame)
{
    return resampling->context && resampling->rate == frame->sample_rate && resampling->format == frame->format &&
           resampling->channels == frame->ch_layout.nb_channels;
}

static int open_resampler(struct video_resampling *resampling, const AVFrame *frame, const AVCodecContext *encoder)
{
    video_sw.swr_free(&resampling->context);
    AVChannelLayout layout = {0};
    int is_known = frame->ch_layout.order != AV_CHANNEL_ORDER_UNSPEC;
    if (!is_known) video_av.av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
    int result =
        video_sw.swr_alloc_set_opts2(&resampling->context, (AVChannelLayout *)&encoder->ch_layout, encoder->sample_fmt,
                                     encoder->sample_rate, is_known ? (AVChannelLayout *)&frame->ch_layout : &layout,
                                     (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL);
    video_av.av_channel_layout_uninit(&layout);
    if (result >= 0) result = video_sw.swr_init(resampling->context);
    resampling->rate = frame->sample_rate;
    resampling->format = frame->format;
    resampling->channels = frame->ch_layout.nb_channels;
    return result;
}

#pragma GCC visibility push(hidden)

int video_get_sound_buffer(AVFrame *frame, const AVCodecContext *encoder, int count)
{
    // The encoder may still hold the samples of the one before.
    video_av.av_frame_unref(frame);
    frame->nb_samples = count;
    frame->format = encoder->sample_fmt;
    frame->sample_rate = encoder->sample_rate;
    int result = video_av.av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
    return result < 0 ? result : video_av.av_frame_get_buffer(frame, 0);
}

int video_resample(video_conversion *conversion, const AVFrame *frame)
{
    struct video_resampling *resampling = &conversion->resampling;
    int result = 0;
    if (frame && !is_ready(resampling, frame)) {
        if (resampling->context) result = video_resample(conversion, NULL);
        if (result >= 0) result = open_resampler(resampling, frame, conversion->audio.encoder);
    }
    if (result < 0 || !resampling->context) return result;
    int count = frame ? frame->nb_samples : 0;
    int room = video_sw.swr_get_out_samples(resampling->context, count);
    if (room <= 0) return room;
    result = video_get_sound_buffer(conversion->converted, conversion->audio.encoder, room);
    if (result < 0) return result;
    const uint8_t **samples = frame ? (const uint8_t **)frame->extended_data : NULL;
    result = video_sw.swr_convert(resampling->context, conversion->converted->extended_data, room, samples, count);
    if (result <= 0) return result;
    result = video_av.av_audio_fifo_write(resampling->samples, (void **)conversion->converted->extended_data, result);
    return result < 0 ? result : 0;
}

#pragma GCC visibility pop
