#include <errno.h>

#include "conversion.h"

// What AAC has and everything plays. Other rates become the last one.
static const int rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
static const int rate_count = sizeof rates / sizeof *rates;

static int rate_for(int rate)
{
    for (int i = 0; i < rate_count; i++) {
        if (rates[i] == rate) return rate;
    }
    return rates[rate_count - 1];
}

// Tags, rates and channels that no microphone has come from damage.
static int is_sound(int rate, int channels) { return rate >= 4000 && rate <= 768000 && channels > 0 && channels <= 16; }

static int open_encoder(video_conversion *conversion, const AVCodec *codec)
{
    struct video_track *track = &conversion->audio;
    const AVCodecParameters *from = track->from->codecpar;
    if (!is_sound(from->sample_rate, from->ch_layout.nb_channels)) return AVERROR_INVALIDDATA;
    AVCodecContext *encoder = track->encoder = video_av.avcodec_alloc_context3(codec);
    if (!encoder) return AVERROR(ENOMEM);
    int channels = from->ch_layout.nb_channels > 1 ? 2 : 1;
    video_av.av_channel_layout_default(&encoder->ch_layout, channels);
    encoder->sample_rate = rate_for(from->sample_rate);
    encoder->sample_fmt = AV_SAMPLE_FMT_FLTP;
    encoder->bit_rate = channels * 80000;
    encoder->time_base = (AVRational){1, encoder->sample_rate};
    encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    return video_av.avcodec_open2(encoder, codec, NULL);
}

// Where sound begins, and where it goes on after a gap.
static int follow_time(video_conversion *conversion, const AVFrame *frame)
{
    struct video_resampling *resampling = &conversion->resampling;
    const struct video_track *track = &conversion->audio;
    AVRational ticks = track->encoder->time_base;
    int is_first = resampling->next == AV_NOPTS_VALUE;
    if (frame->best_effort_timestamp == AV_NOPTS_VALUE) {
        if (is_first) resampling->next = 0;
        return 0;
    }
    int64_t time = video_output_time(conversion, track, frame->best_effort_timestamp, ticks);
    if (!video_is_sane_time(time, ticks)) return AVERROR_INVALIDDATA;
    if (is_first) resampling->next = time;
    int64_t kept = resampling->context ? video_sw.swr_get_delay(resampling->context, ticks.den) : 0;
    int64_t gap = time - resampling->next - video_av.av_audio_fifo_size(resampling->samples) - kept;
    if (gap > ticks.den / 10) resampling->next += gap;
    return 0;
}

// Encodes what there is, in frames of the encoder's length; with `is_last` also the rest.
static int encode_samples(video_conversion *conversion, int is_last)
{
    struct video_resampling *resampling = &conversion->resampling;
    AVCodecContext *encoder = conversion->audio.encoder;
    AVFrame *frame = conversion->converted;
    for (;;) {
        int count = video_av.av_audio_fifo_size(resampling->samples);
        if (count == 0 || (count < encoder->frame_size && !is_last)) return 0;
        if (count > encoder->frame_size) count = encoder->frame_size;
        int result = video_get_sound_buffer(frame, encoder, count);
        if (result < 0) return result;
        result = video_av.av_audio_fifo_read(resampling->samples, (void **)frame->extended_data, count);
        if (result < 0) return result;
        frame->pts = resampling->next;
        resampling->next += count;
        result = video_encode_frame(conversion, &conversion->audio, frame);
        if (result < 0) return result;
    }
}

static int finish(video_conversion *conversion)
{
    int result = video_resample(conversion, NULL);
    if (result >= 0) result = encode_samples(conversion, 1);
    return result < 0 ? result : video_encode_frame(conversion, &conversion->audio, NULL);
}

static int take_frame(video_conversion *conversion, AVFrame *frame)
{
    if (!frame) return finish(conversion);
    if (!is_sound(frame->sample_rate, frame->ch_layout.nb_channels)) return AVERROR_INVALIDDATA;
    int result = follow_time(conversion, frame);
    if (result >= 0) result = video_resample(conversion, frame);
    return result < 0 ? result : encode_samples(conversion, 0);
}

#pragma GCC visibility push(hidden)

int video_add_encoded_audio(video_conversion *conversion, video_status *status)
{
    struct video_track *track = &conversion->audio;
    if (video_resampler_load(status) != VIDEO_OK) return 1;
    const AVCodec *codec = video_av.avcodec_find_encoder_by_name("aac");
    if (!codec) return video_fail(status, VIDEO_MISSING, "libavcodec has no encoder aac"), 1;
    int result = video_open_track_decoder(conversion, track, status);
    if (result != 0) return result;
    result = open_encoder(conversion, codec);
    if (result < 0) return result;
    conversion->resampling.samples =
        video_av.av_audio_fifo_alloc(track->encoder->sample_fmt, track->encoder->ch_layout.nb_channels, 4096);
    if (!conversion->resampling.samples) return AVERROR(ENOMEM);
    track->to->time_base = track->encoder->time_base;
    return video_av.avcodec_parameters_from_context(track->to->codecpar, track->encoder);
}

int video_encode_sound_packet(video_conversion *conversion, AVPacket *packet)
{
    return video_decode_packet(conversion, &conversion->audio, packet, take_frame);
}

#pragma GCC visibility pop
