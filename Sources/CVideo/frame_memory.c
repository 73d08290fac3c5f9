#include <errno.h>
#include <stdlib.h>

#include "file.h"

// The buffer of a frame, and the file in which its memory is counted.
typedef struct counted_buffer {
    video_file *file;
    AVBufferRef *original;
    int64_t bytes;
} counted_buffer;

static void release_buffer(void *context, uint8_t *data)
{
    (void)data;
    counted_buffer *self = context;
    self->file->frame_bytes -= self->bytes;
    video_av.av_buffer_unref(&self->original);
    free(self);
}

static int64_t bytes_of(const AVFrame *frame)
{
    int64_t bytes = 0;
    for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++)
        bytes += (int64_t)frame->buf[i]->size;
    return bytes;
}

// Wraps the frame's first buffer in one whose end is noticed. 0, or an error of libav.
static int count_buffer(video_file *file, AVFrame *frame, int64_t bytes)
{
    counted_buffer *counted = malloc(sizeof *counted);
    if (!counted) return AVERROR(ENOMEM);
    *counted = (counted_buffer){file, frame->buf[0], bytes};
    AVBufferRef *wrapper =
        video_av.av_buffer_create(frame->buf[0]->data, frame->buf[0]->size, release_buffer, counted, 0);
    if (!wrapper) {
        free(counted);
        return AVERROR(ENOMEM);
    }
    file->frame_bytes += bytes;
    frame->buf[0] = wrapper;
    return 0;
}

#pragma GCC visibility push(hidden)

int video_get_frame_buffer(AVCodecContext *decoder, AVFrame *frame, int flags)
{
    video_file *file = decoder->opaque;
    int result = video_av.avcodec_default_get_buffer2(decoder, frame, flags);
    if (result < 0 || !frame->buf[0]) return result;
    const int64_t bytes = bytes_of(frame);
    if (bytes > file->most_frame_bytes - file->frame_bytes) {
        file->exceeds_memory = 1;
        result = AVERROR(ENOMEM);
    } else {
        result = count_buffer(file, frame, bytes);
    }
    if (result < 0) video_av.av_frame_unref(frame);
    return result;
}

#pragma GCC visibility pop
