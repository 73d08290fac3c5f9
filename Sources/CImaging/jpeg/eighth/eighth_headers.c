#include "eighth_headers.h"

#include <string.h>

#define DHT 0xC4
#define EOI 0xD9
#define SOS 0xDA
#define DRI 0xDD

// The contents of a marker. What is beyond their end reads as 0, and is noticed by `is_bad`.
typedef struct contents {
    eighth_stream *stream;
    int left;
    int is_bad;
} contents;

static int take(contents *from)
{
    int byte = from->left > 0 ? imaging_eighth_byte(from->stream) : -1;
    from->left--;
    if (byte >= 0) return byte;
    from->is_bad = 1;
    return 0;
}

static contents open_contents(eighth_stream *stream)
{
    contents result = {stream, 2, 0};
    int length = take(&result) << 8;
    length |= take(&result);
    if (length < 2) result.is_bad = 1;
    result.left = length - 2;
    return result;
}

static int is_sound(const contents *from) { return !from->is_bad && from->left == 0; }

static void read_table(eighth_frame *frame, contents *from)
{
    int kind = take(from);
    if ((kind & ~0x10) >= EIGHTH_MAX_TABLES) {
        from->is_bad = 1;
        return;
    }
    eighth_huffman *table = kind & 0x10 ? &frame->ac_tables[kind & 0x0F] : &frame->dc_tables[kind];
    memset(table, 0, sizeof *table);
    int count = 0;
    for (int length = 1; length <= 16; length++)
        count += table->counts[length] = (uint8_t)take(from);
    if (count > 256) {
        from->is_bad = 1;
        return;
    }
    for (int i = 0; i < count; i++)
        table->symbols[i] = (uint8_t)take(from);
    table->is_set = 1;
}

static void read_tables(eighth_frame *frame, contents *from)
{
    while (!from->is_bad && from->left > 0)
        read_table(frame, from);
}

static void read_interval(eighth_frame *frame, contents *from)
{
    frame->restart_interval = take(from) << 8;
    frame->restart_interval |= take(from);
}

// The index of a component, or -1 where none or several have that name.
static int find_component(const eighth_frame *frame, int id)
{
    int found = -1;
    for (int i = 0; i < frame->component_count; i++) {
        if (frame->components[i].id != id) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

static void read_scan(eighth_frame *frame, contents *from)
{
    eighth_scan_header *scan = &frame->scan;
    scan->component_count = take(from);
    if (scan->component_count < 1 || scan->component_count > frame->component_count) {
        from->is_bad = 1;
        return;
    }
    for (int i = 0; i < scan->component_count; i++) {
        scan->components[i] = find_component(frame, take(from));
        int tables = take(from);
        scan->dc_tables[i] = tables >> 4;
        scan->ac_tables[i] = tables & 15;
    }
    scan->first = take(from);
    scan->last = take(from);
    int bits = take(from);
    scan->high_bit = bits >> 4;
    scan->bit = bits & 15;
}

static int next_marker(eighth_stream *stream)
{
    if (imaging_eighth_byte(stream) != 0xFF) return -1;
    int byte = 0xFF;
    while (byte == 0xFF)
        byte = imaging_eighth_byte(stream);
    return byte;
}

#pragma GCC visibility push(hidden)

eighth_next imaging_eighth_next_scan(eighth_frame *frame, eighth_stream *stream, int marker)
{
    for (;; marker = next_marker(stream)) {
        if (marker == EOI) return EIGHTH_END;
        if (marker != DHT && marker != DRI && marker != SOS) return EIGHTH_UNUSUAL;
        contents from = open_contents(stream);
        if (marker == DHT) read_tables(frame, &from);
        if (marker == DRI) read_interval(frame, &from);
        if (marker == SOS) read_scan(frame, &from);
        if (!is_sound(&from)) return EIGHTH_UNUSUAL;
        if (marker == SOS) return EIGHTH_SCAN;
    }
}

#pragma GCC visibility pop
