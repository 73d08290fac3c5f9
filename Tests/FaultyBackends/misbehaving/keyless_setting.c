/* Describes two settings, the second one without a key, so that it cannot be set. */
#include "../minimal.h"

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);

static const picker_setting_description good = {.struct_size = sizeof good, .key = {"color", 5}, .title = {"Color", 5}};
static const picker_setting_description keyless = {.struct_size = sizeof keyless, .title = {"Depth", 5}};
static const picker_setting_description *const settings[] = {&good, &keyless};

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->settings = settings;
    info->setting_count = 2;
    return status;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    picker_status status = minimal_entry(request, backend, error);
    if (status != PICKER_OK) return status;
    plain_info = backend->info;
    backend->info = info;
    return PICKER_OK;
}
