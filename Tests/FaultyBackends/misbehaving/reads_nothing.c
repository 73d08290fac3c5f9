/*
 * Says that it read as many bytes as it was asked for, and writes none of them. From the second byte of a file on it says that
 * it read one more than it was asked for, and from the third one on as many as can be said.
 */
#include "../minimal.h"

static picker_status read_nothing(void *context, const picker_read_request *request, const picker_call *call,
                                  uint64_t *length, picker_error *error)
{
    (void)context, (void)call, (void)error;
    uint64_t more[] = {0, 1, UINT64_MAX - request->capacity};
    *length = request->capacity + more[request->offset < 2 ? request->offset : 2];
    return PICKER_OK;
}

static void patch(picker_library *library) { library->read = read_nothing; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
