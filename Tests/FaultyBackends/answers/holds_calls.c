/*
 * Breaks no rule, but while the file "hold" is in the library's folder, what reads photos takes until its call is cancelled. Adds a
 * byte to the file "begun" when such a call begins to wait, and one to "cancelled" when it was told to stop.
 */
#define _POSIX_C_SOURCE 200809L
#include "../minimal.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static char root[4096];
static picker_library original;

static const char *path_of(const char *name)
{
    static _Thread_local char path[4200];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void count(const char *name)
{
    int file = open(path_of(name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (write(file, "+", 1) != 1) perror(name);
    close(file);
}

static picker_status hold(void *context, const picker_call *call, picker_error *error)
{
    picker_status status = PICKER_OK;
    if (access(path_of("hold"), F_OK) != 0) return status;
    count("begun");
    while (status == PICKER_OK && access(path_of("hold"), F_OK) == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        status = minimal_check(context, call, error);
    }
    if (status == PICKER_CANCELLED) count("cancelled");
    return status;
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.fetch(context, request, call, result, error);
}

static picker_status collections(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.collections(context, parent, types, sink, call, error);
}

static picker_status collection(void *context, picker_string identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.collection(context, identifier, sink, call, error);
}

static picker_status key_assets(void *context, picker_string collection, uint32_t media_types,
                                const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.key_assets(context, collection, media_types, sink, call, error);
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.details(context, identifier, sink, call, error);
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    picker_status status = hold(context, call, error);
    return status != PICKER_OK ? status : original.request_image(context, request, sink, call, error);
}

static void patch(picker_library *library)
{
    original = *library;
    library->fetch = fetch;
    library->collections = collections;
    library->collection = collection;
    library->key_assets = key_assets;
    library->details = details;
    library->request_image = request_image;
}

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    (void)error;
    snprintf(root, sizeof root, "%.*s", (int)request->location.length, (const char *)request->location.data);
    return PICKER_OK;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
