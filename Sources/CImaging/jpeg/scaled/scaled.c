// libjpeg's transforms are called through its own table of them, which the header that describes it shows.
#define JPEG_INTERNALS
#include "scaled.h"

#include <stdlib.h>
#include <string.h>

#include "../eighth/eighth_progress.h"
#include "../eighth/eighth_scan.h"
#include "scaled_tables.h"

// From the order of the zigzag. Beyond its end are numbers of damaged blocks, and of the next block.
static const uint8_t places[EIGHTH_BLOCK_END + 32] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34,
    27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
};

// A block whose coefficients wait to be transformed. What was written a moment ago, piece by piece, cannot be read in
// large pieces without a pause of the processor, so that each waits for some more.
typedef struct scaled_block {
    JCOEF coefficients[DCTSIZE2 + 16] __attribute__((aligned(32))); // the last ones take what is beyond the end
    int component;
    JDIMENSION column;
    JSAMPARRAY rows;
} scaled_block;

#define WAITING 8

typedef struct scaled_decoding {
    eighth_scan scan; // first, so that a scan's pointer is one to all of it
    eighth_frame frame;
    eighth_stream stream;
    eighth_plane planes[EIGHTH_MAX_COMPONENTS]; // of a row of groups: no DC is kept, but blocks are counted by them
    scaled_tables
        own_tables[EIGHTH_MAX_COMPONENTS]; // by the index in the scan, unless an earlier component has the same
    const scaled_tables *tables[EIGHTH_MAX_COMPONENTS]; // by the component
    j_decompress_ptr info;
    uint8_t *const *bases;
    const size_t *strides;
    int first_rows[EIGHTH_MAX_COMPONENTS];                           // of blocks, in the group that is decoded
    JSAMPROW rows[EIGHTH_MAX_COMPONENTS][MAX_SAMP_FACTOR * DCTSIZE]; // of its samples
    scaled_block waiting[WAITING];                                   // in a ring
    unsigned begun, done;                                            // blocks that ever waited, and were transformed
} scaled_decoding;

// MARK: Coefficients

static int take_dc(const scaled_tables *tables, eighth_bits *bits, int *difference)
{
    int size = take_symbol(bits, &tables->dc);
    if (size < 0 || size > EIGHTH_MAX_DC_SIZE) return -1;
    *difference = signed_value(bits->word, 0, size);
    drop(bits, size);
    return 0;
}

// Takes one symbol, of a long code, or which others may not be taken with. Returns how far it leads, or SCALED_DAMAGED.
static __attribute__((noinline)) int take_one(const scaled_tables *tables, eighth_bits *bits, JCOEF *block,
                                              int position)
{
    int symbol = take_symbol(bits, &tables->ac);
    if (symbol < 0) return SCALED_DAMAGED;
    int run = symbol >> 4, size = symbol & 15;
    if (size == 0 && run < 15) return SCALED_END;
    if (position + run >= EIGHTH_BLOCK_END) return SCALED_DAMAGED;
    block[places[position + run]] = (JCOEF)signed_value(bits->word, 0, size);
    drop(bits, size);
    return run + 1;
}

// As many entries are there for certain when bits were topped up: they take 44 bits at most.
#define ENTRIES 4

// Fills in the AC coefficients of a block of zeros. Returns 0, or -1 for a block that is damaged.
__attribute__((always_inline)) static inline int take_ac(const scaled_tables *tables, eighth_bits *bits, JCOEF *block)
{
    int position = 1, before = 1;
    uint64_t last = bits->word;
    scaled_entry entry;
    do {
        top_up(bits);
        uint64_t word = bits->word;
        int used = 0;
#pragma GCC unroll 4
        for (int i = 0; i < ENTRIES; i++) {
            entry = tables->entries[word >> (64 - SCALED_BITS)];
            if (__builtin_expect(entry.bits == 0, 0)) break;
            before = position;
            last = word;
            word <<= entry.bits;
            used += entry.bits;
            block[places[position + entry.first_skip]] = entry.first;
            block[places[position + entry.second_skip]] = entry.second;
            position += entry.advance;
            if (position >= EIGHTH_BLOCK_END) break;
        }
        bits->word = word;
        bits->count -= used;
        if (__builtin_expect(entry.bits == 0, 0)) {
            top_up(bits);
            position += take_one(tables, bits, block, position);
        }
    } while (position < EIGHTH_BLOCK_END);
    int has_said_end = position > SCALED_END && position < SCALED_END + EIGHTH_BLOCK_END;
    if (has_said_end || position == EIGHTH_BLOCK_END) return 0;
    if (entry.bits == 0) return -1;
    // The next block is already in the last entry, or the block is damaged.
    bits->word = last;
    bits->count += entry.bits;
    return before + take_one(tables, bits, block, before) == EIGHTH_BLOCK_END ? 0 : -1;
}

// MARK: Blocks

static inline void transform(scaled_decoding *decoding, scaled_block *block)
{
    j_decompress_ptr info = decoding->info;
    int index = block->component;
    info->idct->inverse_DCT[index](info, &info->comp_info[index], block->coefficients, block->rows, block->column);
}

