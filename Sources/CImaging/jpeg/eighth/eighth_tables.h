// Look-up tables for Huffman codes: one symbol at a time, and many.
#ifndef IMAGING_EIGHTH_TABLES_H
#define IMAGING_EIGHTH_TABLES_H

#include "eighth.h"
#include "eighth_bits.h"

#define EIGHTH_SYMBOL_BITS 13
#define EIGHTH_FIRST_BITS  12
#define EIGHTH_SKIP_BITS   13

// A DC symbol is the size of a number; 8-bit samples need no larger one. One of these, or of what is in an entry of a
// table, tells that there was no such code.
#define EIGHTH_MAX_DC_SIZE 11
#define EIGHTH_BAD         (-1)

// How far the block is: at the end of it by symbols that fill it, or by one that says so.
#define EIGHTH_BLOCK_END 64
#define EIGHTH_SAID_END  128

typedef struct eighth_symbols {
    uint16_t lookup[1 << EIGHTH_SYMBOL_BITS]; // length << 8 | symbol; 0 for a longer code
    uint32_t limits[17];                      // of codes of each length, in 16 bits: those below are codes of it
    int offsets[17];                          // from a code of a length to its symbol
    uint8_t symbols[256];
} eighth_symbols;

// What a DC symbol, its number and AC symbols after it take, all at once.
typedef struct eighth_first {
    uint8_t bits; // 0 where one has to look more closely
    uint8_t dc_length, dc_size;
    uint8_t position; // in the block, after them
} eighth_first;

// The tables of one component in a sequential scan.
typedef struct eighth_sequential_tables {
    eighth_symbols dc, ac;
    eighth_first first[1 << EIGHTH_FIRST_BITS];
    // AC symbols with their numbers, as many as begin in some bits for certain: bits << 10 | how far in the block they
    // lead. Of one bit, then of two bits, up to EIGHTH_SKIP_BITS: of each width from the place on that has its number.
    uint16_t skip[2 << EIGHTH_SKIP_BITS];
} eighth_sequential_tables;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 for codes that libjpeg would refuse.
int imaging_eighth_make_symbols(eighth_symbols *symbols, const eighth_huffman *huffman, int is_dc);
int imaging_eighth_make_sequential(eighth_sequential_tables *tables, const eighth_huffman *dc,
                                   const eighth_huffman *ac);

#pragma GCC visibility pop

// Takes a symbol; there must be 16 bits. EIGHTH_BAD when there is no such code.
static inline int take_symbol(eighth_bits *bits, const eighth_symbols *symbols)
{
    unsigned entry = symbols->lookup[bits->word >> (64 - EIGHTH_SYMBOL_BITS)];
    if (entry) {
        drop(bits, (int)(entry >> 8));
        return (int)(entry & 0xFF);
    }
    uint32_t ahead = (uint32_t)(bits->word >> 48);
    for (int length = EIGHTH_SYMBOL_BITS + 1; length <= 16; length++) {
        if (ahead >= symbols->limits[length]) continue;
        drop(bits, length);
        return symbols->symbols[(int)(ahead >> (16 - length)) + symbols->offsets[length]];
    }
    return EIGHTH_BAD;
}

#endif
