/* Breaks no rule, but opening a library goes on until the call is cancelled, and tells how far it is. */
#define _POSIX_C_SOURCE 200809L
#include "minimal.h"

#include <time.h>

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error)
{
    (void)context, (void)request, (void)library;
    picker_status status = PICKER_OK;
    for (uint64_t files = 100; status == PICKER_OK; files += 100) {
        call->progress(call->context, files, 0);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        status = call->check(call->context);
    }
    return minimal_fail(error, status, "ended early");
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    if (status == PICKER_OK) backend->open_library = open_library;
    return status;
}
