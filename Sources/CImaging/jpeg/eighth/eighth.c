#include "eighth.h"

#include <stdlib.h>
#include <string.h>

#include "eighth_headers.h"
#include "eighth_progress.h"
#include "eighth_scan.h"

// A sample is taken from this range as it is, cut off outside of it. Beyond, libjpeg's table wraps around.
#define MIN_SAMPLE (-512)
#define MAX_SAMPLE 511

typedef struct eighth_decoding {
    eighth_frame frame; // with the tables and the scan that are current
    eighth_stream stream;
    eighth_plane planes[EIGHTH_MAX_COMPONENTS];
    eighth_progress progress;
    eighth_scan scan;
    // By the index in the scan, unless an earlier component has the same.
    eighth_sequential_tables sequential[EIGHTH_MAX_COMPONENTS];
    eighth_symbols symbols[EIGHTH_MAX_COMPONENTS];
    uint8_t *const *bases;
    const size_t *strides;
    int groups; // rows of groups that are wanted
    imaging_cancel cancel;
} eighth_decoding;

// MARK: Planes

// For all rows of blocks, or for one row of groups, where that can be done with before the next.
static int make_planes(eighth_decoding *decoding)
{
    const eighth_frame *frame = &decoding->frame;
    for (int i = 0; i < frame->component_count; i++) {
        const eighth_component *component = &frame->components[i];
        eighth_plane *plane = &decoding->planes[i];
        size_t groups = eighth_has_one_scan(frame) ? 1 : (size_t)frame->groups_down;
        plane->stride = (size_t)frame->groups_across * (size_t)component->h_factor;
        plane->rows = groups * (size_t)component->v_factor;
        plane->dc = calloc(plane->rows * plane->stride, sizeof *plane->dc);
        if (!plane->dc) return -1;
    }
    return 0;
}

