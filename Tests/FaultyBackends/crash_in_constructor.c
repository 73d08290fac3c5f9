/* Crashes while it is loaded, before the host could look up anything. */
#include "minimal.h"

#include <signal.h>

__attribute__((constructor)) static void crash(void) { raise(SIGSEGV); }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    return minimal_entry(request, backend, error);
}
