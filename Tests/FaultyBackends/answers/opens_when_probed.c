/* Breaks no rule: it opens libraries only once it was asked whether it can run, which comes before that (R13.1). */
#include "../minimal.h"

static atomic_bool is_probed;

static picker_status (*plain_open)(void *context, const picker_open_request *request, const picker_call *call,
                                   picker_library *library, picker_error *error);

static picker_status probe(void *context, picker_error *error)
{
    (void)context, (void)error;
    atomic_store(&is_probed, 1);
    return PICKER_OK;
}

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error)
{
    if (!atomic_load(&is_probed)) return minimal_fail(error, PICKER_INTERNAL, "it was not probed in this process");
    return plain_open(context, request, call, library, error);
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    plain_open = backend->open_library;
    backend->probe = probe;
    backend->open_library = open_library;
    return status;
}
