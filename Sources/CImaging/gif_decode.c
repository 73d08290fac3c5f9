#include "imaging_gif_decode.h"

#include <errno.h>
#include <stdlib.h>

#include <gif_lib.h>

typedef struct reader {
    imaging_source source;
    size_t offset;
    int has_failed; // the system refused; errno is in `system_error`
    int system_error;
} reader;

typedef struct canvas {
    unsigned width, height;
    uint8_t *base;
    size_t stride;
} canvas;

static int read_bytes(GifFileType *gif, GifByteType *to, int count)
{
    reader *self = gif->UserData;
    int filled = 0;
    while (filled < count) {
        ssize_t got = imaging_source_read(&self->source, self->offset, to + filled, (size_t)(count - filled));
        if (got < 0) {
            self->has_failed = 1;
            self->system_error = errno;
        }
        if (got <= 0) break;
        filled += (int)got;
        self->offset += (size_t)got;
    }
    return filled;
}

// To giflib, what cannot be read is the end of the file.
static imaging_code failed(const reader *from, const char *message, imaging_status *status)
{
    if (!from->has_failed) return imaging_fail(status, IMAGING_CORRUPT, message);
    imaging_fail(status, IMAGING_IO, "the file cannot be read");
    status->system_error = from->system_error;
    return IMAGING_IO;
}

// The index of the transparent colour, if this extension names one.
static void note_extension(int function, const GifByteType *extension, int *transparent)
{
    GraphicsControlBlock block;
    if (function != GRAPHICS_EXT_FUNC_CODE || !extension) return;
    if (DGifExtensionToGCB(extension[0], extension + 1, &block) == GIF_OK) *transparent = block.TransparentColor;
}

static int is_cancelled(imaging_cancel cancel) { return cancel.is_cancelled && cancel.is_cancelled(cancel.context); }

// Goes on to the first frame.
static int find_frame(GifFileType *gif, int *transparent, imaging_cancel cancel)
{
    GifRecordType type;
    while (DGifGetRecordType(gif, &type) == GIF_OK) {
        if (is_cancelled(cancel)) return 0;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE) return 0;
        int function;
        GifByteType *extension;
        if (DGifGetExtension(gif, &function, &extension) != GIF_OK) return 0;
        note_extension(function, extension, transparent);
        // A comment may be as long as the file, in pieces of a few bytes.
        while (extension) {
            if (is_cancelled(cancel)) return 0;
            if (DGifGetExtensionNext(gif, &extension) != GIF_OK) return 0;
        }
    }
    return 0;
}

static void paint(const canvas *to, const GifImageDesc *frame, int row, const GifByteType *indexes,
                  const ColorMapObject *map, int transparent)
{
    int y = frame->Top + row;
    if (y < 0 || (unsigned)y >= to->height) return;
    for (int i = 0; i < frame->Width; i++) {
        int x = frame->Left + i;
        if (x < 0 || (unsigned)x >= to->width || indexes[i] == transparent || indexes[i] >= map->ColorCount) continue;
        GifColorType color = map->Colors[indexes[i]];
        uint8_t *pixel = to->base + (size_t)y * to->stride + (size_t)x * 4;
        pixel[0] = color.Red, pixel[1] = color.Green, pixel[2] = color.Blue, pixel[3] = 255;
    }
}

static imaging_code read_frame(GifFileType *gif, const canvas *to, int transparent, imaging_cancel cancel,
                               size_t *complete, imaging_status *status)
{
    static const int starts[] = {0, 4, 2, 1, 0}, steps[] = {8, 8, 4, 2, 1};
    const GifImageDesc *frame = &gif->Image;
    const ColorMapObject *map = frame->ColorMap ? frame->ColorMap : gif->SColorMap;
    if (!map || frame->Width <= 0 || frame->Height <= 0) {
        return imaging_fail(status, IMAGING_CORRUPT, "the GIF has no colours or an empty frame");
    }
    GifByteType *indexes = malloc((size_t)frame->Width);
    if (!indexes) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a row of a GIF");
    imaging_code code = IMAGING_OK;
    int first = frame->Interlace ? 0 : 4, last = frame->Interlace ? 4 : 5;
    for (int pass = first; pass < last && code == IMAGING_OK; pass++) {
        for (int row = starts[pass]; row < frame->Height && code == IMAGING_OK; row += steps[pass]) {
            if (is_cancelled(cancel)) {
                code = imaging_fail(status, IMAGING_CANCELLED, "cancelled");
            } else if (DGifGetLine(gif, indexes, frame->Width) != GIF_OK) {
                code = failed(gif->UserData, "the GIF ends too early or is damaged", status);
            } else {
                paint(to, frame, row, indexes, map, transparent);
                ++*complete;
            }
        }
    }
    free(indexes);
    return code;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_gif_decode(imaging_source source, unsigned width, unsigned height, uint8_t *base, size_t stride,
                                imaging_cancel cancel, size_t *complete_rows, imaging_status *status)
{
    *complete_rows = 0;
    reader from = {.source = source};
    int error = 0, transparent = NO_TRANSPARENT_COLOR;
    GifFileType *gif = DGifOpen(&from, read_bytes, &error);
    if (!gif) return failed(&from, "the GIF's header is invalid", status);
    canvas to = {width, height, base, stride};
    imaging_code code;
    if (find_frame(gif, &transparent, cancel)) {
        code = read_frame(gif, &to, transparent, cancel, complete_rows, status);
    } else if (is_cancelled(cancel)) {
        code = imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    } else {
        code = failed(&from, "the GIF has no frame", status);
    }
    DGifCloseFile(gif, &error);
    return code;
}

#pragma GCC visibility pop
