/* Writes words to both standard streams while it is loaded, and without end while it makes an image. */
#define _POSIX_C_SOURCE 200809L
#include "../minimal.h"

#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void say_words(void)
{
    fputs("words on standard output\n", stdout);
    fflush(stdout);
    fputs("words on \033[31mstandard error, without an end", stderr);
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    (void)context, (void)request, (void)sink, (void)call;
    char lines[4096];
    for (size_t index = 0; index < sizeof lines; index++)
        lines[index] = "again and again\n"[index % 16];
    while (write(2, lines, sizeof lines) > 0 && write(1, lines, sizeof lines) > 0) {}
    return minimal_fail(error, PICKER_IO, "it cannot write any more");
}

static void patch(picker_library *library) { library->request_image = request_image; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
