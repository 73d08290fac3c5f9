#include <errno.h>

#include "conversion.h"

// Whether packets can be copied as far as they are described.
static int can_copy(const AVStream *stream)
{
    const AVCodecParameters *parameters = stream->codecpar;
    return parameters->codec_id == AV_CODEC_ID_MP3 || parameters->extradata_size > 0;
}

// Headers of some containers leave open what muxers and decoders have to know: packets are looked at.
static int analyse(video_conversion *conversion)
{
    video_file *file = conversion->file;
    if (file->audio) file->audio->discard = AVDISCARD_DEFAULT;
    int result = file->is_analysed ? 0 : video_analyse(file);
    if (file->is_cancelled) return AVERROR_EXIT;
    if (result < 0) return result;
    // Streams that only then showed up are not for us.
    for (unsigned i = 0; i < file->format->nb_streams; i++) {
        AVStream *stream = file->format->streams[i];
        if (stream != file->video && stream != file->audio) stream->discard = AVDISCARD_ALL;
    }
    int64_t start = file->format->start_time;
    conversion->origin = start != AV_NOPTS_VALUE && start > 0 ? start : 0;
    return 0;
}

static int add_track(video_conversion *conversion, struct video_track *track, AVStream *from, int copies,
                     int (*encode)(video_conversion *conversion, video_status *status), video_status *status)
{
    track->last_dts = AV_NOPTS_VALUE;
    if (!from) return 0;
    track->from = from;
    track->to = video_av.avformat_new_stream(conversion->format, NULL);
    if (!track->to) return AVERROR(ENOMEM);
    if (!copies) return encode(conversion, status);
    if (!can_copy(from)) return video_fail(status, VIDEO_UNTIMED, "packets without their setup"), 1;
    return video_add_copied_track(conversion, track);
}

static int add_tracks(video_conversion *conversion, video_status *status)
{
    const video_plan *plan = &conversion->plan;
    int copies_audio = plan->copies_audio && conversion->file->audio && can_copy(conversion->file->audio);
    int result = add_track(conversion, &conversion->video, conversion->file->video, plan->copies_video,
                           video_add_encoded_video, status);
    if (result != 0) return result;
    return add_track(conversion, &conversion->audio, conversion->file->audio, copies_audio, video_add_encoded_audio,
                     status);
}

static int write_header(video_conversion *conversion)
{
    AVDictionary *options = NULL;
    video_av.av_dict_set(&options, "movflags", "+faststart+use_metadata_tags", 0);
    int result = video_av.avformat_write_header(conversion->format, &options);
    video_av.av_dict_free(&options);
    return result < 0 ? result : 0;
}

#pragma GCC visibility push(hidden)

int video_begin_conversion(video_conversion *conversion, video_status *status)
{
    if (!conversion->file->video) return video_fail(status, VIDEO_UNSUPPORTED, "it has no picture"), 1;
    conversion->packet = video_av.av_packet_alloc();
    conversion->coded = video_av.av_packet_alloc();
    conversion->frame = video_av.av_frame_alloc();
    conversion->converted = video_av.av_frame_alloc();
    if (!conversion->packet || !conversion->coded || !conversion->frame || !conversion->converted)
        return AVERROR(ENOMEM);
    int result = analyse(conversion);
    if (result >= 0) result = video_av.avformat_alloc_output_context2(&conversion->format, NULL, "mp4", NULL);
    if (result >= 0) result = video_attach_output(conversion);
    if (result >= 0) result = video_copy_metadata(conversion);
    if (result >= 0) result = add_tracks(conversion, status);
    return result != 0 ? result : write_header(conversion);
}

#pragma GCC visibility pop