// Writes the samples of a row. Returns 0, or -1 where one is far out of range.
static int write_row(const eighth_decoding *decoding, int index, int row)
{
    const eighth_component *component = &decoding->frame.components[index];
    const eighth_plane *plane = &decoding->planes[index];
    const int16_t *dc = plane->dc + (size_t)row % plane->rows * plane->stride;
    uint8_t *samples = decoding->bases[index] + (size_t)row * decoding->strides[index];
    int is_out_of_range = 0;
    for (int x = 0; x < component->blocks_across; x++) {
        int value = (dc[x] * component->dc_step + 4) >> 3;
        is_out_of_range |= value < MIN_SAMPLE || value > MAX_SAMPLE;
        value += 128;
        samples[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    return is_out_of_range ? -1 : 0;
}

static int smaller(int a, int b) { return a < b ? a : b; }

// Writes what the rows `from`..<`to` of groups give.
static int write_groups(const eighth_decoding *decoding, int from, int to)
{
    for (int i = 0; i < decoding->frame.component_count; i++) {
        const eighth_component *component = &decoding->frame.components[i];
        int end = smaller(to * component->v_factor, component->blocks_down);
        for (int row = from * component->v_factor; row < end; row++) {
            if (write_row(decoding, i, row) != 0) return -1;
        }
    }
    return 0;
}

// MARK: Scans

// Makes the tables of the scan's component `index`, or finds those of an earlier one.
static int make_sequential_tables(eighth_decoding *decoding, int index)
{
    const eighth_scan_header *scan = &decoding->scan.header;
    const eighth_frame *frame = &decoding->frame;
    int first = imaging_eighth_same_tables(scan, index);
    decoding->scan.tables[index] = &decoding->sequential[first];
    if (first < index) return 0;
    return imaging_eighth_make_sequential(&decoding->sequential[index], &frame->dc_tables[scan->dc_tables[index]],
                                          &frame->ac_tables[scan->ac_tables[index]]);
}

static int make_tables(eighth_decoding *decoding, int index)
{
    const eighth_frame *frame = &decoding->frame;
    if (!frame->is_progressive) return make_sequential_tables(decoding, index);
    int is_dc = frame->scan.first == 0;
    if (is_dc && frame->scan.high_bit != 0) return 0; // Bits without codes.
    const eighth_huffman *table =
        is_dc ? &frame->dc_tables[frame->scan.dc_tables[index]] : &frame->ac_tables[frame->scan.ac_tables[index]];
    decoding->scan.symbols[index] = &decoding->symbols[index];
    return imaging_eighth_make_symbols(&decoding->symbols[index], table, is_dc);
}

static int start_scan(eighth_decoding *decoding)
{
    eighth_scan *scan = &decoding->scan;
    if (imaging_eighth_add_scan(&decoding->progress, &decoding->frame) != 0) return -1;
    scan->frame = &decoding->frame;
    scan->header = decoding->frame.scan;
    scan->stream = &decoding->stream;
    scan->planes = decoding->planes;
    scan->restart_interval = decoding->frame.restart_interval;
    for (int i = 0; i < scan->header.component_count; i++) {
        if (make_tables(decoding, i) != 0) return -1;
    }
    return imaging_eighth_start_scan(scan);
}

static int is_cancelled(const eighth_decoding *decoding)
{
    return decoding->cancel.is_cancelled && decoding->cancel.is_cancelled(decoding->cancel.context);
}

static int decode_row(eighth_scan *scan, int row)
{
    return scan->frame->is_progressive ? imaging_eighth_progressive_row(scan, row)
                                       : imaging_eighth_sequential_row(scan, row);
}

// The only scan: rows are written as they come, and what is below those that are wanted is not looked at.
static eighth_outcome decode_only_scan(eighth_decoding *decoding)
{
    eighth_scan *scan = &decoding->scan;
    for (int group = 0; group < decoding->groups; group++) {
        if (is_cancelled(decoding)) return EIGHTH_CANCELLED;
        int end = imaging_eighth_row_end(scan, group + 1);
        for (int row = imaging_eighth_row_end(scan, group); row < end; row++) {
            if (decode_row(scan, row) != 0) return EIGHTH_FALL_BACK;
        }
        if (write_groups(decoding, group, group + 1) != 0) return EIGHTH_FALL_BACK;
    }
    return EIGHTH_DONE;
}

static eighth_outcome decode_scan(eighth_decoding *decoding)
{
    if (is_cancelled(decoding)) return EIGHTH_CANCELLED;
    if (decoding->scan.header.first > 0) {
        return imaging_eighth_pass_over(&decoding->scan) == 0 ? EIGHTH_DONE : EIGHTH_FALL_BACK;
    }
    for (int row = 0; row < decoding->scan.groups_down; row++) {
        if (is_cancelled(decoding)) return EIGHTH_CANCELLED;
        if (decode_row(&decoding->scan, row) != 0) return EIGHTH_FALL_BACK;
    }
    return EIGHTH_DONE;
}

static eighth_outcome decode_all_scans(eighth_decoding *decoding)
{
    for (;;) {
        eighth_outcome outcome = decode_scan(decoding);
        if (outcome != EIGHTH_DONE) return outcome;
        int marker = imaging_eighth_end_data(&decoding->stream);
        eighth_next next = imaging_eighth_next_scan(&decoding->frame, &decoding->stream, marker);
        if (next == EIGHTH_END) break;
        if (next == EIGHTH_UNUSUAL || start_scan(decoding) != 0) return EIGHTH_FALL_BACK;
    }
    int is_complete = imaging_eighth_is_complete(&decoding->progress, &decoding->frame);
    return is_complete && write_groups(decoding, 0, decoding->groups) == 0 ? EIGHTH_DONE : EIGHTH_FALL_BACK;
}

// MARK: Decoding

static eighth_outcome decode(eighth_decoding *decoding)
{
    if (make_planes(decoding) != 0 || start_scan(decoding) != 0) return EIGHTH_FALL_BACK;
    return eighth_has_one_scan(&decoding->frame) ? decode_only_scan(decoding) : decode_all_scans(decoding);
}

static void free_decoding(eighth_decoding *decoding)
{
    for (int i = 0; i < EIGHTH_MAX_COMPONENTS; i++) {
        free(decoding->planes[i].dc);
    }
    imaging_eighth_close(&decoding->stream);
    free(decoding);
}

#pragma GCC visibility push(hidden)

eighth_outcome imaging_eighth_decode(const eighth_frame *frame, imaging_source source, uint8_t *const bases[],
                                     const size_t strides[], int groups, imaging_cancel cancel)
{
    eighth_decoding *decoding = calloc(1, sizeof *decoding);
    if (!decoding) return EIGHTH_FALL_BACK;
    decoding->frame = *frame;
    decoding->bases = bases;
    decoding->strides = strides;
    decoding->groups = smaller(groups, frame->groups_down);
    decoding->cancel = cancel;
    eighth_outcome outcome = EIGHTH_FALL_BACK;
    if (imaging_eighth_open(&decoding->stream, source, frame->scan_offset) == 0) outcome = decode(decoding);
    free_decoding(decoding);
    return outcome;
}

#pragma GCC visibility pop
