/* Breaks R5: answers tables that end before all functions of ABI version 1 are in them. */
#include "minimal.h"

static void patch(picker_library *library) { library->struct_size = offsetof(picker_library, observe); }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    picker_status status = minimal_entry(request, backend, error);
    backend->struct_size = offsetof(picker_backend, get_extension);
    return status;
}
