#include "jpeg_source.h"

#include <errno.h>
#include <stdlib.h>

#include <jerror.h>

#define CHUNK ((size_t)128 << 10)

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void start(j_decompress_ptr info) { (void)info; }

static boolean end_early(imaging_jpeg_reader *reader, j_decompress_ptr info)
{
    // What libjpeg's own sources do: the decoder ends as if the image did, with a warning.
    WARNMS(info, JWRN_JPEG_EOF);
    reader->is_at_end = 1;
    reader->manager.next_input_byte = end_of_image;
    reader->manager.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static boolean fill(j_decompress_ptr info)
{
    imaging_jpeg_reader *reader = (imaging_jpeg_reader *)info->src;
    if (!reader->buffer) return end_early(reader, info);
    // Markers may go on for as long as the file, without a row between them.
    if (info->progress) info->progress->progress_monitor((j_common_ptr)info);
    ssize_t got = imaging_source_read(&reader->source, reader->offset, reader->buffer, CHUNK);
    if (got < 0) {
        reader->has_failed = 1;
        reader->system_error = errno;
        ERREXIT(info, JERR_FILE_READ);
    }
    if (got == 0) return end_early(reader, info);
    reader->offset += (size_t)got;
    reader->manager.next_input_byte = reader->buffer;
    reader->manager.bytes_in_buffer = (size_t)got;
    return TRUE;
}

static void skip(j_decompress_ptr info, long count)
{
    imaging_jpeg_reader *reader = (imaging_jpeg_reader *)info->src;
    if (count <= 0) return;
    size_t rest = (size_t)count;
    if (rest <= reader->manager.bytes_in_buffer) {
        reader->manager.next_input_byte += rest;
        reader->manager.bytes_in_buffer -= rest;
        return;
    }
    rest -= reader->manager.bytes_in_buffer;
    reader->offset = rest > SIZE_MAX - reader->offset ? SIZE_MAX : reader->offset + rest;
    reader->manager.bytes_in_buffer = 0; // The next fill reads from there, or ends.
}

static void stop(j_decompress_ptr info) { (void)info; }

#pragma GCC visibility push(hidden)

int imaging_jpeg_reader_init(imaging_jpeg_reader *reader, imaging_source source, size_t first)
{
    reader->source = source;
    reader->offset = first;
    reader->manager.init_source = start;
    reader->manager.fill_input_buffer = fill;
    reader->manager.skip_input_data = skip;
    reader->manager.resync_to_restart = jpeg_resync_to_restart;
    reader->manager.term_source = stop;
    if (source.bytes) {
        if (first > source.count) first = source.count;
        reader->manager.next_input_byte = source.bytes + first;
        reader->manager.bytes_in_buffer = source.count - first;
        return 0;
    }
    reader->buffer = malloc(CHUNK);
    return reader->buffer ? 0 : -1;
}

void imaging_jpeg_reader_free(imaging_jpeg_reader *reader) { free(reader->buffer); }

size_t imaging_jpeg_reader_position(const imaging_jpeg_reader *reader)
{
    size_t fetched = reader->buffer ? reader->offset : reader->source.count;
    return fetched - reader->manager.bytes_in_buffer;
}

#pragma GCC visibility pop
