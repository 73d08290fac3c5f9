#ifndef VIDEO_CONVERSION_INTERNAL_H
#define VIDEO_CONVERSION_INTERNAL_H

#include "converters.h"
#include "file.h"
#include "video_conversion.h"

// The deepest order that frames are shown in otherwise than decoded: ITU-T H.264, max_dec_frame_buffering.
#define VIDEO_LARGEST_DELAY 16

// One stream on its way.
struct video_track {
    AVStream *from; // NULL: there is none.
    AVStream *to;
    AVCodecContext *decoder; // NULL: its packets are copied.
    AVCodecContext *encoder;
    int64_t last_dts;                       // Of the packets that were copied; AV_NOPTS_VALUE before the first.
    int64_t shown[VIDEO_LARGEST_DELAY + 1]; // When the last packets are shown, the earliest first.
    int shown_count;
    int64_t shift;   // Added to the source's times, in microseconds: recordings were joined, and the clock began again.
    int64_t follows; // When the next packet is expected, in microseconds; AV_NOPTS_VALUE before the first.
    int64_t good, bad; // Packets that were decoded, and that could not be.
    double reached;    // Where the source's packets end that were read, in seconds.
};

// How frames become those that the encoder takes; made again when they change in between.
struct video_scaling {
    struct SwsContext *context;
    int width, height, format, matrix, is_full_range;
};

// How sound becomes what the encoder takes.
struct video_resampling {
    struct SwrContext *context;
    int rate, format, channels;
    AVAudioFifo *samples; // Converted, and fewer than the encoder wants at once.
    int64_t next;         // The time of the first of them, in samples; AV_NOPTS_VALUE before the first.
};

struct video_conversion {
    video_file *file;
    video_plan plan;
    video_output output;
    int64_t position, size;
    int output_error; // What the output reported.
    AVIOContext *io;
    AVFormatContext *format;
    AVPacket *packet;
    AVPacket *coded;
    AVFrame *frame;
    AVFrame *converted;
    struct video_track video, audio;
    struct video_scaling scaling;
    struct video_resampling resampling;
    int64_t last_time;      // Of the frame that was encoded last, in the encoder's ticks.
    int64_t frame_duration; // Of one frame, in the same.
    int64_t origin;         // Where the source begins, in microseconds: later than 0 in what was cut out of something.
    int is_done;
};

#pragma GCC visibility push(hidden)

// All return 0, or an error of libav, where nothing else is said.

// Looks at the file, opens what is needed for its streams and writes the header. Positive: a status says more.
int video_begin_conversion(video_conversion *conversion, video_status *status);

// Attaches the output to the format context.
int video_attach_output(video_conversion *conversion);
void video_detach_output(video_conversion *conversion);

// What the output's file says of itself: dates, camera, title, and the place where that is to be kept.
int video_copy_metadata(video_conversion *conversion);

// Adds a stream to the output that the source's packets are copied to.
int video_add_copied_track(video_conversion *conversion, struct video_track *track);

// Add a stream with a decoder and an encoder. Positive: a status says more.
int video_add_encoded_video(video_conversion *conversion, video_status *status);
int video_add_encoded_audio(video_conversion *conversion, video_status *status);

// Moves the times of a packet behind those before it, where the source's clock began again.
void video_follow_clock(const video_conversion *conversion, struct video_track *track, AVPacket *packet);

// Fills in which of a copied packet's times its container has not. 0 when that is not known.
int video_fill_times(const video_conversion *conversion, struct video_track *track, AVPacket *packet);

// Make the next packet, or the end (NULL), into packets of the output.
int video_copy_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet);
int video_encode_frame_packet(video_conversion *conversion, AVPacket *packet);
int video_encode_sound_packet(video_conversion *conversion, AVPacket *packet);

// The decoder of a track, made ready.
int video_open_track_decoder(video_conversion *conversion, struct video_track *track, video_status *status);

// Decodes a packet, or ends (NULL); each frame goes to `take`, then an end (NULL) after the last.
int video_decode_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet,
                        int (*take)(video_conversion *conversion, AVFrame *frame));

// Encodes a frame, or ends (NULL), and writes what comes of it.
int video_encode_frame(video_conversion *conversion, struct video_track *track, AVFrame *frame);

// Writes a packet whose times are in `time_base`.
int video_write_packet(video_conversion *conversion, struct video_track *track, AVPacket *packet, AVRational time_base);

// Whether it is not wanted any more.
int video_is_stopped(video_conversion *conversion);

// The encoder of the picture, made ready.
int video_open_frame_encoder(video_conversion *conversion, const AVCodec *codec);

// Samples of a frame, or those that the resampler has left (NULL), converted and added to those that wait.
int video_resample(video_conversion *conversion, const AVFrame *frame);

// A frame with room for so many samples as the encoder takes them.
int video_get_sound_buffer(AVFrame *frame, const AVCodecContext *encoder, int count);

// The ticks of encoded frames: divides by the frame rates of film, television and cameras, drop frames included to a
// hundred-thousandth of a second.
static const AVRational video_ticks = {1, 90000};

// The frame in `conversion->frame` as the encoder takes it: the frame itself, or `conversion->converted`.
int video_scale_frame(video_conversion *conversion, AVFrame **scaled);

// Where a stream's times begin for the output, in its own ticks.
int64_t video_track_origin(const video_conversion *conversion, const struct video_track *track);

// A time of the source's stream in the output, in other ticks; the least number when that is not known.
int64_t video_output_time(const video_conversion *conversion, const struct video_track *track, int64_t time,
                          AVRational ticks);

// Whether anything was ever recorded for so long: else it is a mistake, or malice.
int video_is_sane_time(int64_t time, AVRational ticks);

// A status for an error of libav.
video_code video_conversion_fail(const video_conversion *conversion, int error, video_status *status);

#pragma GCC visibility pop

#endif