__attribute__((always_inline)) static inline int decode_block(eighth_scan *scan, eighth_unit *unit, eighth_bits *bits)
{
    scaled_decoding *decoding = (scaled_decoding *)scan;
    int index = unit->component;
    const scaled_tables *tables = decoding->tables[index];
    if (decoding->begun - decoding->done == WAITING)
        transform(decoding, &decoding->waiting[decoding->done++ % WAITING]);
    scaled_block *block = &decoding->waiting[decoding->begun % WAITING];
    memset(block->coefficients, 0, DCTSIZE2 * sizeof *block->coefficients);
    int difference;
    top_up(bits);
    if (take_dc(tables, bits, &difference) != 0 || take_ac(tables, bits, block->coefficients) != 0) return -1;
    *unit->prediction += difference;
    block->coefficients[0] = (JCOEF)*unit->prediction;
    // Blocks beyond the edges fill up a group, and are not shown.
    const eighth_component *component = &decoding->frame.components[index];
    int column = (int)(unit->dc - unit->row_start);
    if (column >= component->blocks_across || unit->row >= component->blocks_down) return 0;
    int size = decoding->info->comp_info[index].DCT_scaled_size;
    block->component = index;
    block->column = (JDIMENSION)(column * size);
    block->rows = decoding->rows[index] + (unit->row - decoding->first_rows[index]) * size;
    decoding->begun++;
    return 0;
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void start_row(scaled_decoding *decoding, int row)
{
    int is_alone = decoding->frame.component_count == 1;
    for (int i = 0; i < decoding->frame.component_count; i++) {
        const eighth_component *component = &decoding->frame.components[i];
        int down = is_alone ? 1 : component->v_factor, size = decoding->info->comp_info[i].DCT_scaled_size;
        int first = decoding->first_rows[i] = row * down;
        int count = (smaller(first + down, component->blocks_down) - first) * size;
        for (int y = 0; y < count; y++)
            decoding->rows[i][y] = decoding->bases[i] + (size_t)(first * size + y) * decoding->strides[i];
    }
}

static int decode_row(scaled_decoding *decoding, int row)
{
    start_row(decoding, row);
    if (walk_row(&decoding->scan, row, decode_block) != 0) return -1;
    while (decoding->done != decoding->begun)
        transform(decoding, &decoding->waiting[decoding->done++ % WAITING]);
    return imaging_eighth_has_sound_predictions(&decoding->scan) ? 0 : -1;
}

// MARK: Decoding

// Makes the tables of the scan's component `index`, or finds those of an earlier one.
static int make_tables(scaled_decoding *decoding, int index)
{
    const eighth_frame *frame = &decoding->frame;
    const eighth_scan_header *scan = &frame->scan;
    int first = imaging_eighth_same_tables(scan, index);
    decoding->tables[scan->components[index]] = &decoding->own_tables[first];
    if (first < index) return 0;
    return imaging_scaled_make_tables(&decoding->own_tables[index], &frame->dc_tables[scan->dc_tables[index]],
                                      &frame->ac_tables[scan->ac_tables[index]]);
}

static int start(scaled_decoding *decoding, imaging_source source)
{
    eighth_frame *frame = &decoding->frame;
    eighth_progress progress = {0};
    if (imaging_eighth_add_scan(&progress, frame) != 0) return -1;
    for (int i = 0; i < frame->component_count; i++) {
        eighth_plane *plane = &decoding->planes[i];
        plane->stride = (size_t)frame->groups_across * (size_t)frame->components[i].h_factor;
        plane->rows = (size_t)frame->components[i].v_factor;
        plane->dc = calloc(plane->rows * plane->stride, sizeof *plane->dc);
        if (!plane->dc || make_tables(decoding, i) != 0) return -1;
    }
    if (imaging_eighth_open(&decoding->stream, source, frame->scan_offset) != 0) return -1;
    eighth_scan *scan = &decoding->scan;
    scan->frame = frame;
    scan->header = frame->scan;
    scan->stream = &decoding->stream;
    scan->planes = decoding->planes;
    scan->restart_interval = frame->restart_interval;
    return imaging_eighth_start_scan(scan);
}

static eighth_outcome decode(scaled_decoding *decoding, int groups, imaging_cancel cancel)
{
    int end = imaging_eighth_row_end(&decoding->scan, groups);
    for (int row = 0; row < end; row++) {
        if (cancel.is_cancelled && cancel.is_cancelled(cancel.context)) return EIGHTH_CANCELLED;
        if (decode_row(decoding, row) != 0) return EIGHTH_FALL_BACK;
    }
    return EIGHTH_DONE;
}

static void free_decoding(scaled_decoding *decoding)
{
    for (int i = 0; i < EIGHTH_MAX_COMPONENTS; i++)
        free(decoding->planes[i].dc);
    imaging_eighth_close(&decoding->stream);
    free(decoding);
}

#pragma GCC visibility push(hidden)

eighth_outcome imaging_scaled_decode(const eighth_frame *frame, imaging_source source, j_decompress_ptr info,
                                     uint8_t *const bases[], const size_t strides[], int groups, imaging_cancel cancel)
{
    // The size of what is aligned is a multiple of that.
    scaled_decoding *decoding = aligned_alloc(_Alignof(scaled_decoding), sizeof *decoding);
    if (!decoding) return EIGHTH_FALL_BACK;
    memset(decoding, 0, sizeof *decoding);
    decoding->frame = *frame;
    decoding->info = info;
    decoding->bases = bases;
    decoding->strides = strides;
    eighth_outcome outcome = EIGHTH_FALL_BACK;
    if (start(decoding, source) == 0) outcome = decode(decoding, smaller(groups, frame->groups_down), cancel);
    free_decoding(decoding);
    return outcome;
}

#pragma GCC visibility pop
