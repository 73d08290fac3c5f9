#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "file.h"

// A file whose packets never become a frame is given up: ten minutes of video at sixty frames a second.
static const int packet_limit = 36000;

// Rounded down, so that a key frame before it is not after `time`.
static int64_t ticks(const video_file *file, double time)
{
    const AVStream *stream = file->video;
    double value = time * stream->time_base.den / stream->time_base.num + (double)file->start;
    if (!(fabs(value) < 9e18)) return value < 0 ? -INT64_MAX : INT64_MAX;
    return (int64_t)floor(value + 1e-6);
}

static int begin(video_file *file)
{
    file->packet = video_av.av_packet_alloc();
    file->frame = video_av.av_frame_alloc();
    file->previous = video_av.av_frame_alloc();
    file->packets_left = packet_limit;
    return file->packet && file->frame && file->previous ? 0 : AVERROR(ENOMEM);
}

static int open_decoder(video_file *file, const AVCodec *codec, int64_t max_pixels)
{
    file->decoder = video_av.avcodec_alloc_context3(codec);
    if (!file->decoder) return AVERROR(ENOMEM);
    int result = video_av.avcodec_parameters_to_context(file->decoder, file->video->codecpar);
    if (result < 0) return result;
    file->decoder->pkt_timebase = file->video->time_base;
    // The host has as many threads as it wants to keep busy; threads of a decoder's own would delay a single frame.
    file->decoder->thread_count = 1;
    file->decoder->max_pixels = max_pixels;
    file->decoder->opaque = file;
    file->decoder->get_buffer2 = video_get_frame_buffer;
    return video_av.avcodec_open2(file->decoder, codec, NULL);
}

// The next packet of the video. 0, or an error of libav.
static int next_packet(video_file *file, int keys_only)
{
    for (;;) {
        if (file->is_cancelled || file->input.is_cancelled(file->input.context)) {
            file->is_cancelled = 1;
            return AVERROR_EXIT;
        }
        if (file->packets_left-- <= 0) return AVERROR_INVALIDDATA;
        video_av.av_packet_unref(file->packet);
        int result = video_av.av_read_frame(file->format, file->packet);
        // To some readers what cannot be read is the end of the file.
        if (result < 0) return file->system_error ? AVERROR(EIO) : result;
        if (file->packet->stream_index != file->video->index || file->packet->size == 0) continue;
        if (video_av.av_packet_get_side_data(file->packet, AV_PKT_DATA_ENCRYPTION_INFO, NULL)) return AVERROR(EACCES);
        if (!keys_only || file->packet->flags & AV_PKT_FLAG_KEY) return 0;
    }
}

static video_code fail(const video_file *file, int error, video_status *status)
{
    if (error == AVERROR(EACCES)) return video_fail(status, VIDEO_UNSUPPORTED, "it is encrypted");
    if (file->exceeds_memory && !file->is_cancelled)
        return video_fail(status, VIDEO_TOO_LARGE, "the frames of the video take more memory than is allowed");
    return video_fail_av(file, error, status);
}

// One frame out of the decoder. VIDEO_END when it wants more packets, or has no more frames.
static video_code receive(video_file *file, video_status *status)
{
    int result = video_av.avcodec_receive_frame(file->decoder, file->frame);
    if (result >= 0) return VIDEO_OK;
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return VIDEO_END;
    return fail(file, result, status);
}

static void drain(video_file *file)
{
    video_av.avcodec_send_packet(file->decoder, NULL);
    file->is_draining = 1;
}

static void swap_frames(video_file *file)
{
    AVFrame *frame = file->frame;
    file->frame = file->previous;
    file->previous = frame;
}

static void start_over(video_file *file)
{
    video_av.av_frame_unref(file->previous);
    video_av.avcodec_flush_buffers(file->decoder);
    file->is_draining = 0;
}

static video_code go_to(video_file *file, int stream, int64_t target, int flags, video_status *status)
{
    start_over(file);
    int result = video_av.av_seek_frame(file->format, stream, target, flags);
    if (file->is_cancelled || file->system_error) return fail(file, result, status);
    if (result >= 0) return VIDEO_OK;
    return video_fail(status, VIDEO_END, "there is no key frame");
}

#pragma GCC visibility push(hidden)

video_code video_prepare(video_file *file, int64_t max_pixels, int64_t most_frame_bytes, video_status *status)
{
    file->most_frame_bytes = most_frame_bytes;
    const AVCodec *codec = video_av.avcodec_find_decoder(file->video->codecpar->codec_id);
    if (!codec) {
        char message[100];
        const char *name = video_av.avcodec_get_name(file->video->codecpar->codec_id);
        snprintf(message, sizeof message, "there is no decoder for %s", name);
        return video_fail(status, VIDEO_UNSUPPORTED, message);
    }
    int result = begin(file);
    if (result >= 0) result = open_decoder(file, codec, max_pixels);
    return result >= 0 ? VIDEO_OK : fail(file, result, status);
}

video_code video_seek(video_file *file, double time, int forward, video_status *status)
{
    int64_t target = ticks(file, time);
    if (forward && target < INT64_MAX) target++;
    return go_to(file, file->video->index, target, forward ? 0 : AVSEEK_FLAG_BACKWARD, status);
}

video_code video_rewind(video_file *file, video_status *status)
{
    // Transport and program streams. Readers of other files keep a place of their own, which a jump does not change.
    const char *kind = file->format->iformat->name;
    if (strcmp(kind, "mpegts") != 0 && strcmp(kind, "mpeg") != 0)
        return video_fail(status, VIDEO_END, "the file has an index");
    return go_to(file, -1, 0, AVSEEK_FLAG_BYTE, status);
}

video_code video_decode_key(video_file *file, video_status *status)
{
    for (;;) {
        start_over(file);
        int result = next_packet(file, 1);
        if (result == AVERROR_EOF) return video_fail(status, VIDEO_END, "there is no more key frame");
        if (result < 0) return fail(file, result, status);
        // A packet that is refused may be followed by one that is not.
        result = video_av.avcodec_send_packet(file->decoder, file->packet);
        if (file->exceeds_memory) return fail(file, result, status);
        if (result < 0) continue;
        drain(file);
        const video_code code = receive(file, status);
        if (code == VIDEO_OK || code == VIDEO_TOO_LARGE) return code;
    }
}

video_code video_decode_next(video_file *file, video_status *status)
{
    swap_frames(file);
    for (;;) {
        video_code code = receive(file, status);
        // What is damaged may be followed by what is not.
        if (code != VIDEO_END && code != VIDEO_CORRUPT) return code;
        if (file->is_draining) return video_fail(status, VIDEO_END, "there is no more frame");
        int result = next_packet(file, 0);
        if (result == AVERROR_EOF) {
            drain(file);
            continue;
        }
        if (result < 0) return fail(file, result, status);
        result = video_av.avcodec_send_packet(file->decoder, file->packet);
        if (file->exceeds_memory) return fail(file, result, status);
    }
}

int video_step_back(video_file *file)
{
    if (file->previous->width <= 0) return 0;
    swap_frames(file);
    return 1;
}

#pragma GCC visibility pop
