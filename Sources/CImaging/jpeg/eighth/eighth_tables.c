#include "eighth_tables.h"

#include <string.h>

// Numbers and all, that one look-up may take: two of them out of the 56 bits that are there.
#define MOST_BITS 28

#define LONGER 0x3FF // leads far beyond the end of the block

// The length and the symbol at the start of `width` bits; 0 when its code is longer.
static unsigned find(const eighth_symbols *symbols, uint32_t code, int width)
{
    unsigned entry = symbols->lookup[code << (EIGHTH_SYMBOL_BITS - width)];
    return entry >> 8 > (unsigned)width ? 0 : entry;
}

// What comes after `taken` of `width` bits.
static unsigned rest_of(const eighth_sequential_tables *tables, uint32_t code, int width, int taken)
{
    if (taken >= width) return 0;
    uint32_t place = 1u << (width - taken);
    return tables->skip[place | (code & (place - 1))];
}

// One symbol, and those after it that fit.
static uint16_t make_skip(const eighth_sequential_tables *tables, uint32_t code, int width)
{
    unsigned entry = find(&tables->ac, code, width);
    if (entry == 0) return 0;
    unsigned length = entry >> 8, run = entry >> 4 & 15, size = entry & 15;
    if (size == 0 && run < 15) return (uint16_t)(length << 10 | EIGHTH_SAID_END);
    unsigned taken = length + size, position = run + 1;
    unsigned rest = rest_of(tables, code, width, (int)taken);
    unsigned distance = rest & 0x3FF & ~EIGHTH_SAID_END;
    if (taken + (rest >> 10) <= MOST_BITS && position + distance < EIGHTH_BLOCK_END) {
        taken += rest >> 10;
        position += rest & 0x3FF;
    }
    return (uint16_t)(taken << 10 | position);
}

static eighth_first make_first(const eighth_sequential_tables *tables, uint32_t code)
{
    unsigned entry = find(&tables->dc, code, EIGHTH_FIRST_BITS);
    unsigned length = entry >> 8, size = entry & 0xFF;
    if (entry == 0 || size > EIGHTH_MAX_DC_SIZE) return (eighth_first){0, 0, 0, 0};
    unsigned taken = length + size, position = 1;
    unsigned rest = rest_of(tables, code, EIGHTH_FIRST_BITS, (int)taken);
    if (taken + (rest >> 10) <= MOST_BITS && (rest & 0x3FF & ~EIGHTH_SAID_END) + 1 < EIGHTH_BLOCK_END) {
        taken += rest >> 10;
        position += rest & 0x3FF;
    }
    return (eighth_first){(uint8_t)taken, (uint8_t)length, (uint8_t)size, (uint8_t)position};
}

static void make_lookup(eighth_symbols *symbols, int length, int first_code, int first_symbol, int count)
{
    int free_bits = EIGHTH_SYMBOL_BITS - length;
    for (int i = 0; i < count; i++) {
        uint16_t entry = (uint16_t)(length << 8 | symbols->symbols[first_symbol + i]);
        uint16_t *entries = symbols->lookup + ((size_t)(first_code + i) << free_bits);
        for (int j = 0; j < 1 << free_bits; j++)
            entries[j] = entry;
    }
}

#pragma GCC visibility push(hidden)

int imaging_eighth_make_symbols(eighth_symbols *symbols, const eighth_huffman *huffman, int is_dc)
{
    if (!huffman->is_set) return -1;
    memset(symbols->lookup, 0, sizeof symbols->lookup);
    memcpy(symbols->symbols, huffman->symbols, sizeof symbols->symbols);
    int code = 0, symbol = 0;
    for (int length = 1; length <= 16; length++) {
        int count = huffman->counts[length];
        // No code is all ones, so that there are always more to come.
        if (symbol + count > 256 || code + count >= 1 << length) return -1;
        if (length <= EIGHTH_SYMBOL_BITS) make_lookup(symbols, length, code, symbol, count);
        symbols->offsets[length] = symbol - code;
        symbols->limits[length] = (uint32_t)(code + count) << (16 - length);
        symbol += count;
        code = (code + count) << 1;
    }
    for (int i = 0; is_dc && i < symbol; i++) {
        if (symbols->symbols[i] > 15) return -1;
    }
    return 0;
}

int imaging_eighth_make_sequential(eighth_sequential_tables *tables, const eighth_huffman *dc, const eighth_huffman *ac)
{
    if (imaging_eighth_make_symbols(&tables->dc, dc, 1) != 0) return -1;
    if (imaging_eighth_make_symbols(&tables->ac, ac, 0) != 0) return -1;
    for (int width = 1; width <= EIGHTH_SKIP_BITS; width++) {
        uint16_t *entries = tables->skip + (1 << width);
        for (uint32_t code = 0; code < 1u << width; code++)
            entries[code] = make_skip(tables, code, width);
    }
    for (uint32_t code = 0; code < 1 << EIGHTH_FIRST_BITS; code++)
        tables->first[code] = make_first(tables, code);
    uint16_t *entries = tables->skip + (1 << EIGHTH_SKIP_BITS);
    for (uint32_t code = 0; code < 1 << EIGHTH_SKIP_BITS; code++) {
        if (entries[code] == 0) entries[code] = LONGER;
    }
    return 0;
}

#pragma GCC visibility pop
