/*
 * Breaks no rule. The details of its first asset cannot be had, as those of a photo that ends its workers.
 */
#include "../minimal.h"

static picker_library original;

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    if (minimal_asset_index(identifier) == 0) return minimal_fail(error, PICKER_INTERNAL, "the photo ended its worker");
    return original.details(context, identifier, sink, call, error);
}

static void patch(picker_library *library)
{
    original = *library;
    library->details = details;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
