/*
 * Does what files in its data folder say. While it makes an image: "output" and "errors" write to a standard stream for as
 * long as they are there, "words" writes three lines to each, "leak" keeps a hundred more files open, "degraded" delivers
 * degraded frames for as long as they are taken. In the records of assets: "lengths" makes lengths
 * of texts that cannot be, "nan" makes numbers that are none. "records" gives assets of a window for as long as they are
 * taken. "close" keeps close from returning for as long as it is there, and "release" the release of a fetch; "closing" is
 * made before the former.
 */
#define _POSIX_C_SOURCE 200809L
#include "obeying.h"

#include <math.h>

static int writes(int stream, const char *fault)
{
    /*
     * Long lines, as fast as they are taken: a host that is built for a sanitizer takes short ones so slowly that they are never
     * too many for a second.
     */
    char lines[1 << 14];
    memset(lines, 'a', sizeof lines);
    lines[sizeof lines - 1] = '\n';
    while (is_there(fault))
        if (write(stream, lines, sizeof lines) < 0) return 0;
    return 1;
}

static void say_words(void)
{
    fputs("one\ntwo\nthr\x1b[31mee\n", stdout);
    fflush(stdout);
    fputs("four\nfive\nsix, without an end", stderr);
}

static void leak(void)
{
    for (int index = 0; index < 100; index++) {
        int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
        (void)file;
    }
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    if (!writes(1, "output") || !writes(2, "errors")) return minimal_fail(error, PICKER_IO, "it cannot write");
    if (is_there("words")) say_words();
    if (is_there("leak")) leak();
    while (is_there("degraded") && minimal_emit_grey(sink, PICKER_FRAME_DEGRADED) == PICKER_CONTINUE) {}
    return minimal_request_image(context, request, sink, call, error);
}

static void patch_asset(picker_asset *asset)
{
    if (is_there("lengths")) {
        asset->filename.length = UINT64_MAX;
        asset->content_type.length = UINT64_C(1) << 62;
        asset->relative_path_bytes = (picker_bytes){(const uint8_t *)asset->filename.data, UINT64_C(1) << 40};
        asset->placeholder = asset->relative_path_bytes;
    }
    if (is_there("nan")) {
        asset->flags |= PICKER_ASSET_HAS_LOCATION | PICKER_ASSET_HAS_DURATION;
        asset->duration = asset->latitude = asset->longitude = NAN;
    }
}

static void (*close_minimal)(void *context);

static void close_late(void *context)
{
    if (is_there("close")) touch(path_of("closing"));
    while (is_there("close"))
        rest();
    close_minimal(context);
}

static void (*release_minimal)(void *context);

static void release_late(void *context)
{
    while (is_there("release"))
        rest();
    release_minimal(context);
}

static picker_status (*window_minimal)(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                       const picker_call *call, picker_error *error);

static picker_status window_without_end(void *context, uint64_t offset, uint64_t length, const picker_asset_sink *sink,
                                        const picker_call *call, picker_error *error)
{
    while (is_there("records")) {
        picker_asset asset;
        minimal_make_asset(0, &asset);
        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) return PICKER_OK;
    }
    return window_minimal(context, offset, length, sink, call, error);
}

static picker_status fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *result, picker_error *error)
{
    picker_status status = minimal_fetch(context, request, call, result, error);
    if (status != PICKER_OK) return status;
    release_minimal = result->release;
    result->release = release_late;
    window_minimal = result->window;
    result->window = window_without_end;
    return PICKER_OK;
}

static void patch(picker_library *library)
{
    library->request_image = request_image;
    library->fetch = fetch;
    close_minimal = library->close;
    library->close = close_late;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    minimal_patch_library = patch;
    minimal_patch_asset = patch_asset;
    return minimal_entry(request, backend, error);
}
