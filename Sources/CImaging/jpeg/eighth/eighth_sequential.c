#include "eighth_scan.h"

// The block symbol by symbol, for long codes and for those at the end of blocks.
static int careful_block(const eighth_sequential_tables *tables, eighth_bits *bits, int *difference)
{
    top_up(bits);
    int size = take_symbol(bits, &tables->dc);
    if (size < 0 || size > EIGHTH_MAX_DC_SIZE) return -1;
    *difference = signed_value(bits->word, 0, size);
    drop(bits, size);
    for (int position = 1; position < EIGHTH_BLOCK_END; position++) {
        top_up(bits);
        int symbol = take_symbol(bits, &tables->ac);
        if (symbol < 0) return -1;
        int run = symbol >> 4;
        if ((symbol & 15) == 0 && run < 15) return 0;
        position += run;
        if (position >= EIGHTH_BLOCK_END) return -1;
        drop(bits, symbol & 15);
    }
    return 0;
}

static inline int skip(eighth_bits *bits, const eighth_sequential_tables *tables)
{
    unsigned entry = tables->skip[(1 << EIGHTH_SKIP_BITS) | bits->word >> (64 - EIGHTH_SKIP_BITS)];
    drop(bits, (int)(entry >> 10));
    return (int)(entry & 0x3FF);
}

static inline int quick_block(const eighth_sequential_tables *tables, eighth_bits *bits, int *difference)
{
    top_up(bits);
    eighth_bits start = *bits;
    eighth_first first = tables->first[bits->word >> (64 - EIGHTH_FIRST_BITS)];
    if (first.bits != 0) {
        *difference = signed_value(bits->word, first.dc_length, first.dc_size);
        drop(bits, first.bits);
        int position = first.position;
        while (position < EIGHTH_BLOCK_END) {
            // Each takes up to 28 bits of the 56.
            position += skip(bits, tables);
            if (position >= EIGHTH_BLOCK_END) break;
            top_up(bits);
            position += skip(bits, tables);
        }
        int has_said_end = position > EIGHTH_SAID_END && position < EIGHTH_SAID_END + EIGHTH_BLOCK_END;
        if (has_said_end || position == EIGHTH_BLOCK_END) return 0;
        *bits = start; // A long code, or the next block is already in the last entry.
    }
    return careful_block(tables, bits, difference);
}

__attribute__((always_inline)) static inline int decode_block(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    (void)scan;
    int difference = 0;
    if (quick_block(unit->tables, bits, &difference) != 0) return -1;
    *unit->prediction += difference;
    *unit->dc = (int16_t)*unit->prediction;
    return 0;
}

#pragma GCC visibility push(hidden)

int imaging_eighth_sequential_row(eighth_scan *scan, int row)
{
    return walk_row(scan, row, decode_block) == 0 && imaging_eighth_has_sound_predictions(scan) ? 0 : -1;
}

#pragma GCC visibility pop
