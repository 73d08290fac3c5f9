/* Runs, but cannot open any library. */
#include "minimal.h"

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error)
{
    (void)context, (void)request, (void)call, (void)library;
    return minimal_fail(error, PICKER_IO, "the library cannot be opened");
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    backend->open_library = open_library;
    return status;
}
