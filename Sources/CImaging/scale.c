#include "imaging_scale.h"

#include <stdio.h>
#include <string.h>

#include <zimg.h>

#include "thread_state.h"

static imaging_code zimg_failed(imaging_status *status)
{
    char message[160];
    zimg_error_code_e error = zimg_get_last_error(message, sizeof message);
    return imaging_fail(status, error == ZIMG_ERROR_OUT_OF_MEMORY ? IMAGING_OUT_OF_MEMORY : IMAGING_INVALID, message);
}

static void describe(zimg_image_format *format, unsigned width, unsigned height)
{
    zimg_image_format_default(format, ZIMG_API_VERSION);
    format->width = width;
    format->height = height;
    format->pixel_type = ZIMG_PIXEL_BYTE;
    format->color_family = ZIMG_COLOR_GREY;
    format->depth = 8;
    format->pixel_range = ZIMG_RANGE_FULL;
}

static zimg_filter_graph *build(const imaging_graph_key *key)
{
    zimg_image_format from, to;
    describe(&from, key->from_width, key->from_height);
    describe(&to, key->to_width, key->to_height);
    from.active_region.left = key->region.left;
    from.active_region.top = key->region.top;
    from.active_region.width = key->region.width;
    from.active_region.height = key->region.height;
    zimg_graph_builder_params params;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.resample_filter = ZIMG_RESIZE_LANCZOS;
    params.filter_param_a = 3;
    // Not the detection that allows AVX-512: with it, zimg 3.0.4 gets every sixteenth column wrong at some filter
    // lengths (seen at scales from 2 to 2.1, on a processor with VNNI).
    params.cpu_type = ZIMG_CPU_AUTO;
    return zimg_filter_graph_build(&from, &to, &params);
}

static imaging_graph_slot *find(imaging_thread_state *state, const imaging_graph_key *key)
{
    for (int i = 0; i < IMAGING_GRAPH_SLOTS; i++) {
        imaging_graph_slot *slot = &state->graphs[i];
        if (slot->graph && memcmp(&slot->key, key, sizeof *key) == 0) return slot;
    }
    return NULL;
}

static imaging_graph_slot *least_used(imaging_thread_state *state)
{
    imaging_graph_slot *oldest = &state->graphs[0];
    for (int i = 1; i < IMAGING_GRAPH_SLOTS; i++) {
        if (state->graphs[i].last_use < oldest->last_use) oldest = &state->graphs[i];
    }
    return oldest;
}

static imaging_graph_slot *slot_for(imaging_thread_state *state, const imaging_graph_key *key, imaging_status *status)
{
    imaging_graph_slot *slot = find(state, key);
    if (!slot) {
        zimg_filter_graph *graph = build(key);
        size_t bytes = 0;
        if (!graph || zimg_filter_graph_get_tmp_size(graph, &bytes) != ZIMG_ERROR_SUCCESS) {
            zimg_failed(status);
            zimg_filter_graph_free(graph);
            return NULL;
        }
        slot = least_used(state);
        imaging_graph_slot_clear(slot);
        slot->key = *key;
        slot->graph = graph;
        slot->working_bytes = bytes;
    }
    slot->last_use = ++state->clock;
    return slot;
}

typedef struct watch {
    imaging_cancel cancel;
    size_t samples;
    int is_cancelled;
} watch;

#define SAMPLES_BETWEEN_CHECKS ((size_t)1 << 18)

// Called by zimg before it reads samples of a row; the rows are all there already.
static int check(void *context, unsigned row, unsigned left, unsigned right)
{
    (void)row;
    watch *self = context;
    self->samples += right - left;
    if (self->samples < SAMPLES_BETWEEN_CHECKS || !self->cancel.is_cancelled) return 0;
    self->samples = 0;
    self->is_cancelled = self->cancel.is_cancelled(self->cancel.context);
    return self->is_cancelled;
}

#pragma GCC visibility push(hidden)

void imaging_graph_slot_clear(imaging_graph_slot *slot)
{
    zimg_filter_graph_free(slot->graph);
    slot->graph = NULL;
}

imaging_code imaging_scale_plane(const imaging_plane *from, imaging_region region, const imaging_plane *to,
                                 imaging_cancel cancel, imaging_status *status)
{
    imaging_thread_state *state = imaging_thread();
    if (!state) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a thread's state");
    imaging_graph_key key;
    memset(&key, 0, sizeof key); // Keys are compared as bytes.
    key.from_width = from->width;
    key.from_height = from->height;
    key.to_width = to->width;
    key.to_height = to->height;
    key.region = region;
    imaging_graph_slot *slot = slot_for(state, &key, status);
    if (!slot) return status->code;
    void *working = imaging_working_memory(state, slot->working_bytes);
    if (!working && slot->working_bytes) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory to scale");

    zimg_image_buffer_const source = {.version = ZIMG_API_VERSION};
    source.plane[0].data = from->base;
    source.plane[0].stride = (ptrdiff_t)from->stride;
    source.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer target = {.version = ZIMG_API_VERSION};
    target.plane[0].data = to->base;
    target.plane[0].stride = (ptrdiff_t)to->stride;
    target.plane[0].mask = ZIMG_BUFFER_MAX;
    watch watch = {.cancel = cancel, .samples = SAMPLES_BETWEEN_CHECKS}; // Asks before the first row, too.
    if (zimg_filter_graph_process(slot->graph, &source, &target, working, check, &watch, NULL, NULL)) {
        return watch.is_cancelled ? imaging_fail(status, IMAGING_CANCELLED, "cancelled") : zimg_failed(status);
    }
    return IMAGING_OK;
}

#pragma GCC visibility pop
