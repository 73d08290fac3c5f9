// One scan: which blocks it goes through in which order, and where restart markers are.
#ifndef IMAGING_EIGHTH_SCAN_H
#define IMAGING_EIGHTH_SCAN_H

#include "eighth.h"
#include "eighth_stream.h"
#include "eighth_tables.h"

#define EIGHTH_MAX_UNITS 10 // blocks in a group, says the standard

// What is known of a component.
typedef struct eighth_plane {
    int16_t *dc;   // a row for each row of blocks, or for those of one group
    size_t stride; // with the blocks that fill up groups
    size_t rows;
} eighth_plane;

// One block of a group.
typedef struct eighth_unit {
    int component;                          // its index in the frame
    int row;                                // of the component's blocks
    const int16_t *row_start;               // the DC of the first block of that row
    const eighth_sequential_tables *tables; // of sequential scans
    const eighth_symbols *symbols;          // of progressive ones
    int *prediction;                        // the DC before, of the same component
    int16_t *dc;
    int step; // blocks to the next group
} eighth_unit;

typedef struct eighth_scan {
    const eighth_frame *frame;
    eighth_scan_header header;
    eighth_stream *stream;
    eighth_plane *planes;                                          // by the index of the component
    const eighth_sequential_tables *tables[EIGHTH_MAX_COMPONENTS]; // by the index in the scan, as the next
    const eighth_symbols *symbols[EIGHTH_MAX_COMPONENTS];
    int predictions[EIGHTH_MAX_COMPONENTS];
    int restart_interval;
    int groups_to_restart;
    int next_restart;
    int groups_across, groups_down;
    int unit_count;
    eighth_unit units[EIGHTH_MAX_UNITS];
} eighth_scan;

#pragma GCC visibility push(hidden)

// Starts with the data at the current place of the stream. Returns 0, or -1 when it is unusual.
int imaging_eighth_start_scan(eighth_scan *scan);

// Sets the units to the first group of a row.
void imaging_eighth_start_row(eighth_scan *scan, int row);

// Where those rows of a frame's only scan end that are in the first `groups` rows of groups of blocks.
int imaging_eighth_row_end(const eighth_scan *scan, int groups);

// The index in the scan of the first component that has the tables of component `index`; `index` where none before it has.
int imaging_eighth_same_tables(const eighth_scan_header *header, int index);

// Whether the sums of DC differences, as long as a row, are far from overflowing; no sound file comes near.
int imaging_eighth_has_sound_predictions(const eighth_scan *scan);

// Passes over a scan of AC coefficients, which give no samples: of its data only the restart markers are looked at. Returns 0, or -1 where
// these are too few, too many, or out of order.
int imaging_eighth_pass_over(eighth_scan *scan);

// Goes on after a restart marker. Returns 0, or -1 when it is not there or not the next.
int imaging_eighth_restart(eighth_scan *scan);

// Each decodes a row of groups and returns 0, or -1 where the data are damaged or unusual.
int imaging_eighth_sequential_row(eighth_scan *scan, int row);
int imaging_eighth_progressive_row(eighth_scan *scan, int row);

#pragma GCC visibility pop

// Decodes one block and returns 0 or -1. There are at least EIGHTH_MARGIN bytes after the group's start.
typedef int eighth_block(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits);

// Goes through a row of groups. Inlined, so that `block` is.
__attribute__((always_inline)) static inline int walk_row(eighth_scan *scan, int row, eighth_block *block)
{
    eighth_stream *stream = scan->stream;
    imaging_eighth_start_row(scan, row);
    eighth_bits bits = stream->bits;
    const uint8_t *guard = stream->guard;
    for (int group = 0; group < scan->groups_across; group++) {
        int restarts = scan->restart_interval && scan->groups_to_restart == 0;
        if (restarts || bits.next > guard) {
            stream->bits = bits;
            if (restarts ? imaging_eighth_restart(scan) : imaging_eighth_more_data(stream)) return -1;
            bits = stream->bits;
            guard = stream->guard;
        }
        scan->groups_to_restart--;
        for (int i = 0; i < scan->unit_count; i++) {
            eighth_unit *unit = &scan->units[i];
            if (block(scan, unit, &bits) != 0) return -1;
            unit->dc += unit->step;
        }
    }
    stream->bits = bits;
    return imaging_eighth_has_kept_within(stream) ? 0 : -1;
}

#endif
