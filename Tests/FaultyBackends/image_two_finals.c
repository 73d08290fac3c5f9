/* Breaks R14: two final frames. */
#include "minimal.h"

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    (void)request;
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    minimal_emit_grey(sink, PICKER_FRAME_FINAL);
    minimal_emit_grey(sink, PICKER_FRAME_FINAL);
    return PICKER_OK;
}

static void patch(picker_library *library) { library->request_image = request_image; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
