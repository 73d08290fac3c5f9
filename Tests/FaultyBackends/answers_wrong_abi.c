/* Breaks R4: answers a version that the host did not offer. */
#include "minimal.h"

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    backend->abi_version = request->abi_highest + 1;
    return status;
}
