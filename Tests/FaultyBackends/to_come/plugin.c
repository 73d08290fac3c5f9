/* Breaks no rule: a plugin of a revision to come, which also has the entry point of a version 2. */
#include "../minimal.h"

#include "revision_3.h"

#include <stdlib.h>
#include <string.h>

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);
static picker_status (*plain_request_image)(void *context, const picker_image_request *request,
                                            const picker_frame_sink *sink, const picker_call *call,
                                            picker_error *error);
static picker_status (*plain_fetch)(void *context, const picker_fetch_request *request, const picker_call *call,
                                    picker_fetch *fetch, picker_error *error);
static picker_status (*plain_window)(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                     const picker_call *call, picker_error *error);
static const picker_host *host;

static asset_faces faces = {
    .link = {.struct_size = sizeof faces, .id = {LINK_ASSET_FACES, sizeof LINK_ASSET_FACES - 1}}, .face_count = 3};

/* An asset as a struct of another version would be: longer, with a flag and a kind that no one knew. */
typedef struct wide_asset {
    picker_asset asset;
    uint64_t more[6];
} wide_asset;

static picker_flow widen(void *context, const picker_asset *asset)
{
    const picker_asset_sink *sink = context;
    wide_asset wide = {.asset = *asset, .more = {7, 7, 7, 7, 7, 7}};
    wide.asset.struct_size = sizeof wide;
    wide.asset.flags |= PICKER_ASSET_IS_PANORAMA_2;
    wide.asset.next = &faces.link;
    return sink->emit(sink->context, &wide.asset);
}

static picker_status window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                            const picker_call *call, picker_error *error)
{
    picker_asset_sink between = {.struct_size = sizeof between, .context = (void *)(uintptr_t)sink, .emit = widen};
    return plain_window(context, offset, length, &between, call, error);
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *table, picker_error *error)
{
    picker_status status = plain_fetch(context, request, call, table, error);
    if (status != PICKER_OK) return status;
    plain_window = table->window;
    table->window = window;
    return PICKER_OK;
}

/* Sends the new format to who takes it. */
static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    if ((request->accepted_formats & 1u << PICKER_FORMAT_TO_COME) == 0) {
        return plain_request_image(context, request, sink, call, error);
    }
    return host->header_revision < 2 ? minimal_fail(error, PICKER_INTERNAL, "a host that cannot know the format")
                                     : minimal_fail(error, PICKER_WAKING_UP, "the new format is asked for");
}

static picker_status diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    (void)context, (void)sink, (void)call;
    return minimal_fail(error, PICKER_WAKING_UP, "the disk is waking up");
}

static picker_status count_memories(void *context, uint64_t *count)
{
    (void)context;
    *count = 5;
    return PICKER_OK;
}

static const memories_v1 memories = {.struct_size = sizeof memories, .count = count_memories};

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    return minimal_equal(id, EXT_MEMORIES) ? &memories : NULL;
}

static void patch(picker_library *library)
{
    plain_request_image = library->request_image;
    plain_fetch = library->fetch;
    library->request_image = request_image;
    library->fetch = fetch;
    library->diagnostics = diagnostics;
    library->get_extension = get_extension;
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->header_revision = PICKER_HEADER_REVISION;
    info->capabilities |= 1ull << 20;
    info->next = &faces.link;
    return status;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    host = request->host;
    picker_status status = minimal_entry(request, backend, error);
    if (status != PICKER_OK) return status;
    plain_info = backend->info;
    backend->info = info;
    return PICKER_OK;
}

/* No host of version 1 calls it, and none knows its parameters. */
PICKER_EXPORT picker_status picker_backend_entry_v2(void) { abort(); }
