/*
 * Breaks no rule. What request_image returns is told by the file ".answer" in the library's folder: a status, the
 * milliseconds of retry_after, and a message up to the end of the line, which may be empty.
 */
#define _POSIX_C_SOURCE 200809L
#include "../minimal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static char answer_path[4200];

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    FILE *file = fopen(answer_path, "re");
    if (file == NULL) return minimal_request_image(context, request, sink, call, error);
    int32_t status = PICKER_INTERNAL;
    uint64_t retry_after = 0;
    char message[200] = "";
    int found = fscanf(file, "%" SCNd32 " %" SCNu64 " %199[^\n]", &status, &retry_after, message);
    fclose(file);
    if (found < 2) return minimal_fail(error, PICKER_INTERNAL, "the file .answer says nothing");
    error->retry_after = retry_after;
    return minimal_fail(error, status, message);
}

static void patch(picker_library *library) { library->request_image = request_image; }

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    (void)error;
    snprintf(answer_path, sizeof answer_path, "%.*s/.answer", (int)request->location.length,
             (const char *)request->location.data);
    return PICKER_OK;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
