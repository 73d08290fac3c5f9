#include "eighth_scan.h"

#define MAX_PREDICTION (1 << 24)

// Coefficients of AC fit in 15 bits, with those that are still to come.
#define MAX_AC_BITS 14

static inline uint64_t band(int first, int last) { return (~0ull << first) & (~0ull >> (63 - last)); }

static inline int population(uint64_t bits)
{
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((bits * 0x0101010101010101u) >> 56);
}

static int take_bits(eighth_bits *bits, int count)
{
    if (count == 0) return 0;
    int value = (int)(bits->word >> (64 - count));
    drop(bits, count);
    return value;
}

// Up to 63 bits, of which nothing need be known.
static inline void pass_over(eighth_bits *bits, int count)
{
    top_up(bits);
    if (count > 32) {
        drop(bits, 32);
        top_up(bits);
        count -= 32;
    }
    drop(bits, count);
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
    *unit->dc = (int16_t)(*unit->dc | take_bits(bits, 1) << scan->header.bit);
    return 0;
}

// The AC coefficients give no samples. They are read so that damage among them is noticed, as libjpeg does, and because
// later scans are coded by which of them are 0.
__attribute__((always_inline)) static inline int first_ac(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    if (scan->empty_blocks > 0) {
        scan->empty_blocks--;
        return 0;
    }
    uint64_t nonzero = *unit->nonzero;
    int last = scan->header.last;
    for (int position = scan->header.first; position <= last; position++) {
        top_up(bits);
        int symbol = take_symbol(bits, unit->symbols);
        if (symbol < 0) return -1;
        int run = symbol >> 4, size = symbol & 15;
        if (size == 0 && run < 15) {
            scan->empty_blocks = (1 << run) + take_bits(bits, run) - 1;
            break;
        }
        position += run;
        if (position > last || size + scan->header.bit > MAX_AC_BITS) return -1;
        if (size != 0) nonzero |= 1ull << position;
        drop(bits, size);
    }
    *unit->nonzero = nonzero;
    return 0;
}

// Coefficients that were not 0 have a bit more each, between the symbols of those that no longer are.
__attribute__((always_inline)) static inline int refined_ac(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    uint64_t nonzero = *unit->nonzero;
    int position = scan->header.first, last = scan->header.last;
    while (scan->empty_blocks == 0 && position <= last) {
        top_up(bits);
        int symbol = take_symbol(bits, unit->symbols);
        if (symbol < 0) return -1;
        int run = symbol >> 4, size = symbol & 15;
        if (size > 1) return -1;
        if (size == 0 && run < 15) {
            scan->empty_blocks = (1 << run) + take_bits(bits, run);
            break;
        }
        drop(bits, size); // The sign.
        uint64_t zeros = ~nonzero & band(position, last);
        for (int i = 0; i < run; i++)
            zeros &= zeros - 1;
        if (zeros == 0) return -1;
        int found = __builtin_ctzll(zeros);
        pass_over(bits, population(nonzero & band(position, found)));
        if (size != 0) nonzero |= 1ull << found;
        position = found + 1;
    }
    if (scan->empty_blocks > 0) {
        if (position <= last) pass_over(bits, population(nonzero & band(position, last)));
        scan->empty_blocks--;
    }
    *unit->nonzero = nonzero;
    return 0;
}

static int dc_row(eighth_scan *scan, int row)
{
    if (scan->header.high_bit != 0) return walk_row(scan, row, refined_dc);
    if (walk_row(scan, row, first_dc) != 0) return -1;
    for (int i = 0; i < scan->header.component_count; i++) {
        if (scan->predictions[i] > MAX_PREDICTION || scan->predictions[i] < -MAX_PREDICTION) return -1;
    }
    return 0;
}

#pragma GCC visibility push(hidden)

int imaging_eighth_progressive_row(eighth_scan *scan, int row)
{
    if (scan->header.first == 0) return dc_row(scan, row);
    return scan->header.high_bit == 0 ? walk_row(scan, row, first_ac) : walk_row(scan, row, refined_ac);
}

#pragma GCC visibility pop
