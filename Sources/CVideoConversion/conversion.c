#include "conversion.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static double seconds(const video_conversion *conversion, const struct video_track *track, int64_t time,
                      int64_t duration)
{
    AVRational base = track->from->time_base;
    double ticks = (double)time - (double)video_track_origin(conversion, track) + (double)duration;
    return ticks * base.num / base.den;
}

static void note_time(const video_conversion *conversion, struct video_track *track, const AVPacket *packet)
{
    int64_t time = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    if (time == AV_NOPTS_VALUE) return;
    double end = seconds(conversion, track, time, packet->duration > 0 ? packet->duration : 0);
    if (end > track->reached) track->reached = end;
}

static int take_video(video_conversion *conversion, AVPacket *packet)
{
    if (conversion->video.decoder) return video_encode_frame_packet(conversion, packet);
    return video_copy_packet(conversion, &conversion->video, packet);
}

static int take_audio(video_conversion *conversion, AVPacket *packet)
{
    if (!conversion->audio.from) return 0;
    if (conversion->audio.decoder) return video_encode_sound_packet(conversion, packet);
    return video_copy_packet(conversion, &conversion->audio, packet);
}

// A part of a packet: the file was cut off. In transport streams it means as well that something was lost in transmission, as
// happens every few minutes; decoders and players make the best of the rest.
static int is_last_part(const video_conversion *conversion, const AVPacket *packet)
{
    return packet->flags & AV_PKT_FLAG_CORRUPT && strcmp(conversion->file->format->iformat->name, "mpegts") != 0;
}

static int take(video_conversion *conversion, AVPacket *packet)
{
    int is_video = packet->stream_index == conversion->video.from->index;
    struct video_track *track = is_video ? &conversion->video : &conversion->audio;
    if (!track->from || packet->stream_index != track->from->index || packet->size == 0) return 0;
    if (video_av.av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, NULL)) return AVERROR(EACCES);
    if (is_last_part(conversion, packet)) return AVERROR_INVALIDDATA;
    // One that cannot be is taken for one that is not known: times are calculated with it.
    if (!video_is_sane_time(packet->duration, track->from->time_base)) packet->duration = 0;
    video_follow_clock(conversion, track, packet);
    note_time(conversion, track, packet);
    return is_video ? take_video(conversion, packet) : take_audio(conversion, packet);
}

static double promised(const video_conversion *conversion, const struct video_track *track)
{
    if (!track->from || track->from->duration <= 0) return 0;
    int64_t start = track->from->start_time == AV_NOPTS_VALUE ? 0 : track->from->start_time;
    return seconds(conversion, track, start, track->from->duration);
}

// Half a second may be a frame that is shown long; more than that was lost.
static int is_cut_off(const video_conversion *conversion)
{
    if (conversion->file->format->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE) return 0;
    double video = promised(conversion, &conversion->video), audio = promised(conversion, &conversion->audio);
    double length = video > audio ? video : audio;
    return video_conversion_time(conversion) < length * 0.98 - 0.5;
}

static video_code finish(video_conversion *conversion, video_status *status)
{
    int result = take_video(conversion, NULL);
    if (result >= 0) result = take_audio(conversion, NULL);
    if (result < 0) return video_conversion_fail(conversion, result, status);
    if (conversion->video.good <= conversion->video.bad)
        return video_fail(status, VIDEO_CORRUPT, "hardly a frame can be decoded");
    if (is_cut_off(conversion)) return video_fail(status, VIDEO_CORRUPT, "it ends before it should");
    result = video_av.av_write_trailer(conversion->format);
    if (result < 0) return video_conversion_fail(conversion, result, status);
    conversion->is_done = 1;
    return VIDEO_END;
}

#pragma GCC visibility push(hidden)

video_conversion *video_conversion_begin(video_file *file, const video_output *output, const video_plan *plan,
                                         video_status *status)
{
    video_conversion *conversion = calloc(1, sizeof *conversion);
    if (!conversion) {
        video_fail(status, VIDEO_OUT_OF_MEMORY, "no memory");
        return NULL;
    }
    conversion->file = file;
    conversion->output = *output;
    conversion->plan = *plan;
    conversion->last_time = conversion->video.follows = conversion->audio.follows = AV_NOPTS_VALUE;
    conversion->resampling.next = AV_NOPTS_VALUE;
    int result = video_begin_conversion(conversion, status);
    if (result == 0) return conversion;
    if (result < 0) video_conversion_fail(conversion, result, status);
    video_conversion_end(conversion);
    return NULL;
}

video_code video_conversion_step(video_conversion *conversion, video_status *status)
{
    if (conversion->is_done) return VIDEO_END;
    if (video_is_stopped(conversion)) return video_conversion_fail(conversion, AVERROR_EXIT, status);
    video_av.av_packet_unref(conversion->packet);
    int result = video_av.av_read_frame(conversion->file->format, conversion->packet);
    // To some readers what cannot be read is the end of the file.
    if (result == AVERROR_EOF && !conversion->file->system_error) return finish(conversion, status);
    if (result >= 0) result = take(conversion, conversion->packet);
    return result < 0 ? video_conversion_fail(conversion, result, status) : VIDEO_OK;
}

double video_conversion_time(const video_conversion *conversion)
{
    double video = conversion->video.reached, audio = conversion->audio.reached;
    return video > audio ? video : audio;
}

void video_conversion_end(video_conversion *conversion)
{
    if (!conversion) return;
    struct video_track *tracks[] = {&conversion->video, &conversion->audio};
    for (int i = 0; i < 2; i++) {
        video_av.avcodec_free_context(&tracks[i]->decoder);
        video_av.avcodec_free_context(&tracks[i]->encoder);
    }
    if (conversion->scaling.context) video_sw.sws_freeContext(conversion->scaling.context);
    if (conversion->resampling.context) video_sw.swr_free(&conversion->resampling.context);
    if (conversion->resampling.samples) video_av.av_audio_fifo_free(conversion->resampling.samples);
    video_av.av_packet_free(&conversion->packet);
    video_av.av_packet_free(&conversion->coded);
    video_av.av_frame_free(&conversion->frame);
    video_av.av_frame_free(&conversion->converted);
    video_av.avformat_free_context(conversion->format);
    video_detach_output(conversion);
    free(conversion);
}

int video_is_stopped(video_conversion *conversion)
{
    video_file *file = conversion->file;
    if (!file->is_cancelled) file->is_cancelled = file->input.is_cancelled(file->input.context);
    return file->is_cancelled;
}

video_code video_conversion_fail(const video_conversion *conversion, int error, video_status *status)
{
    if (conversion->output_error && !conversion->file->is_cancelled) {
        video_fail(status, VIDEO_IO, "the output failed");
        status->system_error = conversion->output_error;
        return VIDEO_IO;
    }
    if (error == AVERROR(EACCES) && !conversion->file->system_error)
        return video_fail(status, VIDEO_UNSUPPORTED, "it is encrypted");
    if (error == AVERROR(EDOM)) return video_fail(status, VIDEO_UNTIMED, "packets without a time");
    return video_fail_av(conversion->file, error, status);
}

#pragma GCC visibility pop
