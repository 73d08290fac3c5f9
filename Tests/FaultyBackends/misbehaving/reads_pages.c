/*
 * A backend that reads one page after the other, as from a server: it knows the count of a fetch when a window came to its end,
 * and not before (R9.18). Each read gives the number of the read as every byte, as of a file that always changes. While the file
 * "huge" is in its data folder, details have more keywords than fit anywhere; "numbers" gives an exposure time and sizes that
 * cannot be.
 */
#define _POSIX_C_SOURCE 200809L
#include "obeying.h"

#include <stdatomic.h>

/* Of the last fetch: tests have one at a time. */
static picker_fetch plain;
static atomic_bool has_end;
static atomic_uint reads;

static picker_status count(void *context, const picker_call *call, uint64_t *number, picker_error *error)
{
    if (!has_end) return minimal_fail(error, PICKER_NOT_YET, "read on");
    return plain.count(context, call, number, error);
}

static picker_status window(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                            const picker_call *call, picker_error *error)
{
    uint64_t number = 0;
    picker_status status = plain.count(context, call, &number, error);
    if (status != PICKER_OK) return status;
    if (offset >= number || number - offset < length) has_end = 1;
    return plain.window(context, offset, length, sink, call, error);
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    picker_status status = minimal_fetch(context, request, call, result, error);
    if (status != PICKER_OK) return status;
    has_end = 0;
    plain = *result;
    result->count = count;
    result->window = window;
    return status;
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    uint32_t index = minimal_asset_index(identifier);
    if (index == MINIMAL_ASSETS) return minimal_fail(error, PICKER_NOT_FOUND, "no such asset");
    picker_asset asset;
    minimal_make_asset(index, &asset);
    picker_camera_metadata camera = {.struct_size = sizeof camera};
    picker_string keyword = minimal_string("keyword");
    camera.keywords = &keyword;
    camera.keyword_count = is_there("huge") ? UINT64_MAX : 1;
    if (is_there("numbers")) camera.exposure_time = 1e-300;
    picker_asset_details record = {.struct_size = sizeof record, .asset = &asset, .camera = &camera};
    sink->emit(sink->context, &record);
    return PICKER_OK;
}

static picker_status read_bytes(void *context, const picker_read_request *request, const picker_call *call,
                                uint64_t *length, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    memset(request->buffer, (int)(++reads), request->capacity);
    *length = request->capacity;
    return PICKER_OK;
}

static void patch_asset(picker_asset *asset)
{
    if (is_there("numbers")) asset->byte_size = UINT64_MAX;
}

static void patch(picker_library *library)
{
    library->fetch = fetch;
    library->details = details;
    library->read = read_bytes;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    minimal_patch_library = patch;
    minimal_patch_asset = patch_asset;
    return minimal_entry(request, backend, error);
}
