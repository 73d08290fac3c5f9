#include <errno.h>
#include <stdio.h>

#include "conversion.h"

static const int buffer_size = 256 << 10;

#if LIBAVFORMAT_VERSION_MAJOR < 61
typedef uint8_t output_byte;
#else
typedef const uint8_t output_byte;
#endif

static int write_output(void *context, output_byte *bytes, int count)
{
    video_conversion *conversion = context;
    if (video_is_stopped(conversion)) return AVERROR_EXIT;
    int result = conversion->output.write(conversion->output.context, conversion->position, bytes, (size_t)count);
    if (result < 0) {
        conversion->output_error = -result;
        return result;
    }
    conversion->position += count;
    if (conversion->size < conversion->position) conversion->size = conversion->position;
    return count;
}

static int64_t place(int64_t position, int64_t size, int64_t offset, int whence)
{
    switch (whence & ~AVSEEK_FORCE) {
    case SEEK_SET: break;
    case SEEK_CUR: offset += position; break;
    case SEEK_END: offset += size; break;
    default: return AVERROR(EINVAL);
    }
    return offset < 0 ? AVERROR(EINVAL) : offset;
}

static int64_t seek_output(void *context, int64_t offset, int whence)
{
    video_conversion *conversion = context;
    if (whence & AVSEEK_SIZE) return conversion->size;
    int64_t found = place(conversion->position, conversion->size, offset, whence);
    if (found >= 0) conversion->position = found;
    return found;
}

// The output, opened once more to be read: what describes it goes to its beginning, and the rest has to move.
struct reader {
    video_conversion *conversion;
    int64_t position;
};

static int read_back(void *context, uint8_t *buffer, int count)
{
    struct reader *reader = context;
    video_conversion *conversion = reader->conversion;
    if (video_is_stopped(conversion)) return AVERROR_EXIT;
    int64_t got = conversion->output.read(conversion->output.context, reader->position, buffer, (size_t)count);
    if (got < 0) {
        conversion->output_error = (int)-got;
        return (int)got;
    }
    reader->position += got;
    return got == 0 ? AVERROR_EOF : (int)got;
}

static int64_t seek_reader(void *context, int64_t offset, int whence)
{
    struct reader *reader = context;
    if (whence & AVSEEK_SIZE) return reader->conversion->size;
    int64_t found = place(reader->position, reader->conversion->size, offset, whence);
    if (found >= 0) reader->position = found;
    return found;
}

static void free_io(AVIOContext **io)
{
    // The buffer may be another one by now; it is the context's.
    if (*io) video_av.av_free((*io)->buffer);
    video_av.avio_context_free(io);
}

static int open_reader(struct AVFormatContext *format, AVIOContext **io, const char *url, int flags,
                       AVDictionary **options)
{
    (void)url, (void)options;
    *io = NULL;
    if (flags & AVIO_FLAG_WRITE) return AVERROR(EPERM);
    struct reader *reader = video_av.av_malloc(sizeof *reader);
    uint8_t *buffer = video_av.av_malloc((size_t)buffer_size);
    if (reader) *reader = (struct reader){format->opaque, 0};
    if (reader && buffer)
        *io = video_av.avio_alloc_context(buffer, buffer_size, 0, reader, read_back, NULL, seek_reader);
    if (*io) return 0;
    video_av.av_free(buffer);
    video_av.av_free(reader);
    return AVERROR(ENOMEM);
}

static int close_reader(struct AVFormatContext *format, AVIOContext *io)
{
    (void)format;
    if (io) video_av.av_free(io->opaque);
    free_io(&io);
    return 0;
}

#pragma GCC visibility push(hidden)

int video_attach_output(video_conversion *conversion)
{
    uint8_t *buffer = video_av.av_malloc((size_t)buffer_size);
    if (!buffer) return AVERROR(ENOMEM);
    conversion->io = video_av.avio_alloc_context(buffer, buffer_size, 1, conversion, NULL, write_output, seek_output);
    if (!conversion->io) {
        video_av.av_free(buffer);
        return AVERROR(ENOMEM);
    }
    conversion->format->pb = conversion->io;
    conversion->format->opaque = conversion;
    conversion->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    conversion->format->io_open = open_reader;
    conversion->format->io_close2 = close_reader;
    return 0;
}

void video_detach_output(video_conversion *conversion) { free_io(&conversion->io); }

#pragma GCC visibility pop
