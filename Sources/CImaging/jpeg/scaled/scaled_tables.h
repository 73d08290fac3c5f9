// Look-up tables for all coefficients of a block.
#ifndef IMAGING_SCALED_TABLES_H
#define IMAGING_SCALED_TABLES_H

#include "../eighth/eighth_tables.h"

// Most symbols with their numbers are shorter, and the tables of luma and chroma fit into the processor's first cache.
#define SCALED_BITS 11

// One or two AC symbols with their numbers at the start of some bits. Where there is one number, it is there twice.
typedef struct scaled_entry {
    uint8_t bits;                    // that they take; 0 when not even one ends among those bits
    uint8_t first_skip, second_skip; // from the place before to those of the numbers
    uint8_t advance;                 // to the place after them; SCALED_END more when the last says the end
    int16_t first, second;           // the numbers
} scaled_entry;

#define SCALED_END     128 // of the block
#define SCALED_DAMAGED 256

typedef struct scaled_tables {
    eighth_symbols dc, ac;
    scaled_entry entries[1 << SCALED_BITS];
} scaled_tables;

#pragma GCC visibility push(hidden)

// Returns 0, or -1 for codes that libjpeg would refuse.
int imaging_scaled_make_tables(scaled_tables *tables, const eighth_huffman *dc, const eighth_huffman *ac);

#pragma GCC visibility pop

#endif
