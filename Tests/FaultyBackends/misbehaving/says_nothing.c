/*
 * Returns PICKER_OK and gives nothing: no camera roll, no functions of a fetch, not what it added or made, and neither
 * facts nor an image of its asset, which is a video.
 */
#include "../minimal.h"

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);

static picker_status camera_roll(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    (void)sink;
    return minimal_check(context, call, error);
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    (void)request, (void)result;
    return minimal_check(context, call, error);
}

static picker_status add(void *context, const picker_add_request *request, const picker_asset_sink *sink,
                         const picker_call *call, picker_error *error)
{
    (void)sink;
    uint8_t buffer[64];
    uint64_t length = sizeof buffer;
    picker_status status = minimal_check(context, call, error);
    while (status == PICKER_OK && length > 0)
        status = request->read(request->source_context, buffer, sizeof buffer, &length);
    return status;
}

static picker_status create_album(void *context, picker_string title, const picker_collection_sink *sink,
                                  const picker_call *call, picker_error *error)
{
    (void)title, (void)sink;
    return minimal_check(context, call, error);
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    (void)identifier;
    picker_asset asset;
    minimal_make_asset(0, &asset);
    picker_representation video = {
        .struct_size = sizeof video,
        .role = PICKER_ROLE_VIDEO,
        .filename = asset.filename,
        .relative_path = asset.relative_path,
        .content_type = asset.content_type,
        .byte_size = asset.byte_size,
        .version_token = asset.version_token,
    };
    const picker_representation *all[] = {&video};
    picker_asset_details record = {
        .struct_size = sizeof record, .representation_count = 1, .asset = &asset, .representations = all};
    sink->emit(sink->context, &record);
    return minimal_check(context, call, error);
}

static picker_status facts(void *context, picker_string identifier, uint32_t representation,
                           const picker_video_facts_sink *sink, const picker_call *call, picker_error *error)
{
    (void)identifier, (void)representation, (void)sink;
    return minimal_check(context, call, error);
}

static picker_status poster(void *context, picker_string identifier, uint32_t representation, double time,
                            uint32_t width, uint32_t height, const picker_frame_sink *sink, const picker_call *call,
                            picker_error *error)
{
    (void)identifier, (void)representation, (void)time, (void)width, (void)height, (void)sink;
    return minimal_check(context, call, error);
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    static const picker_video_v1 videos = {.struct_size = sizeof videos, .facts = facts, .poster = poster};
    if (minimal_equal(id, PICKER_EXT_VIDEO)) return &videos;
    static const picker_write_v1 writing = {.struct_size = sizeof writing, .add = add, .create_album = create_album};
    return minimal_equal(id, PICKER_EXT_WRITE) ? &writing : NULL;
}

static void patch(picker_library *library)
{
    library->camera_roll = camera_roll;
    library->fetch = fetch;
    library->details = details;
    library->get_extension = get_extension;
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->capabilities |= PICKER_CAPABILITY_WRITE | PICKER_CAPABILITY_VIDEO;
    return status;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    picker_status status = minimal_entry(request, backend, error);
    if (status != PICKER_OK) return status;
    plain_info = backend->info;
    backend->info = info;
    return PICKER_OK;
}
