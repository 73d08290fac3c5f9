#include <string.h>

#include "conversion.h"

// Matroska says when packets are shown, and not when they are decoded.
static int lacks_decoding_times(const video_conversion *conversion)
{
    return strncmp(conversion->file->format->iformat->name, "matroska", 8) == 0;
}

// Frames that are shown in another order than they are decoded in are not that far from each other.
static const int64_t largest_step_back = 2 * AV_TIME_BASE;

static const AVRational microseconds = {1, AV_TIME_BASE};

static int64_t moved(int64_t time, int64_t shift)
{
    int64_t sum;
    return time == AV_NOPTS_VALUE || __builtin_add_overflow(time, shift, &sum) ? time : sum;
}

// How much is added to the times of a track whose clock began again at `time`: as much as to those of the other one if its clock
// began again before, so that both stay together.
static int64_t shift_at(int64_t time, const struct video_track *track, const struct video_track *other)
{
    const int64_t distance = time + other->shift - track->follows;
    const int is_together = distance > -largest_step_back && distance < largest_step_back;
    return is_together ? other->shift : track->follows - time;
}

static void insert(struct video_track *track, int64_t time)
{
    int place = track->shown_count++;
    for (; place > 0 && track->shown[place - 1] > time; place--)
        track->shown[place] = track->shown[place - 1];
    track->shown[place] = time;
}

// With packets shown up to `delay` later than they are decoded, the n-th is decoded when the n-th but `delay` is shown.
// The first ones are decoded before anything is shown.
static int64_t decoding_time(struct video_track *track, const AVPacket *packet, int delay)
{
    int64_t step = packet->duration > 0 ? packet->duration : 1;
    if (track->shown_count == 0) {
        for (int i = delay; i > 0; i--)
            insert(track, packet->pts - i * step);
    }
    insert(track, packet->pts);
    int64_t first = track->shown[0];
    memmove(track->shown, track->shown + 1, (size_t)--track->shown_count * sizeof *track->shown);
    return first;
}

#pragma GCC visibility push(hidden)

void video_follow_clock(const video_conversion *conversion, struct video_track *track, AVPacket *packet)
{
    // In other containers, times that go back are a mistake.
    if (!(conversion->file->format->iformat->flags & AVFMT_TS_DISCONT)) return;
    const struct video_track *other = track == &conversion->video ? &conversion->audio : &conversion->video;
    const AVRational base = track->from->time_base;
    int64_t time = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
    const int is_first = track->follows == AV_NOPTS_VALUE;
    const int is_sane = time != AV_NOPTS_VALUE && video_is_sane_time(time, base) &&
                        (is_first || video_is_sane_time(track->follows, microseconds));
    if (is_sane) {
        time = video_av.av_rescale_q(time, base, microseconds);
        if (!is_first && time + track->shift < track->follows - largest_step_back)
            track->shift = shift_at(time, track, other);
        const int64_t duration = packet->duration > 0 ? video_av.av_rescale_q(packet->duration, base, microseconds) : 0;
        track->follows = time + track->shift + duration;
    }
    const int64_t shift = video_av.av_rescale_q(track->shift, microseconds, base);
    packet->pts = moved(packet->pts, shift);
    packet->dts = moved(packet->dts, shift);
}

int video_fill_times(const video_conversion *conversion, struct video_track *track, AVPacket *packet)
{
    int is_video = track == &conversion->video;
    int delay = is_video ? track->from->codecpar->video_delay : 0;
    if (packet->pts == AV_NOPTS_VALUE && delay == 0) packet->pts = packet->dts;
    if (packet->pts == AV_NOPTS_VALUE || !video_is_sane_time(packet->pts, track->from->time_base)) return 0;
    if (delay < 0 || delay > VIDEO_LARGEST_DELAY) return 0;
    if (is_video && lacks_decoding_times(conversion)) packet->dts = decoding_time(track, packet, delay);
    if (packet->dts == AV_NOPTS_VALUE && delay == 0) packet->dts = packet->pts;
    // Shown before it is decoded: there are more out of order than was said.
    return packet->dts != AV_NOPTS_VALUE && packet->dts <= packet->pts;
}

#pragma GCC visibility pop
