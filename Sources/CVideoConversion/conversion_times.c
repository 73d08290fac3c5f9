#include <string.h>

#include "conversion.h"

// Matroska says when packets are shown, and not when they are decoded.
static int lacks_decoding_times(const video_conversion *conversion)
{
    return strncmp(conversion->file->format->iformat->name, "matroska", 8) == 0;
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
