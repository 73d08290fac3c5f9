/* Cannot run here, and says what is missing. */
#include "minimal.h"

static picker_status probe(void *context, picker_error *error)
{
    (void)context;
    return minimal_fail(error, PICKER_UNSUPPORTED, "libphotons.so.7 is missing; install the package libphotons7");
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    backend->probe = probe;
    return status;
}
