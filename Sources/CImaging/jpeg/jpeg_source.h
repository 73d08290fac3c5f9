// A source manager of libjpeg that reads by position and skips without reading.
#ifndef IMAGING_JPEG_SOURCE_H
#define IMAGING_JPEG_SOURCE_H

#include <stdio.h>

#include <jpeglib.h>

#include "imaging_source.h"

typedef struct imaging_jpeg_reader {
    struct jpeg_source_mgr manager; // first, so that libjpeg's pointer is ours
    imaging_source source;
    size_t offset;  // of the next byte to read
    int is_at_end;  // an end-of-image marker was made up
    int has_failed; // the system refused; errno is in `system_error`
    int system_error;
    uint8_t *buffer; // NULL for a source in memory
} imaging_jpeg_reader;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 without memory.
int imaging_jpeg_reader_init(imaging_jpeg_reader *reader, imaging_source source, size_t start);
void imaging_jpeg_reader_free(imaging_jpeg_reader *reader);

// Where in the source the next byte for libjpeg is, unless it is at the end.
size_t imaging_jpeg_reader_position(const imaging_jpeg_reader *reader);

#pragma GCC visibility pop

#endif
