#ifndef VIDEO_FILE_INTERNAL_H
#define VIDEO_FILE_INTERNAL_H

#include "functions.h"
#include "video_file.h"

struct video_file {
    video_input input;
    int64_t position;
    int system_error; // What the input reported.
    int is_cancelled;
    int64_t bytes_left; // That the libraries may go through; what they jump over is not counted.
    int64_t counted_to; // Where they were in the input when the bytes were counted last.
    int is_exhausted;   // They wanted more than these.
    AVIOContext *io;
    AVFormatContext *format;
    AVStream *video; // NULL: there is none.
    AVStream *audio;
    int64_t start; // Of the video, in its ticks. Where headers do not say it, libav takes the first packet read for it.
    int is_analysed; // Packets were looked at for what headers leave open, which can be done once.
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    AVFrame *previous; // What `frame` was before; empty at first.
    int is_draining;   // No more packets come, or none until the frames are out that the decoder keeps.
    int packets_left;
    int64_t most_frame_bytes; // Of all frames that the decoder holds at once.
    int64_t frame_bytes;      // Of those that it holds now.
    int exceeds_memory;       // It wanted more.
};

#pragma GCC visibility push(hidden)

// Attaches the input to the format context. 0, or an error of libav.
int video_attach_input(video_file *file);

// A status for an error of libav, unless the input knows better.
video_code video_fail_av(const video_file *file, int error, video_status *status);

// Looks at packets, and may decode some, for what headers leave open; once for each file. 0 or more, or an error of libav.
int video_analyse(video_file *file);

// Allocates a frame's memory for a decoder whose `opaque` is the file, and counts it there until its end. Decoders hold as many frames
// as the bitstream says: up to sixteen that others are predicted from, and as many that wait to be shown.
int video_get_frame_buffer(AVCodecContext *decoder, AVFrame *frame, int flags);

// Side data of a stream; NULL when there is none of at least so many bytes.
const uint8_t *video_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t least);

// Whether samples go from 0 to the largest: formats with a J in their names do, whatever the frame says.
int video_has_full_range(const AVFrame *frame);

#pragma GCC visibility pop

#endif
