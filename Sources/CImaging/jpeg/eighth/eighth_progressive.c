#include "eighth_scan.h"

static int take_bit(eighth_bits *bits)
{
    int value = (int)(bits->word >> 63);
    drop(bits, 1);
    return value;
}

__attribute__((always_inline)) static inline int first_dc(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    top_up(bits);
    int size = take_symbol(bits, unit->symbols);
    if (size < 0 || size > EIGHTH_MAX_DC_SIZE) return -1;
    *unit->prediction += signed_value(bits->word, 0, size);
    drop(bits, size);
    *unit->dc = (int16_t)((unsigned)*unit->prediction << scan->header.bit);
    return 0;
}

__attribute__((always_inline)) static inline int refined_dc(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    top_up(bits);
    *unit->dc = (int16_t)(*unit->dc | take_bit(bits) << scan->header.bit);
    return 0;
}

#pragma GCC visibility push(hidden)

int imaging_eighth_progressive_row(eighth_scan *scan, int row)
{
    if (scan->header.high_bit != 0) return walk_row(scan, row, refined_dc);
    return walk_row(scan, row, first_dc) == 0 && imaging_eighth_has_sound_predictions(scan) ? 0 : -1;
}

#pragma GCC visibility pop
