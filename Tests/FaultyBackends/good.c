/* Breaks no rule. */
#include "minimal.h"

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    return minimal_entry(request, backend, error);
}
