#include <errno.h>
#include <stdio.h>

#include "file.h"

// What is read at once: a frame of a phone's video is some ten of these.
static const int buffer_size = 64 << 10;

static int is_stopped(void *context)
{
    video_file *file = context;
    if (!file->is_cancelled) file->is_cancelled = file->input.is_cancelled(file->input.context);
    return file->is_cancelled;
}

// Counts what the libraries went through since the last time: up to where they are, which is before what is left in the buffer.
static void count_bytes(video_file *file)
{
    const int64_t place = file->io->pos - (file->io->buf_end - file->io->buf_ptr);
    if (place > file->counted_to) file->bytes_left -= place - file->counted_to;
    file->counted_to = place;
}

static int read_input(void *context, uint8_t *buffer, int count)
{
    video_file *file = context;
    if (is_stopped(file)) return AVERROR_EXIT;
    count_bytes(file);
    if (file->bytes_left <= 0) {
        file->is_exhausted = 1;
        return AVERROR_EOF;
    }
    if (count > file->bytes_left) count = (int)file->bytes_left;
    int64_t got = file->input.read(file->input.context, file->position, buffer, (size_t)count);
    if (got < 0) {
        file->system_error = (int)-got;
        // Whatever it was: what is unavailable for the moment, libavformat asks for again without end.
        return AVERROR(EIO);
    }
    if (got == 0) return AVERROR_EOF;
    file->position += got;
    return (int)got;
}

static int64_t seek_input(void *context, int64_t offset, int whence)
{
    video_file *file = context;
    if (whence & AVSEEK_SIZE) return file->input.size;
    switch (whence & ~AVSEEK_FORCE) {
    case SEEK_SET: break;
    case SEEK_CUR: offset += file->position; break;
    case SEEK_END: offset += file->input.size; break;
    default: return AVERROR(EINVAL);
    }
    if (offset < 0) return AVERROR(EINVAL);
    count_bytes(file);
    file->counted_to = offset;
    return file->position = offset;
}

// Files can refer to others, by path or by address.
static int refuse_to_open(struct AVFormatContext *format, AVIOContext **io, const char *url, int flags,
                          AVDictionary **options)
{
    (void)format, (void)url, (void)flags, (void)options;
    *io = NULL;
    return AVERROR(EPERM);
}

#pragma GCC visibility push(hidden)

int video_attach_input(video_file *file)
{
    uint8_t *buffer = video_av.av_malloc((size_t)buffer_size);
    if (!buffer) return AVERROR(ENOMEM);
    file->io = video_av.avio_alloc_context(buffer, buffer_size, 0, file, read_input, NULL, seek_input);
    if (!file->io) {
        video_av.av_free(buffer);
        return AVERROR(ENOMEM);
    }
    file->format->pb = file->io;
    file->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    file->format->io_open = refuse_to_open;
    file->format->interrupt_callback = (AVIOInterruptCB){is_stopped, file};
    return 0;
}

video_code video_fail_av(const video_file *file, int error, video_status *status)
{
    char words[AV_ERROR_MAX_STRING_SIZE] = "";
    video_av.av_strerror(error, words, sizeof words);
    if (file->is_cancelled) return video_fail(status, VIDEO_CANCELLED, "cancelled");
    if (file->system_error) {
        video_fail(status, VIDEO_IO, "the input failed");
        status->system_error = file->system_error;
        return VIDEO_IO;
    }
    if (file->is_exhausted) return video_fail(status, VIDEO_CORRUPT, "its headers have no end");
    if (error == AVERROR(ENOMEM)) return video_fail(status, VIDEO_OUT_OF_MEMORY, words);
    if (error == AVERROR_PATCHWELCOME || error == AVERROR(ENOSYS)) return video_fail(status, VIDEO_UNSUPPORTED, words);
    return video_fail(status, VIDEO_CORRUPT, words);
}

#pragma GCC visibility pop
