/* Gives the same image a thousand times as a key asset of each collection, whatever media are asked for. */
#include "../minimal.h"

static picker_status key_assets(void *context, picker_string collection, uint32_t media_types,
                                const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    (void)context, (void)collection, (void)media_types, (void)call, (void)error;
    picker_asset asset;
    minimal_make_asset(0, &asset);
    for (int count = 0; count < 1000; count++) {
        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

static void patch(picker_library *library) { library->key_assets = key_assets; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
