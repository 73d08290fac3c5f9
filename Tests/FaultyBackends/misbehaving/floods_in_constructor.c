/* Writes to standard error without end while it is loaded. */
#include "../minimal.h"

#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void flood(void)
{
    char bytes[4096];
    memset(bytes, 'x', sizeof bytes);
    while (write(2, bytes, sizeof bytes) > 0) {}
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    return minimal_entry(request, backend, error);
}
