/* Breaks no rule, and keeps an index of its two assets: org.picker.index/1. */
#include "minimal.h"

static picker_status (*plain_info)(void *context, picker_backend_info *info, picker_error *error);

static picker_status refresh(void *context, uint32_t mode, picker_index_report *report, const picker_call *call,
                             picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    if (mode > PICKER_INDEX_REBUILD) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "this mode is not known");
    picker_index_report answer = {.files = 3, .folders = 1, .assets = MINIMAL_ASSETS, .inserted = 1, .diagnostics = 1};
    answer.files_read = mode == PICKER_INDEX_REBUILD ? 3 : 1;
    for (uint64_t file = 1; file <= answer.files; file++)
        call->progress(call->context, file, answer.files);
    minimal_copy_table(report, report->struct_size, &answer, sizeof answer);
    return PICKER_OK;
}

static picker_status diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    picker_diagnostic record = {
        .struct_size = sizeof record,
        .reason = PICKER_CORRUPT_MEDIA,
        .relative_path = minimal_string("torn.jpg"),
        .message = minimal_string("torn.jpg ends in the middle"),
    };
    sink->emit(sink->context, &record);
    return PICKER_OK;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    static const picker_index_v1 index = {.struct_size = sizeof index, .refresh = refresh};
    return minimal_equal(id, PICKER_EXT_INDEX) ? &index : NULL;
}

static void patch(picker_library *library)
{
    library->diagnostics = diagnostics;
    library->get_extension = get_extension;
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    picker_status status = plain_info(context, info, error);
    info->capabilities |= PICKER_CAPABILITY_INDEX;
    return status;
}

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
