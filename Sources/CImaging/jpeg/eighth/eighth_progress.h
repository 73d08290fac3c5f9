// Which coefficients of a file are known, and with how many bits.
#ifndef IMAGING_EIGHTH_PROGRESS_H
#define IMAGING_EIGHTH_PROGRESS_H

#include "eighth.h"

#define EIGHTH_COEFFICIENTS 64

typedef struct eighth_progress {
    int scan_count;
    // The lowest bit that is known, plus one; 0 when nothing is.
    uint8_t known[EIGHTH_MAX_COMPONENTS][EIGHTH_COEFFICIENTS];
} eighth_progress;

#pragma GCC visibility push(hidden)

// Adds the frame's current scan. Returns 0, or -1 for one that the standard does not know, or that is not the next.
int imaging_eighth_add_scan(eighth_progress *progress, const eighth_frame *frame);

// Whether everything is known: libjpeg makes up for what is not.
int imaging_eighth_is_complete(const eighth_progress *progress, const eighth_frame *frame);

#pragma GCC visibility pop

#endif
