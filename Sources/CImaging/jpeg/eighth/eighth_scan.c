#include "eighth_scan.h"

#include <string.h>

#define FIRST_RESTART 0xD0

#define MAX_PREDICTION (1 << 24)

static const eighth_component *component(const eighth_scan *scan, int index)
{
    return &scan->frame->components[scan->header.components[index]];
}

static void reset(eighth_scan *scan)
{
    memset(scan->predictions, 0, sizeof scan->predictions);
    scan->groups_to_restart = scan->restart_interval;
}

// Blocks of a component in a group: one alone has groups of one block.
static int across(const eighth_scan *scan, int index)
{
    return scan->header.component_count == 1 ? 1 : component(scan, index)->h_factor;
}

static int down(const eighth_scan *scan, int index)
{
    return scan->header.component_count == 1 ? 1 : component(scan, index)->v_factor;
}

// Sets up the block `x` of those of a group that are in a row.
static void start_unit(eighth_scan *scan, eighth_unit *unit, int index, size_t row, int x)
{
    const eighth_plane *plane = &scan->planes[scan->header.components[index]];
    size_t row_start = row % plane->rows * plane->stride, place = row_start + (size_t)x;
    unit->component = scan->header.components[index];
    unit->row = (int)row;
    unit->row_start = plane->dc + row_start;
    unit->tables = scan->tables[index];
    unit->symbols = scan->symbols[index];
    unit->prediction = &scan->predictions[index];
    unit->dc = plane->dc + place;
    unit->step = across(scan, index);
}

#pragma GCC visibility push(hidden)

int imaging_eighth_start_scan(eighth_scan *scan)
{
    scan->unit_count = 0;
    for (int i = 0; i < scan->header.component_count; i++)
        scan->unit_count += across(scan, i) * down(scan, i);
    if (scan->unit_count > EIGHTH_MAX_UNITS) return -1;
    int is_alone = scan->header.component_count == 1;
    scan->groups_across = is_alone ? component(scan, 0)->blocks_across : scan->frame->groups_across;
    scan->groups_down = is_alone ? component(scan, 0)->blocks_down : scan->frame->groups_down;
    scan->next_restart = 0;
    reset(scan);
    return imaging_eighth_start_data(scan->stream);
}

void imaging_eighth_start_row(eighth_scan *scan, int row)
{
    eighth_unit *unit = scan->units;
    for (int i = 0; i < scan->header.component_count; i++) {
        for (int y = 0; y < down(scan, i); y++) {
            size_t row_of_blocks = (size_t)row * (size_t)down(scan, i) + (size_t)y;
            for (int x = 0; x < across(scan, i); x++)
                start_unit(scan, unit++, i, row_of_blocks, x);
        }
    }
}

int imaging_eighth_row_end(const eighth_scan *scan, int groups)
{
    int rows_of_group = scan->header.component_count == 1 ? scan->frame->components[0].v_factor : 1;
    int end = groups * rows_of_group;
    return end < scan->groups_down ? end : scan->groups_down;
}

int imaging_eighth_same_tables(const eighth_scan_header *header, int index)
{
    int first = 0;
    while (header->dc_tables[first] != header->dc_tables[index] || header->ac_tables[first] != header->ac_tables[index])
        first++;
    return first;
}

int imaging_eighth_has_sound_predictions(const eighth_scan *scan)
{
    for (int i = 0; i < scan->header.component_count; i++) {
        if (scan->predictions[i] > MAX_PREDICTION || scan->predictions[i] < -MAX_PREDICTION) return 0;
    }
    return 1;
}

int imaging_eighth_pass_over(eighth_scan *scan)
{
    int64_t groups = (int64_t)scan->groups_across * scan->groups_down;
    int64_t restarts = scan->restart_interval ? (groups - 1) / scan->restart_interval : 0;
    for (; imaging_eighth_pass_over_data(scan->stream) == 0; restarts--) {
        if (restarts == 0) return 0;
        if (imaging_eighth_restart(scan) != 0) return -1;
    }
    return -1;
}

int imaging_eighth_restart(eighth_scan *scan)
{
    if (imaging_eighth_end_data(scan->stream) != FIRST_RESTART + scan->next_restart) return -1;
    scan->next_restart = (scan->next_restart + 1) & 7;
    reset(scan);
    return imaging_eighth_start_data(scan->stream);
}

#pragma GCC visibility pop
