/*
 * Breaks no rule, but makes sizes exact in other libraries alone: this one lacks that of its backend's capabilities (R7.6),
 * and its frames are of the photo's own size.
 */
#include "../minimal.h"

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    if (status == PICKER_OK) info->capabilities |= PICKER_CAPABILITY_EXACT_SIZE;
    return status;
}

static picker_status library_info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = minimal_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {
        .struct_size = sizeof answer,
        .missing_capabilities = PICKER_CAPABILITY_EXACT_SIZE,
    };
    minimal_copy_table(info, info->struct_size, &answer, sizeof answer);
    return PICKER_OK;
}

static void patch(picker_library *library) { library->info = library_info; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    picker_status status = minimal_entry(request, backend, error);
    if (status != PICKER_OK) return status;
    plain_info = backend->info;
    backend->info = info;
    return PICKER_OK;
}
