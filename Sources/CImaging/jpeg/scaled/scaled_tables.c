#include "scaled_tables.h"

typedef struct symbol {
    int bits; // of the code and the number; 0 when they are not all there
    int run, size, value;
} symbol;

// The symbol at the start of `width` bits, which are the lowest of `code`.
static symbol read_symbol(const scaled_tables *tables, uint32_t code, int width)
{
    if (width == 0) return (symbol){0, 0, 0, 0};
    uint64_t word = (uint64_t)code << (64 - width);
    unsigned entry = tables->ac.lookup[word >> (64 - EIGHTH_SYMBOL_BITS)];
    int length = (int)(entry >> 8), size = entry & 15;
    if (length == 0 || length + size > width) return (symbol){0, 0, 0, 0};
    return (symbol){length + size, entry >> 4 & 15, size, signed_value(word, length, size)};
}

static int says_end(symbol symbol) { return symbol.size == 0 && symbol.run < 15; }

static scaled_entry make_entry(const scaled_tables *tables, uint32_t code)
{
    symbol first = read_symbol(tables, code, SCALED_BITS);
    if (first.bits == 0) return (scaled_entry){0, 0, 0, 0, 0, 0};
    if (says_end(first)) return (scaled_entry){(uint8_t)first.bits, 0, 0, SCALED_END, 0, 0};
    int rest = SCALED_BITS - first.bits;
    symbol second = read_symbol(tables, code & ((1u << rest) - 1), rest);
    scaled_entry entry = {(uint8_t)(first.bits + second.bits),
                          (uint8_t)first.run,
                          (uint8_t)first.run,
                          0,
                          (int16_t)first.value,
                          (int16_t)first.value};
    int advance = first.run + 1;
    if (second.bits != 0 && says_end(second)) {
        advance += SCALED_END;
    } else if (second.bits != 0) {
        entry.second_skip = (uint8_t)(advance + second.run);
        entry.second = (int16_t)second.value;
        advance += second.run + 1;
    }
    entry.advance = (uint8_t)advance;
    return entry;
}

#pragma GCC visibility push(hidden)

int imaging_scaled_make_tables(scaled_tables *tables, const eighth_huffman *dc, const eighth_huffman *ac)
{
    if (imaging_eighth_make_symbols(&tables->dc, dc, 1) != 0) return -1;
    if (imaging_eighth_make_symbols(&tables->ac, ac, 0) != 0) return -1;
    for (uint32_t code = 0; code < 1 << SCALED_BITS; code++)
        tables->entries[code] = make_entry(tables, code);
    return 0;
}

#pragma GCC visibility pop
