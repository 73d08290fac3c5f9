/* Crashes in its entry point. */
#include "minimal.h"

#include <signal.h>

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    raise(SIGSEGV);
    return minimal_entry(request, backend, error);
}
