#include <stdlib.h>
#include <string.h>

#include "file.h"

static double seconds(const AVStream *stream, int64_t ticks)
{
    return (double)ticks * stream->time_base.num / stream->time_base.den;
}

static double duration(const video_file *file)
{
    if (file->format->duration > 0) return (double)file->format->duration / AV_TIME_BASE;
    const AVStream *stream = file->video ? file->video : file->audio;
    if (!stream || stream->duration <= 0 || stream->time_base.den <= 0) return 0;
    return seconds(stream, stream->duration);
}

static double frame_rate(const AVStream *stream)
{
    AVRational rate = stream->avg_frame_rate;
    if (rate.num <= 0 || rate.den <= 0) rate = stream->r_frame_rate;
    return rate.num > 0 && rate.den > 0 ? (double)rate.num / rate.den : 0;
}

// The matrix maps a stored point (x, y) to (a x + c y, b x + d y).
static int orientation(const AVStream *stream)
{
    const uint8_t *data = video_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
    if (!data) return 1;
    int32_t matrix[9];
    memcpy(matrix, data, sizeof matrix);
    int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    if (llabs(a) + llabs(d) >= llabs(b) + llabs(c)) {
        if (a < 0) return d < 0 ? 3 : 2;
        return d < 0 ? 4 : 1;
    }
    if (b > 0) return c < 0 ? 6 : 5;
    return c < 0 ? 7 : 8;
}

static int is_encrypted(const AVStream *stream)
{
    static const char *const tags[] = {"encv", "drmi"}; // ISO/IEC 23001-7, and Apple's own.
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (memcmp(&stream->codecpar->codec_tag, tags[i], 4) == 0) return 1;
    }
    return video_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, 0) != NULL;
}

static void describe_codec(const AVStream *stream, video_codec *codec)
{
    const AVCodecParameters *parameters = stream->codecpar;
    codec->name = video_av.avcodec_get_name(parameters->codec_id);
    codec->tag = parameters->codec_tag;
    codec->profile = parameters->profile;
    codec->level = parameters->level;
    codec->setup = parameters->extradata;
    codec->setup_size = parameters->extradata_size > 0 ? (size_t)parameters->extradata_size : 0;
}

static void describe_video_stream(const AVStream *stream, video_description *description)
{
    const AVCodecParameters *parameters = stream->codecpar;
    description->width = parameters->width > 0 ? (unsigned)parameters->width : 0;
    description->height = parameters->height > 0 ? (unsigned)parameters->height : 0;
    AVRational aspect = stream->sample_aspect_ratio;
    if (aspect.num <= 0 || aspect.den <= 0) aspect = parameters->sample_aspect_ratio;
    int is_known = aspect.num > 0 && aspect.den > 0;
    description->pixel_aspect_x = is_known ? (unsigned)aspect.num : 1;
    description->pixel_aspect_y = is_known ? (unsigned)aspect.den : 1;
    description->orientation = orientation(stream);
    description->frames_per_second = frame_rate(stream);
    description->is_encrypted = is_encrypted(stream);
    const AVPixFmtDescriptor *format = video_av.av_pix_fmt_desc_get((enum AVPixelFormat)parameters->format);
    description->bits = format ? format->comp[0].depth : 8;
}

#pragma GCC visibility push(hidden)

void video_describe(const video_file *file, video_description *description)
{
    memset(description, 0, sizeof *description);
    description->orientation = 1;
    description->duration = duration(file);
    if (file->video) {
        describe_codec(file->video, &description->video);
        describe_video_stream(file->video, description);
    }
    if (file->audio) describe_codec(file->audio, &description->audio);
}

const char *video_text(const video_file *file, const char *name)
{
    const AVDictionaryEntry *entry = video_av.av_dict_get(file->format->metadata, name, NULL, 0);
    if (!entry && file->video) entry = video_av.av_dict_get(file->video->metadata, name, NULL, 0);
    return entry ? entry->value : NULL;
}

#pragma GCC visibility pop
