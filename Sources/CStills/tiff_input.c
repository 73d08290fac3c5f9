#include <stdio.h>
#include <string.h>

#include "loading.h"
#include "tiff.h"

#if TIFFLIB_VERSION >= 20220520
#define TIFF_FILE "libtiff.so.6"
#else
#define TIFF_FILE "libtiff.so.5"
#endif

static tmsize_t read_input(thandle_t handle, void *bytes, tmsize_t count)
{
    still_tiff *self = handle;
    if (count <= 0 || tiff_is_cancelled(self)) return 0;
    ptrdiff_t got = self->source.read(self->source.context, self->position, bytes, (size_t)count);
    if (got < 0) {
        self->io_failed = 1;
        return 0;
    }
    self->position += (uint64_t)got;
    return got;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count)
{
    (void)handle, (void)bytes, (void)count;
    return -1;
}

static toff_t seek_input(thandle_t handle, toff_t offset, int whence)
{
    still_tiff *self = handle;
    uint64_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self->position : self->source.byte_count;
    // What overflows is after the end of every file.
    if (__builtin_add_overflow(start, offset, &self->position)) self->position = UINT64_MAX;
    return self->position;
}

static int keep_open(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t input_size(thandle_t handle) { return ((still_tiff *)handle)->source.byte_count; }

// Returns 1: no other handler is called, least of all one that writes to the process's standard error.
static int note_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments)
{
    (void)tiff, (void)module;
    still_tiff *self = context;
    if (!self->message[0]) vsnprintf(self->message, sizeof self->message, format, arguments);
    return 1;
}

static int ignore(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments)
{
    (void)tiff, (void)context, (void)module, (void)format, (void)arguments;
    return 1;
}

#pragma GCC visibility push(hidden)

struct tiff_functions tiff_lib;

const char still_tiff_library[] = TIFF_FILE;

void still_tiff_load(still_status *status)
{
#define TIFF_SYMBOL(name) {#name, &tiff_lib.name},
    const still_symbol symbols[] = {TIFF_FUNCTIONS(TIFF_SYMBOL){NULL, NULL}};
#undef TIFF_SYMBOL
    still_look_up(still_tiff_library, symbols, status);
}

int tiff_is_cancelled(still_tiff *self)
{
    if (!self->was_cancelled) self->was_cancelled = self->source.is_cancelled(self->source.context);
    return self->was_cancelled;
}

still_code tiff_fail(const still_tiff *self, still_status *status)
{
    if (self->was_cancelled) return still_fail(status, STILL_CANCELLED, "cancelled");
    if (self->io_failed) return still_fail(status, STILL_IO, "the file cannot be read");
    return still_fail(status, STILL_CORRUPT, self->message[0] ? self->message : "libtiff gives no reason");
}

int tiff_attach(still_tiff *self, size_t largest_piece)
{
    TIFFOpenOptions *options = tiff_lib.TIFFOpenOptionsAlloc();
    if (!options) return -1;
    tiff_lib.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)largest_piece);
    tiff_lib.TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, self);
    tiff_lib.TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, NULL);
    // m: nothing is mapped.
    self->tiff = tiff_lib.TIFFClientOpenExt("", "rm", self, read_input, write_nothing, seek_input, keep_open,
                                            input_size, NULL, NULL, options);
    tiff_lib.TIFFOpenOptionsFree(options);
    return self->tiff ? 0 : -1;
}

#pragma GCC visibility pop
