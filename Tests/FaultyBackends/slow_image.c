/* Breaks no rule, but an image takes until the call is cancelled or the library shuts down. */
#define _POSIX_C_SOURCE 200809L
#include "minimal.h"

#include <time.h>

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    (void)request, (void)sink;
    picker_status status = PICKER_OK;
    while (status == PICKER_OK) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        status = minimal_check(context, call, error);
    }
    return status;
}

static void patch(picker_library *library) { library->request_image = request_image; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
