/* Breaks R7: the table of each fetch has a hole. */
#include "../minimal.h"

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    picker_status status = minimal_fetch(context, request, call, result, error);
    if (status == PICKER_OK) result->index_of = NULL;
    return status;
}

static void patch(picker_library *library) { library->fetch = fetch; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
