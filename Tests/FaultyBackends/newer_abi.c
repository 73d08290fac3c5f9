/* Speaks ABI 99 only: refuses every host of today, as R4 says it should. */
#include "minimal.h"

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    if (request->abi_highest < 99) return minimal_fail(error, PICKER_UNSUPPORTED, "this plugin speaks ABI 99 only");
    picker_status status = minimal_entry(request, backend, error);
    backend->abi_version = 99;
    return status;
}
