// What a thread keeps between calls; freed when the thread ends.
#ifndef PICKER_THREAD_STATE_H
#define PICKER_THREAD_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "picker_color.h"
#include "picker_scale.h"

#define PICKER_GRAPH_SLOTS 12
#define PICKER_TRANSFORM_SLOTS 4

typedef struct picker_graph_key {
    unsigned from_width, from_height, to_width, to_height;
    picker_region region;
} picker_graph_key;

typedef struct picker_graph_slot {
    picker_graph_key key;
    void *graph; // zimg_filter_graph
    size_t working_bytes;
    uint64_t last_use;
} picker_graph_slot;

typedef struct picker_transform_slot {
    uint8_t *profile;
    size_t profile_count;
    picker_profile_kind kind;
    void *transform; // cmsHTRANSFORM
    uint64_t last_use;
} picker_transform_slot;

typedef struct picker_thread_state {
    picker_graph_slot graphs[PICKER_GRAPH_SLOTS];
    picker_transform_slot transforms[PICKER_TRANSFORM_SLOTS];
    void *working_memory;
    size_t working_capacity;
    uint64_t clock;
} picker_thread_state;

#pragma GCC visibility push(hidden)

// The calling thread's state, or NULL without memory.
picker_thread_state *picker_thread(void);

// At least `count` bytes aligned to 64, valid until the next call on this thread. NULL without memory.
void *picker_working_memory(picker_thread_state *state, size_t count);

void picker_graph_slot_clear(picker_graph_slot *slot);
void picker_transform_slot_clear(picker_transform_slot *slot);

#pragma GCC visibility pop

#endif
