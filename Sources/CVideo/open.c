#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "video_libraries.h"

// Containers and codecs of cameras, phones and screen recorders. Others have had fewer eyes on their code, and are not
// expected in a photo folder.
static const char containers[] = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg";
static const char codecs[] =
    "h264,hevc,libdav1d,av1,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg4,msmpeg4,msmpeg4v2,"
    "mpeg1video,mpeg2video,h263,mjpeg,prores,dvvideo,svq1,svq3,cinepak,rawvideo,png,theora,"
    "wmv1,wmv2,wmv3,vc1,ffv1,dnxhd,jpeg2000,flv,vp6,vp6f,"
    "aac,mp3,mp3float,ac3,eac3,alac,opus,libopus,vorbis,flac,amrnb,amrwb,pcm_s16le,pcm_s16be,"
    "pcm_u8,pcm_s24le,pcm_s24be,pcm_mulaw,pcm_alaw,pcm_f32le,pcm_s32le,adpcm_ima_wav,adpcm_ima_qt,"
    "adpcm_ms,mp2,mp2float,wmav1,wmav2,wmapro,pcm_bluray,pcm_dvd,adpcm_swf,dca";

// For containers whose headers leave something open.
static const int64_t analysed_bytes = 1 << 20;

// Of a frame that is decoded for that, which is before limits are checked: those of 8K.
static const char most_analysed_pixels[] = "36000000";

static int open_format(video_file *file, const char *kind)
{
    file->format = video_av.avformat_alloc_context();
    if (!file->format) return AVERROR(ENOMEM);
    int result = video_attach_input(file);
    if (result < 0) return result;
    AVDictionary *options = NULL;
    video_av.av_dict_set(&options, "format_whitelist", containers, 0);
    video_av.av_dict_set(&options, "codec_whitelist", codecs, 0);
    video_av.av_dict_set(&options, "protocol_whitelist", "none", 0);
    file->format->probesize = analysed_bytes;
    file->format->max_analyze_duration = AV_TIME_BASE;
    // Frees the format context when it fails.
    result = video_av.avformat_open_input(&file->format, "", video_av.av_find_input_format(kind), &options);
    video_av.av_dict_free(&options);
    return result;
}

static AVStream *best_stream(video_file *file, enum AVMediaType type)
{
    int index = video_av.av_find_best_stream(file->format, type, -1, -1, NULL, 0);
    if (index < 0) return NULL;
    AVStream *stream = file->format->streams[index];
    // The cover of a piece of music is no video.
    return stream->disposition & AV_DISPOSITION_ATTACHED_PIC ? NULL : stream;
}

static void choose_streams(video_file *file)
{
    file->video = best_stream(file, AVMEDIA_TYPE_VIDEO);
    file->audio = best_stream(file, AVMEDIA_TYPE_AUDIO);
}

static int is_described(const video_file *file)
{
    if (!file->video) return file->audio != NULL;
    const AVCodecParameters *parameters = file->video->codecpar;
    return parameters->codec_id != AV_CODEC_ID_NONE && parameters->width > 0 && parameters->height > 0;
}

static int open_file(video_file *file, const char *kind)
{
    int result = open_format(file, kind);
    if (result < 0) return result;
    choose_streams(file);
    if (!is_described(file)) {
        // Reads packets, and may decode some: most files say all in their headers.
        video_analyse(file);
        if (file->is_cancelled) return AVERROR_EXIT;
        choose_streams(file);
    }
    if (file->video && file->video->start_time != AV_NOPTS_VALUE) file->start = file->video->start_time;
    for (unsigned i = 0; i < file->format->nb_streams; i++) {
        if (file->format->streams[i] != file->video) file->format->streams[i]->discard = AVDISCARD_ALL;
    }
    return 0;
}

#pragma GCC visibility push(hidden)

video_file *video_open(const video_input *input, const char *kind, video_status *status)
{
    if (video_libraries_load(status) != VIDEO_OK) return NULL;
    video_file *file = calloc(1, sizeof *file);
    if (!file) {
        video_fail(status, VIDEO_OUT_OF_MEMORY, "no memory");
        return NULL;
    }
    file->input = *input;
    file->bytes_left = input->most_header_bytes;
    int result = open_file(file, kind);
    file->bytes_left = INT64_MAX;
    // Readers take headers for shorter that could not be read to their end, and say nothing.
    if (result >= 0 && file->system_error) result = AVERROR(EIO);
    if (result >= 0 && file->is_exhausted) result = AVERROR_INVALIDDATA;
    if (result >= 0 && !file->video && !file->audio) result = AVERROR_INVALIDDATA;
    if (result >= 0) return file;
    video_fail_av(file, result, status);
    video_close(file);
    return NULL;
}

int video_analyse(video_file *file)
{
    const unsigned count = file->format->nb_streams;
    AVDictionary **options = calloc(count > 0 ? count : 1, sizeof *options);
    if (!options) return AVERROR(ENOMEM);
    for (unsigned i = 0; i < count; i++)
        video_av.av_dict_set(&options[i], "max_pixels", most_analysed_pixels, 0);
    const int result = video_av.avformat_find_stream_info(file->format, options);
    for (unsigned i = 0; i < count; i++)
        video_av.av_dict_free(&options[i]);
    free(options);
    file->is_analysed = 1;
    return result;
}

void video_close(video_file *file)
{
    if (!file) return;
    video_av.avcodec_free_context(&file->decoder);
    video_av.av_packet_free(&file->packet);
    video_av.av_frame_free(&file->frame);
    video_av.av_frame_free(&file->previous);
    video_av.avformat_close_input(&file->format);
    // The buffer may be another one by now; it is the context's.
    if (file->io) video_av.av_free(file->io->buffer);
    video_av.avio_context_free(&file->io);
    free(file);
}

const uint8_t *video_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t least)
{
#if LIBAVFORMAT_VERSION_MAJOR < 61
    size_t size = 0;
    const uint8_t *data = video_av.av_stream_get_side_data(stream, type, &size);
    return data && size >= least ? data : NULL;
#else
    for (int i = 0; i < stream->codecpar->nb_coded_side_data; i++) {
        const AVPacketSideData *data = &stream->codecpar->coded_side_data[i];
        if (data->type == type && data->size >= least) return data->data;
    }
    return NULL;
#endif
}

#pragma GCC visibility pop
