// Bits of entropy-coded data, the first in the highest bit of a word.
#ifndef IMAGING_EIGHTH_BITS_H
#define IMAGING_EIGHTH_BITS_H

#include <stdint.h>
#include <string.h>

typedef struct eighth_bits {
    uint64_t word;       // the next `count` bits, and maybe some of those after them
    int count;           // 0…63
    const uint8_t *next; // the byte after those bits; not looked at beyond the padding of the stream's buffer
} eighth_bits;

// Fills up to at least 56 bits. Bits of a byte that was not counted are there twice, which does no harm: both are the
// same.
static inline void top_up(eighth_bits *bits)
{
    uint64_t more;
    memcpy(&more, bits->next, sizeof more);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    more = __builtin_bswap64(more);
#endif
    bits->word |= more >> bits->count;
    bits->next += (63 - bits->count) >> 3;
    bits->count |= 56;
}

static inline void drop(eighth_bits *bits, int count)
{
    bits->word <<= count;
    bits->count -= count;
}

// The number that `size` bits, 0…15, after `skipped` bits stand for: negative when their first one is 0.
static inline int signed_value(uint64_t word, int skipped, int size)
{
    int value = (int)(word << skipped >> 1 >> (63 - size));
    int is_negative = value < (1 << size) >> 1;
    return is_negative ? value - (1 << size) + 1 : value;
}

#endif
