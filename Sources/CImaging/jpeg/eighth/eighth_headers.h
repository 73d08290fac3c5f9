// The markers between scans.
#ifndef IMAGING_EIGHTH_HEADERS_H
#define IMAGING_EIGHTH_HEADERS_H

#include "eighth.h"
#include "eighth_stream.h"

typedef enum eighth_next {
    EIGHTH_SCAN,    // `scan` of the frame is set; its data follow
    EIGHTH_END,     // of the image
    EIGHTH_UNUSUAL, // damaged, or of a kind that is rare between scans
} eighth_next;

#pragma GCC visibility push(hidden)

// Reads from the first marker after a scan on, which has been taken from the stream already.
eighth_next imaging_eighth_next_scan(eighth_frame *frame, eighth_stream *stream, int marker);

#pragma GCC visibility pop

#endif
