#include "eighth_stream.h"

#include <stdlib.h>

#define CAPACITY ((size_t)64 << 10)

// Returns 0, or -1 at the end.
static int fetch(eighth_stream *stream)
{
    if (!stream->raw_buffer) {
        stream->is_broken = 1;
        return -1;
    }
    ssize_t got = imaging_source_read(&stream->source, stream->offset, stream->raw_buffer, CAPACITY);
    if (got <= 0) {
        stream->is_broken = 1;
        return -1;
    }
    stream->offset += (size_t)got;
    stream->raw = stream->raw_buffer;
    stream->raw_end = stream->raw + got;
    return 0;
}

static int next_byte(eighth_stream *stream)
{
    if (stream->raw == stream->raw_end && fetch(stream) != 0) return -1;
    return *stream->raw++;
}

// Looks at what follows an FF. Returns 1 when the FF is a byte of the data.
static int is_stuffed(eighth_stream *stream)
{
    int byte = next_byte(stream);
    if (byte == 0) return 1;
    while (byte == 0xFF)
        byte = next_byte(stream);
    if (byte == 0) stream->is_broken = 1; // Data after bytes that fill up: libjpeg may take it, no encoder writes it.
    if (byte > 0) stream->marker = byte;
    return 0;
}

// Copies data to `to` until a marker, or the end of the buffer.
static uint8_t *unstuff(eighth_stream *stream, uint8_t *to)
{
    const uint8_t *limit = stream->bytes + CAPACITY;
    while (to < limit && !stream->marker && !stream->is_broken) {
        if (stream->raw == stream->raw_end && fetch(stream) != 0) break;
        size_t count = (size_t)(stream->raw_end - stream->raw);
        if (count > (size_t)(limit - to)) count = (size_t)(limit - to);
        const uint8_t *escape = memchr(stream->raw, 0xFF, count);
        if (escape) count = (size_t)(escape - stream->raw);
        memcpy(to, stream->raw, count);
        to += count;
        stream->raw += count;
        if (!escape) continue;
        stream->raw++;
        if (is_stuffed(stream)) *to++ = 0xFF;
    }
    return to;
}

static void fill(eighth_stream *stream, size_t kept)
{
    uint8_t *end = unstuff(stream, stream->bytes + kept);
    memset(end, 0, EIGHTH_MARGIN);
    stream->end = end;
    // A reader that took the last bit may be eight bytes ahead.
    if (!stream->is_broken) stream->guard = stream->marker ? end + 8 : end - EIGHTH_MARGIN;
}

#pragma GCC visibility push(hidden)

int imaging_eighth_open(eighth_stream *stream, imaging_source source, size_t offset)
{
    memset(stream, 0, sizeof *stream);
    stream->source = source;
    stream->offset = offset;
    stream->bytes = malloc(CAPACITY + EIGHTH_MARGIN);
    if (source.bytes) {
        if (offset > source.count) offset = source.count;
        stream->raw = source.bytes + offset;
        stream->raw_end = source.bytes + source.count;
    } else {
        stream->raw_buffer = malloc(CAPACITY);
    }
    if (stream->bytes && (source.bytes || stream->raw_buffer)) return 0;
    imaging_eighth_close(stream);
    return -1;
}

void imaging_eighth_close(eighth_stream *stream)
{
    free(stream->bytes);
    free(stream->raw_buffer);
    stream->bytes = NULL;
    stream->raw_buffer = NULL;
}

int imaging_eighth_start_data(eighth_stream *stream)
{
    stream->marker = 0;
    stream->bits = (eighth_bits){0, 0, stream->bytes};
    fill(stream, 0);
    return stream->is_broken ? -1 : 0;
}

int imaging_eighth_more_data(eighth_stream *stream)
{
    if (stream->marker || stream->is_broken || stream->bits.next > stream->end) return -1;
    size_t kept = (size_t)(stream->end - stream->bits.next);
    memmove(stream->bytes, stream->bits.next, kept);
    stream->bits.next = stream->bytes;
    fill(stream, kept);
    return stream->is_broken ? -1 : 0;
}

int imaging_eighth_has_kept_within(const eighth_stream *stream)
{
    return (stream->bits.next - stream->end) * 8 <= stream->bits.count;
}

int imaging_eighth_pass_over_data(eighth_stream *stream)
{
    for (;;) {
        stream->bits.count = 0;
        stream->bits.next = stream->end;
        if (stream->marker) return 0;
        if (imaging_eighth_more_data(stream) != 0) return -1;
    }
}

int imaging_eighth_end_data(eighth_stream *stream)
{
    if (!stream->marker && imaging_eighth_more_data(stream) != 0) return -1;
    ptrdiff_t left = (stream->end - stream->bits.next) * 8 + stream->bits.count;
    return stream->marker && left >= 0 && left < 8 ? stream->marker : -1;
}

int imaging_eighth_byte(eighth_stream *stream) { return next_byte(stream); }

#pragma GCC visibility pop
