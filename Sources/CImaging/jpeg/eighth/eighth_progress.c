#include "eighth_progress.h"

// Files with more are refused, by others.
#define SCAN_LIMIT 200

#define MAX_BIT 13

// Components and tables are within bounds, and no component is there twice.
static int is_sound(const eighth_scan_header *scan, int component_count)
{
    unsigned seen = 0;
    if (scan->component_count < 1 || scan->component_count > component_count) return 0;
    for (int i = 0; i < scan->component_count; i++) {
        int component = scan->components[i];
        if (component < 0 || component >= component_count || seen >> component & 1) return 0;
        seen |= 1u << component;
        if (scan->dc_tables[i] < 0 || scan->dc_tables[i] >= EIGHTH_MAX_TABLES) return 0;
        if (scan->ac_tables[i] < 0 || scan->ac_tables[i] >= EIGHTH_MAX_TABLES) return 0;
    }
    return 1;
}

static int is_sequential(const eighth_scan_header *scan)
{
    return scan->first == 0 && scan->last == EIGHTH_COEFFICIENTS - 1 && scan->high_bit == 0 && scan->bit == 0;
}

static int is_progressive(const eighth_scan_header *scan)
{
    int is_dc = scan->first == 0 && scan->last == 0;
    int is_ac =
        scan->first > 0 && scan->first <= scan->last && scan->last < EIGHTH_COEFFICIENTS && scan->component_count == 1;
    int is_refinement = scan->high_bit == scan->bit + 1;
    return (is_dc || is_ac) && scan->bit >= 0 && scan->bit <= MAX_BIT && (scan->high_bit == 0 || is_refinement);
}

#pragma GCC visibility push(hidden)

int imaging_eighth_add_scan(eighth_progress *progress, const eighth_frame *frame)
{
    const eighth_scan_header *scan = &frame->scan;
    if (++progress->scan_count > SCAN_LIMIT || !is_sound(scan, frame->component_count)) return -1;
    if (frame->is_progressive ? !is_progressive(scan) : !is_sequential(scan)) return -1;
    int expected = scan->high_bit == 0 ? 0 : scan->high_bit + 1;
    for (int i = 0; i < scan->component_count; i++) {
        uint8_t *known = progress->known[scan->components[i]];
        if (scan->first > 0 && known[0] == 0) return -1;
        for (int k = scan->first; k <= scan->last; k++) {
            if (known[k] != expected) return -1;
            known[k] = (uint8_t)(scan->bit + 1);
        }
    }
    return 0;
}

int imaging_eighth_is_complete(const eighth_progress *progress, const eighth_frame *frame)
{
    for (int i = 0; i < frame->component_count; i++) {
        for (int k = 0; k < EIGHTH_COEFFICIENTS; k++) {
            if (progress->known[i][k] != 1) return 0;
        }
    }
    return 1;
}

#pragma GCC visibility pop
