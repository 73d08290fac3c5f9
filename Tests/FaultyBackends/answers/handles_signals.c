/* Breaks no rule: it says that the runtime that it brings along handles signals (R15.7). */
#include "../minimal.h"

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->flags = PICKER_RUNTIME_SIGNAL_HANDLERS;
    return status;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    plain_info = backend->info;
    backend->info = info;
    return status;
}
