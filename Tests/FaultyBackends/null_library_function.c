/* Breaks R7: the library's table has a hole, the backend's has none. */
#include "minimal.h"

static void patch(picker_library *library) { library->observe = NULL; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
