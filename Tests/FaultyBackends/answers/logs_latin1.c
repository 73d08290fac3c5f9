/* Runs, and logs the name of a file that is not UTF-8 as it is (R8.1). */
#include "../minimal.h"

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    const picker_host *host = request->host;
    host->log(host->context, PICKER_LOG_WARNING, minimal_string("caf\xE9.conf is missing"));
    return minimal_entry(request, backend, error);
}
