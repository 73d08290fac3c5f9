// The entropy-coded data of a scan without the zero bytes that are stuffed into it, some of it at a time, and the markers
// between.
#ifndef IMAGING_EIGHTH_STREAM_H
#define IMAGING_EIGHTH_STREAM_H

#include "eighth_bits.h"
#include "imaging_source.h"

// More than a group of ten blocks can take: 64 coefficients of 31 bits each.
#define EIGHTH_MARGIN 4096

typedef struct eighth_stream {
    imaging_source source;
    size_t offset;                // of the source's next byte to fetch
    const uint8_t *raw, *raw_end; // bytes that were fetched and not looked at
    uint8_t *raw_buffer;          // NULL for a source in memory
    uint8_t *bytes;               // data of the scan, and EIGHTH_MARGIN of zeros after them
    const uint8_t *end;           // of the data
    const uint8_t *guard;         // when `bits.next` is beyond, more data is needed
    int marker;                   // that ended the data, or 0
    int is_broken;                // the source ended, cannot be read, or holds what no encoder writes
    eighth_bits bits;
} eighth_stream;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 without memory.
int imaging_eighth_open(eighth_stream *stream, imaging_source source, size_t offset);
void imaging_eighth_close(eighth_stream *stream);

// Starts with the data at the current place of the source. Returns 0, or -1 when it is broken.
int imaging_eighth_start_data(eighth_stream *stream);

// Gets more data, when `bits.next` is beyond the guard. Returns 0, or -1 when there is none.
int imaging_eighth_more_data(eighth_stream *stream);

// Whether no more bits were taken than there were.
int imaging_eighth_has_kept_within(const eighth_stream *stream);

// Passes over all data up to a marker, which `imaging_eighth_end_data` gives then. Returns 0, or -1 when there is none.
int imaging_eighth_pass_over_data(eighth_stream *stream);

// The marker after the data, which must have been taken up to the last byte. -1 when it was not.
int imaging_eighth_end_data(eighth_stream *stream);

// Outside of data. -1 when the source is broken.
int imaging_eighth_byte(eighth_stream *stream);

#pragma GCC visibility pop

#endif
