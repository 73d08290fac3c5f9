/*
 * Does what files in its data folder say while it makes an image: "crash" crashes, "crash-once" is removed before that,
 * "hang" and "wait" keep it for as long as they are there, "hang" without asking whether to go on, and "trespass" makes it
 * write into the library's folder, which it must not. Makes the file "asked" first.
 */
#define _POSIX_C_SOURCE 200809L
#include "minimal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char data[4096];
static char root[4096];
static picker_status (*open_minimal)(void *context, const picker_open_request *request, const picker_call *call,
                                     picker_library *library, picker_error *error);

static const char *path_of(const char *name)
{
    static _Thread_local char path[4200];
    snprintf(path, sizeof path, "%s/%s", data, name);
    return path;
}

static int is_there(const char *name) { return access(path_of(name), F_OK) == 0; }

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    int asked = open(path_of("asked"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (asked >= 0) close(asked);
    if (unlink(path_of("crash-once")) == 0 || is_there("crash")) raise(SIGSEGV);
    if (is_there("trespass")) {
        char path[4200];
        snprintf(path, sizeof path, "%s/trespassed", root);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0) return minimal_fail(error, PICKER_ACCESS_DENIED, "the library's folder cannot be written to");
        close(file);
    }
    const struct timespec moment = {.tv_nsec = 2000000};
    while (is_there("hang"))
        nanosleep(&moment, NULL);
    while (is_there("wait")) {
        picker_status status = minimal_check(context, call, error);
        if (status != PICKER_OK) return status;
        nanosleep(&moment, NULL);
    }
    return minimal_request_image(context, request, sink, call, error);
}

static void patch(picker_library *library) { library->request_image = request_image; }

static void copy_path(char *to, picker_bytes path)
{
    uint64_t length = path.length < sizeof data ? path.length : sizeof data - 1;
    memcpy(to, path.data, length);
    to[length] = 0;
}

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error)
{
    if (request->data_directory.data == NULL) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "no data folder");
    copy_path(data, request->data_directory);
    copy_path(root, request->root);
    return open_minimal(context, request, call, library, error);
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    picker_status status = minimal_entry(request, backend, error);
    open_minimal = backend->open_library;
    if (status == PICKER_OK) backend->open_library = open_library;
    return status;
}
