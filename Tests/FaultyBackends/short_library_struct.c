/* Breaks R5: the library's table ends before all functions of ABI version 1 are in it. */
#include "minimal.h"

static void patch(picker_library *library) { library->struct_size = offsetof(picker_library, observe); }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
