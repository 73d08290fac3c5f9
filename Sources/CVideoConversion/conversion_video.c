#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "conversion.h"

// Players turn the picture: its display matrix stays what it was.
static int copy_rotation(const AVStream *from, AVStream *to)
{
    const size_t size = 9 * sizeof(int32_t);
    const uint8_t *matrix = video_side_data(from, AV_PKT_DATA_DISPLAYMATRIX, size);
    if (!matrix) return 0;
#if LIBAVFORMAT_VERSION_MAJOR < 61
    uint8_t *data = video_av.av_stream_new_side_data(to, AV_PKT_DATA_DISPLAYMATRIX, size);
#else
    AVPacketSideData *added = video_av.av_packet_side_data_new(
        &to->codecpar->coded_side_data, &to->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, size, 0);
    uint8_t *data = added ? added->data : NULL;
#endif
    if (!data) return AVERROR(ENOMEM);
    memcpy(data, matrix, size);
    return 0;
}

static int64_t time_of(const video_conversion *conversion, const AVFrame *frame)
{
    const struct video_track *track = &conversion->video;
    int64_t pts = frame->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE) {
        if (conversion->last_time == AV_NOPTS_VALUE) return 0;
        return conversion->last_time + conversion->frame_duration;
    }
    return video_output_time(conversion, track, pts, video_ticks);
}

static void learn_duration(video_conversion *conversion, const AVFrame *frame)
{
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    int64_t duration = frame->duration;
#else
    int64_t duration = frame->pkt_duration;
#endif
    if (duration <= 0) return;
    duration = video_av.av_rescale_q(duration, conversion->video.from->time_base, video_ticks);
    if (duration > 0 && video_is_sane_time(duration, video_ticks)) conversion->frame_duration = duration;
}

static int take_frame(video_conversion *conversion, AVFrame *frame)
{
    if (!frame) return video_encode_frame(conversion, &conversion->video, NULL);
    int64_t time = time_of(conversion, frame);
    if (!video_is_sane_time(time, video_ticks)) return AVERROR_INVALIDDATA;
    // A second frame of one time would never be seen.
    if (conversion->last_time != AV_NOPTS_VALUE && time <= conversion->last_time) return 0;
    learn_duration(conversion, frame);
    AVFrame *scaled = NULL;
    int result = video_scale_frame(conversion, &scaled);
    if (result < 0) return result;
    conversion->last_time = scaled->pts = time;
    scaled->pict_type = AV_PICTURE_TYPE_NONE; // The encoder decides again.
    return video_encode_frame(conversion, &conversion->video, scaled);
}

#pragma GCC visibility push(hidden)

int video_add_encoded_video(video_conversion *conversion, video_status *status)
{
    struct video_track *track = &conversion->video;
    if (video_scaler_load(status) != VIDEO_OK) return 1;
    const AVCodec *codec = video_av.avcodec_find_encoder_by_name(conversion->plan.encoder);
    if (!codec) {
        char message[100];
        snprintf(message, sizeof message, "libavcodec has no encoder %s", conversion->plan.encoder);
        return video_fail(status, VIDEO_MISSING, message), 1;
    }
    int result = video_open_track_decoder(conversion, track, status);
    if (result != 0) return result;
    result = video_open_frame_encoder(conversion, codec);
    if (result == AVERROR(ENOMEM)) return result;
    if (result < 0) return video_fail(status, VIDEO_UNSUPPORTED, "the encoder does not take such frames"), 1;
    AVRational duration = {track->encoder->framerate.den, track->encoder->framerate.num};
    conversion->frame_duration = video_av.av_rescale_q(1, duration, video_ticks);
    result = video_av.avcodec_parameters_from_context(track->to->codecpar, track->encoder);
    if (result < 0) return result;
    track->to->time_base = video_ticks;
    track->to->avg_frame_rate = track->encoder->framerate;
    track->to->sample_aspect_ratio = track->encoder->sample_aspect_ratio;
    return copy_rotation(track->from, track->to);
}

int video_add_copied_track(video_conversion *conversion, struct video_track *track)
{
    (void)conversion;
    int result = video_av.avcodec_parameters_copy(track->to->codecpar, track->from->codecpar);
    if (result < 0) return result;
    track->to->codecpar->codec_tag = 0; // The source's container may have another one for it.
    track->to->time_base = track->from->time_base;
    track->to->avg_frame_rate = track->from->avg_frame_rate;
    track->to->sample_aspect_ratio = track->from->sample_aspect_ratio;
    return copy_rotation(track->from, track->to);
}

int video_encode_frame_packet(video_conversion *conversion, AVPacket *packet)
{
    return video_decode_packet(conversion, &conversion->video, packet, take_frame);
}

#pragma GCC visibility pop
