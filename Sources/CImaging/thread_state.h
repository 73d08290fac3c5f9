// What a thread keeps between calls; freed when the thread ends.
#ifndef IMAGING_THREAD_STATE_H
#define IMAGING_THREAD_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "imaging_color.h"
#include "imaging_scale.h"

// Brightness and colour of a dozen sizes of photos: what a library from several cameras, held both ways, comes to.
#define IMAGING_GRAPH_SLOTS     24
#define IMAGING_TRANSFORM_SLOTS 4

typedef struct imaging_graph_key {
    unsigned from_width, from_height, to_width, to_height;
    imaging_region region;
} imaging_graph_key;

typedef struct imaging_graph_slot {
    imaging_graph_key key;
    void *graph; // zimg_filter_graph
    size_t working_bytes;
    uint64_t last_use;
} imaging_graph_slot;

typedef struct imaging_transform_slot {
    uint8_t *profile;
    size_t profile_count;
    imaging_profile_kind kind;
    void *transform;   // cmsHTRANSFORM
    uint8_t gray[256]; // of each shade, where it is for gray
    uint64_t last_use;
} imaging_transform_slot;

typedef struct imaging_thread_state {
    imaging_graph_slot graphs[IMAGING_GRAPH_SLOTS];
    imaging_transform_slot transforms[IMAGING_TRANSFORM_SLOTS];
    void *working_memory;
    size_t working_capacity;
    uint64_t clock;
} imaging_thread_state;

#pragma GCC visibility push(hidden)

// The calling thread's state, or NULL without memory.
imaging_thread_state *imaging_thread(void);

// At least `count` bytes aligned to 64, valid until the next call on this thread. NULL without memory.
void *imaging_working_memory(imaging_thread_state *state, size_t count);

void imaging_graph_slot_clear(imaging_graph_slot *slot);
void imaging_transform_slot_clear(imaging_transform_slot *slot);

#pragma GCC visibility pop

#endif
