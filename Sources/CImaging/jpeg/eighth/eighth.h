// Decodes a JPEG at an eighth of its size: one sample for each block of 8 by 8, which is the block's DC coefficient and
// nothing else. So AC coefficients are stepped over, not decoded, which libjpeg does not know how to do; in progressive
// files, where they have scans of their own, these are passed over without a look at them. Samples are libjpeg's to the
// byte; whatever is damaged or unusual is left to it (EIGHTH_FALL_BACK), marks and messages included, but for damage among
// coefficients that were passed over.
#ifndef IMAGING_EIGHTH_H
#define IMAGING_EIGHTH_H

#include "imaging_source.h"
#include "imaging_status.h"

#define EIGHTH_MAX_COMPONENTS 3
#define EIGHTH_MAX_TABLES     4

// As in a DHT marker: how many codes there are of each length, and what they stand for.
typedef struct eighth_huffman {
    int is_set;
    uint8_t counts[17]; // from 1
    uint8_t symbols[256];
} eighth_huffman;

typedef struct eighth_component {
    int id;
    int h_factor, v_factor;
    int blocks_across, blocks_down; // without those that only fill up groups
    int dc_step;                    // of its quantization table
} eighth_component;

// As in an SOS marker.
typedef struct eighth_scan_header {
    int component_count;
    int components[EIGHTH_MAX_COMPONENTS]; // indexes into those of the frame
    int dc_tables[EIGHTH_MAX_COMPONENTS], ac_tables[EIGHTH_MAX_COMPONENTS];
    int first, last;   // coefficients, in the order of the zigzag
    int high_bit, bit; // of successive approximation: known before, known after
} eighth_scan_header;

// A JPEG up to its first scan.
typedef struct eighth_frame {
    int is_progressive;
    int component_count;
    int max_h_factor, max_v_factor;
    int groups_across, groups_down; // of blocks of all components
    eighth_component components[EIGHTH_MAX_COMPONENTS];
    eighth_huffman dc_tables[EIGHTH_MAX_TABLES], ac_tables[EIGHTH_MAX_TABLES];
    int restart_interval;
    eighth_scan_header scan;
    size_t scan_offset; // in the source, of the first scan's data
} eighth_frame;

static inline int eighth_has_one_scan(const eighth_frame *frame)
{
    return !frame->is_progressive && frame->scan.component_count == frame->component_count;
}

typedef enum eighth_outcome {
    EIGHTH_DONE,
    EIGHTH_FALL_BACK, // rows may have been written
    EIGHTH_CANCELLED,
} eighth_outcome;

#pragma GCC visibility push(hidden)

// Decodes the first `groups` rows of groups of blocks. Plane i gets a row of `blocks_across` samples for each row of
// blocks of component i.
eighth_outcome imaging_eighth_decode(const eighth_frame *frame, imaging_source source, uint8_t *const bases[],
                                     const size_t strides[], int groups, imaging_cancel cancel);

#pragma GCC visibility pop

#endif
