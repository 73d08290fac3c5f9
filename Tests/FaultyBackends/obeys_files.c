/*
 * Does what files in its data folder say while it makes an image: "crash" crashes, "crash-once" is removed before that,
 * "crash-IDENTIFIER" crashes for that asset, also while it waits, "hang" and "wait" keep it for as long as they are there,
 * "hang" without asking whether to go on, and "trespass" makes it write into the library's folder, which it must not. Makes
 * the files "asked" and "asked-IDENTIFIER" first. "changed" gives all assets another version, and "crash-always" crashes in
 * every call that lists assets. "end-after-frame" is removed, and then ends the process after the final frame.
 *
 * While it opens a library, "crash-opening" crashes, "away" has it say that the photos cannot be reached, and "open-late" keeps it for as
 * long as it is there; "opening" is made before that.
 */
#define _POSIX_C_SOURCE 200809L
#include "misbehaving/obeying.h"

#include <signal.h>

static const char *path_for(const char *name, picker_string identifier)
{
    static _Thread_local char path[4400];
    snprintf(path, sizeof path, "%s-%.*s", path_of(name), (int)identifier.length, identifier.data);
    return path;
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    if (is_there("crash-always")) raise(SIGSEGV);
    minimal_version = is_there("changed") ? 2 : 1;
    return minimal_fetch(context, request, call, result, error);
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    touch(path_of("asked"));
    touch(path_for("asked", request->local_identifier));
    if (access(path_for("crash", request->local_identifier), F_OK) == 0) raise(SIGSEGV);
    if (unlink(path_of("crash-once")) == 0 || is_there("crash")) raise(SIGSEGV);
    if (is_there("trespass")) {
        char path[4200];
        snprintf(path, sizeof path, "%s/trespassed", root);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0) return minimal_fail(error, PICKER_ACCESS_DENIED, "the library's folder cannot be written to");
        close(file);
    }
    while (is_there("hang"))
        rest();
    while (is_there("wait")) {
        picker_status status = minimal_check(context, call, error);
        if (status != PICKER_OK) return status;
        if (access(path_for("crash", request->local_identifier), F_OK) == 0) raise(SIGSEGV);
        rest();
    }
    picker_status status = minimal_request_image(context, request, sink, call, error);
    if (status == PICKER_OK && unlink(path_of("end-after-frame")) == 0) raise(SIGKILL);
    return status;
}

static picker_status opening_as_told(const picker_open_request *request, picker_error *error)
{
    picker_status status = opening(request, error);
    if (status != PICKER_OK) return status;
    if (is_there("crash-opening")) raise(SIGSEGV);
    if (is_there("away")) return minimal_fail(error, PICKER_OFFLINE, "the shelf is away");
    if (is_there("open-late")) touch(path_of("opening"));
    while (is_there("open-late"))
        rest();
    return PICKER_OK;
}

static void patch(picker_library *library)
{
    library->request_image = request_image;
    library->fetch = fetch;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening_as_told;
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
