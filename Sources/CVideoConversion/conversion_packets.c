#include <errno.h>
#include <stdio.h>

#include "conversion.h"
#include "dv_packs.h"

static AVDictionary *decoder_options(const video_conversion *conversion)
{
    AVDictionary *options = NULL;
    video_av.av_dict_set(&options, "codec_whitelist", conversion->file->format->codec_whitelist, 0);
    return options;
}

static int refuse(const struct video_track *track, const char *words, video_status *status)
{
    char message[100];
    snprintf(message, sizeof message, "%s %s", words, video_av.avcodec_get_name(track->from->codecpar->codec_id));
    return video_fail(status, VIDEO_UNSUPPORTED, message), 1;
}

// Errors of the decoder after which it is not asked again before the next packet. libavcodec itself ends after about twenty.
#define MOST_ERRORS_AT_ONCE 64

// Frames that are ready in the decoder. Others may follow a damaged one: those of other threads, and those that are shown later.
static int take_frames(video_conversion *conversion, struct video_track *track,
                       int (*take)(video_conversion *conversion, AVFrame *frame))
{
    int errors = 0;
    for (;;) {
        if (video_is_stopped(conversion)) return AVERROR_EXIT;
        int result = video_av.avcodec_receive_frame(track->decoder, conversion->frame);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
        if (result == AVERROR(ENOMEM)) return result;
        if (result < 0) {
            track->bad++;
            if (++errors == MOST_ERRORS_AT_ONCE) return 0;
            continue;
        }
        track->good++;
        result = take(conversion, conversion->frame);
        video_av.av_frame_unref(conversion->frame);
        if (result < 0) return result;
    }
}

// What a camcorder wrote between the pictures about the place, unless that is to be kept.
static int drop_places(const video_conversion *conversion, const struct video_track *track, AVPacket *packet)
{
    const AVCodecParameters *parameters = track->from->codecpar;
    if (conversion->plan.keeps_location || parameters->codec_id != AV_CODEC_ID_H264) return 0;
    int result = video_av.av_packet_make_writable(packet);
    if (result < 0) return result;
    size_t size = video_drop_dv_places(packet->data, (size_t)packet->size, video_nal_length_size(parameters));
    video_av.av_shrink_packet(packet, (int)size);
    return 0;
}

#pragma GCC visibility push(hidden)

int64_t video_track_origin(const video_conversion *conversion, const struct video_track *track)
{
    return video_av.av_rescale_q(conversion->origin, (AVRational){1, AV_TIME_BASE}, track->from->time_base);
}

int64_t video_output_time(const video_conversion *conversion, const struct video_track *track, int64_t time,
                          AVRational ticks)
{
    if (__builtin_sub_overflow(time, video_track_origin(conversion, track), &time)) return INT64_MIN;
    return video_av.av_rescale_q(time, track->from->time_base, ticks);
}

int video_is_sane_time(int64_t time, AVRational ticks)
{
    const double days = (double)time * ticks.num / ticks.den / 86400;
    return days > -30 && days < 30;
}

int video_write_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet, AVRational time_base)
{
    packet->stream_index = track->to->index;
    packet->pos = -1;
    video_av.av_packet_rescale_ts(packet, time_base, track->to->time_base);
    // Without waiting for the other track, which might never come: memory stays what it is.
    int result = video_av.av_write_frame(conversion->format, packet);
    video_av.av_packet_unref(packet);
    return result < 0 ? result : 0;
}

int video_copy_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet)
{
    if (!packet) return 0;
    int result = drop_places(conversion, track, packet);
    if (result < 0) return result;
    if (!video_fill_times(conversion, track, packet)) return AVERROR(EDOM);
    AVRational ticks = track->from->time_base;
    packet->pts = video_output_time(conversion, track, packet->pts, ticks);
    packet->dts = video_output_time(conversion, track, packet->dts, ticks);
    if (!video_is_sane_time(packet->pts, ticks) || !video_is_sane_time(packet->dts, ticks)) return AVERROR_INVALIDDATA;
    if (track->last_dts != AV_NOPTS_VALUE && packet->dts <= track->last_dts) {
        packet->dts = track->last_dts + 1;
        if (packet->pts < packet->dts) packet->pts = packet->dts;
    }
    track->last_dts = packet->dts;
    track->good++;
    return video_write_packet(conversion, track, packet, ticks);
}

int video_open_track_decoder(video_conversion *conversion, struct video_track *track, video_status *status)
{
    const AVCodecParameters *parameters = track->from->codecpar;
    const AVCodec *codec = video_av.avcodec_find_decoder(parameters->codec_id);
    if (!codec) return refuse(track, "there is no decoder for", status);
    track->decoder = video_av.avcodec_alloc_context3(codec);
    if (!track->decoder) return AVERROR(ENOMEM);
    int result = video_av.avcodec_parameters_to_context(track->decoder, parameters);
    if (result < 0) return result;
    track->decoder->pkt_timebase = track->from->time_base;
    track->decoder->thread_count = conversion->plan.threads;
    track->decoder->max_pixels = conversion->plan.max_pixels;
    AVDictionary *options = decoder_options(conversion);
    result = video_av.avcodec_open2(track->decoder, codec, &options);
    video_av.av_dict_free(&options);
    if (result == AVERROR(EINVAL)) return refuse(track, "nothing here decodes", status);
    return result < 0 ? result : 0;
}

int video_decode_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet,
                        int (*take)(video_conversion *conversion, AVFrame *frame))
{
    int result = video_av.avcodec_send_packet(track->decoder, packet);
    if (result == AVERROR(ENOMEM)) return result;
    // One that is refused may be followed by one that is not.
    if (result < 0 && packet) track->bad++;
    result = take_frames(conversion, track, take);
    return result < 0 || packet ? result : take(conversion, NULL);
}

int video_encode_frame(video_conversion *conversion, struct video_track *track, AVFrame *frame)
{
    int result = video_av.avcodec_send_frame(track->encoder, frame);
    while (result >= 0) {
        if (video_is_stopped(conversion)) return AVERROR_EXIT;
        result = video_av.avcodec_receive_packet(track->encoder, conversion->coded);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
        if (result < 0) break;
        AVPacket *packet = conversion->coded;
        if (packet->duration <= 0 && track == &conversion->video) packet->duration = conversion->frame_duration;
        result = video_write_packet(conversion, track, packet, track->encoder->time_base);
    }
    return result;
}

#pragma GCC visibility pop
