// A source manager of libjpeg that reads by position and skips without reading.
#ifndef PICKER_JPEG_SOURCE_H
#define PICKER_JPEG_SOURCE_H

#include <stdio.h>

#include <jpeglib.h>

#include "picker_source.h"

typedef struct picker_jpeg_reader {
    struct jpeg_source_mgr manager; // first, so that libjpeg's pointer is ours
    picker_source source;
    size_t offset;      // of the next byte to read
    int is_at_end;      // an end-of-image marker was made up
    int has_failed;     // the system refused; errno is in `system_error`
    int system_error;
    uint8_t *buffer;    // NULL for a source in memory
} picker_jpeg_reader;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 without memory.
int picker_jpeg_reader_init(picker_jpeg_reader *reader, picker_source source, size_t start);
void picker_jpeg_reader_free(picker_jpeg_reader *reader);

#pragma GCC visibility pop

#endif
