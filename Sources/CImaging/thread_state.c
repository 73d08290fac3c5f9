#define _POSIX_C_SOURCE 200809L
#include "thread_state.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int has_key;

static void destroy(void *pointer)
{
    imaging_thread_state *state = pointer;
    for (int i = 0; i < IMAGING_GRAPH_SLOTS; i++)
        imaging_graph_slot_clear(&state->graphs[i]);
    for (int i = 0; i < IMAGING_TRANSFORM_SLOTS; i++)
        imaging_transform_slot_clear(&state->transforms[i]);
    free(state->working_memory);
    free(state);
}

static void make_key(void) { has_key = pthread_key_create(&key, destroy) == 0; }

#pragma GCC visibility push(hidden)

imaging_thread_state *imaging_thread(void)
{
    pthread_once(&once, make_key);
    if (!has_key) return NULL;
    imaging_thread_state *state = pthread_getspecific(key);
    if (state) return state;
    state = calloc(1, sizeof *state);
    if (state && pthread_setspecific(key, state) != 0) {
        free(state);
        return NULL;
    }
    return state;
}

void *imaging_working_memory(imaging_thread_state *state, size_t count)
{
    if (count <= state->working_capacity) return state->working_memory;
    void *memory = NULL;
    if (posix_memalign(&memory, 64, count) != 0) return NULL;
    free(state->working_memory);
    state->working_memory = memory;
    state->working_capacity = count;
    return memory;
}

#pragma GCC visibility pop
