#define _DEFAULT_SOURCE
#include "imaging_png_decode.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <png.h>

#include "shrink.h"

#define CHUNK ((size_t)64 << 10)
// Metadata that is larger is not kept; a colour profile has at most a few megabytes.
#define METADATA_LIMIT ((png_alloc_size_t)8 << 20)
#define METADATA_COUNT 200
#define LARGEST_SIDE   0x7FFFFFFF
#define HUGE_PAGE      ((uintptr_t)2 << 20)

struct imaging_png_decoder {
    png_structp png;
    png_infop info;
    jmp_buf jump;
    imaging_source source;
    size_t offset;
    uint8_t *buffer;
    size_t position, filled;
    int has_failed; // the system refused; errno is in `system_error`
    int system_error;
    imaging_cancel cancel; // of the call
    int is_cancelled;
    int channels;
    int is_interlaced;
    unsigned width, height;
    uint8_t *rows; // one row, or the whole image
    imaging_shrinker shrinker;
    char message[160];
};

static void fail(png_structp png, png_const_charp message)
{
    imaging_png_decoder *decoder = png_get_error_ptr(png);
    strncpy(decoder->message, message, sizeof decoder->message - 1);
    longjmp(decoder->jump, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void check_cancelled(imaging_png_decoder *decoder)
{
    imaging_cancel cancel = decoder->cancel;
    if (cancel.is_cancelled && cancel.is_cancelled(cancel.context)) {
        decoder->is_cancelled = 1;
        longjmp(decoder->jump, 1);
    }
}

// Zeros. All rows of a large image are let go of in a moment when they are in huge pages, which the system may refuse.
static uint8_t *allocate_rows(size_t rows, size_t row_bytes)
{
    uint8_t *memory = calloc(rows, row_bytes);
    if (!memory || rows * row_bytes < 4 * HUGE_PAGE) return memory;
    uintptr_t start = ((uintptr_t)memory + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)memory + rows * row_bytes) & ~(HUGE_PAGE - 1);
    madvise((void *)start, end - start, MADV_HUGEPAGE);
    return memory;
}

static void read_bytes(png_structp png, png_bytep target, size_t count)
{
    imaging_png_decoder *decoder = png_get_io_ptr(png);
    while (count > 0) {
        if (decoder->position == decoder->filled) {
            if (decoder->offset > 0) check_cancelled(decoder);
            ssize_t got = imaging_source_read(&decoder->source, decoder->offset, decoder->buffer, CHUNK);
            if (got < 0) {
                decoder->has_failed = 1;
                decoder->system_error = errno;
                png_error(png, "the file cannot be read");
            }
            if (got == 0) png_error(png, "the file ends too early");
            decoder->offset += (size_t)got;
            decoder->filled = (size_t)got;
            decoder->position = 0;
        }
        size_t step = decoder->filled - decoder->position;
        if (step > count) step = count;
        memcpy(target, decoder->buffer + decoder->position, step);
        decoder->position += step;
        target += step;
        count -= step;
    }
}

static imaging_code failed(imaging_png_decoder *decoder, imaging_status *status)
{
    if (decoder->is_cancelled) return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    if (decoder->has_failed) {
        imaging_fail(status, IMAGING_IO, decoder->message);
        status->system_error = decoder->system_error;
        return IMAGING_IO;
    }
    int is_memory = strcmp(decoder->message, "Out of memory") == 0;
    return imaging_fail(status, is_memory ? IMAGING_OUT_OF_MEMORY : IMAGING_CORRUPT, decoder->message);
}

// Eight bits, and as few channels as show everything.
static void set_transforms(imaging_png_decoder *decoder)
{
    png_structp png = decoder->png;
    int type = png_get_color_type(png, decoder->info);
    if (png_get_bit_depth(png, decoder->info) == 16) png_set_scale_16(png);
    png_set_expand(png);
    if (type == PNG_COLOR_TYPE_GRAY_ALPHA ||
        (type == PNG_COLOR_TYPE_GRAY && png_get_valid(png, decoder->info, PNG_INFO_tRNS))) {
        png_set_gray_to_rgb(png);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, decoder->info);
}

static void describe(imaging_png_decoder *decoder, imaging_png_info *out)
{
    memset(out, 0, sizeof *out);
    decoder->width = out->width = png_get_image_width(decoder->png, decoder->info);
    decoder->height = out->height = png_get_image_height(decoder->png, decoder->info);
    decoder->channels = out->channels = png_get_channels(decoder->png, decoder->info);
    decoder->is_interlaced = out->is_interlaced =
        png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE;
}

static int prepare(imaging_png_decoder *decoder, imaging_source source)
{
    decoder->source = source;
    decoder->buffer = malloc(CHUNK);
    if (!decoder->buffer) return -1;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, fail, ignore_warning);
    if (!decoder->png) return -1;
    decoder->info = png_create_info_struct(decoder->png);
    return decoder->info ? 0 : -1;
}

// What is not needed for pixels is passed over: libpng would allocate whatever length a chunk claims. What says what
// colours mean is read elsewhere.
static void skip_metadata(png_structp png)
{
    static const png_byte names[] = "tEXt\0zTXt\0iTXt\0sPLT\0pCAL\0sCAL\0eXIf\0hIST\0tIME\0oFFs\0pHYs\0bKGD\0sBIT\0"
                                    "gAMA\0cHRM\0sRGB\0iCCP";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, sizeof names / 5);
}

static imaging_code read_header(imaging_png_decoder *decoder, imaging_png_info *info, imaging_status *status)
{
    if (setjmp(decoder->jump)) return failed(decoder, status);
    png_set_read_fn(decoder->png, decoder, read_bytes);
    png_set_user_limits(decoder->png, LARGEST_SIDE, LARGEST_SIDE); // The caller has limits of its own.
    png_set_chunk_malloc_max(decoder->png, METADATA_LIMIT);
    png_set_chunk_cache_max(decoder->png, METADATA_COUNT);
    skip_metadata(decoder->png);
    png_read_info(decoder->png, decoder->info);
    set_transforms(decoder);
    describe(decoder, info);
    return IMAGING_OK;
}

// Less than a millisecond of work, however wide the image is.
#define PIXELS_BETWEEN_CHECKS (1u << 14)

static void check_row(imaging_png_decoder *decoder, size_t y)
{
    if (y % (1 + PIXELS_BETWEEN_CHECKS / decoder->width) == 0) check_cancelled(decoder);
}

// Rows above the part are read and dropped, those below are not read.
static void read_rows(imaging_png_decoder *decoder, imaging_png_part part, size_t *complete)
{
    const uint8_t *start = decoder->rows + (size_t)part.x * (size_t)decoder->channels;
    for (unsigned y = 0; y < part.y + part.height; y++) {
        check_row(decoder, y);
        png_read_row(decoder->png, decoder->rows, NULL);
        *complete = y + 1;
        if (y >= part.y) imaging_shrinker_add(&decoder->shrinker, start);
    }
}

static void read_interlaced(imaging_png_decoder *decoder, size_t *complete)
{
    size_t row_bytes = (size_t)decoder->width * (size_t)decoder->channels;
    const int passes = 7;
    for (int pass = 0; pass < passes; pass++) {
        for (unsigned y = 0; y < decoder->height; y++) {
            check_row(decoder, y);
            // Fills the pixels that later passes have not reached yet, so that a cut-off file shows a coarse image.
            png_read_row(decoder->png, NULL, decoder->rows + y * row_bytes);
            if (pass == 0) *complete = y + 1;
        }
    }
}

static void shrink_interlaced(imaging_png_decoder *decoder, imaging_png_part part, size_t complete)
{
    size_t pixel_bytes = (size_t)decoder->channels, row_bytes = (size_t)decoder->width * pixel_bytes;
    for (size_t y = part.y; y < (size_t)part.y + part.height && y < complete; y++) {
        check_row(decoder, y);
        imaging_shrinker_add(&decoder->shrinker, decoder->rows + y * row_bytes + part.x * pixel_bytes);
    }
}

#pragma GCC visibility push(hidden)

imaging_png_decoder *imaging_png_open(imaging_source source, imaging_cancel cancel, imaging_png_info *info,
                                      imaging_status *status)
{
    imaging_png_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder || prepare(decoder, source) != 0) {
        imaging_png_close(decoder);
        imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a decoder");
        return NULL;
    }
    decoder->cancel = cancel;
    if (read_header(decoder, info, status) != IMAGING_OK) {
        imaging_png_close(decoder);
        return NULL;
    }
    return decoder;
}

imaging_code imaging_png_read(imaging_png_decoder *decoder, imaging_png_part part, uint8_t *base, size_t stride,
                              imaging_cancel cancel, size_t *complete_rows, imaging_status *status)
{
    *complete_rows = 0;
    decoder->cancel = cancel;
    size_t row_bytes = (size_t)decoder->width * (size_t)decoder->channels;
    decoder->rows = allocate_rows(decoder->is_interlaced ? decoder->height : 1, row_bytes);
    if (!decoder->rows ||
        imaging_shrinker_init(&decoder->shrinker, part.width, part.factor, decoder->channels, base, stride) != 0) {
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for the rows of a PNG");
    }
    volatile int has_failed = 0;
    if (setjmp(decoder->jump)) {
        has_failed = 1;
    } else if (decoder->is_interlaced) {
        read_interlaced(decoder, complete_rows);
    } else {
        read_rows(decoder, part, complete_rows);
    }
    // Comes back to the line above when it is cancelled.
    if (decoder->is_interlaced && !decoder->is_cancelled) shrink_interlaced(decoder, part, *complete_rows);
    imaging_shrinker_finish(&decoder->shrinker);
    return has_failed ? failed(decoder, status) : IMAGING_OK;
}

void imaging_png_close(imaging_png_decoder *decoder)
{
    if (!decoder) return;
    if (decoder->png) png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    imaging_shrinker_free(&decoder->shrinker);
    free(decoder->rows);
    free(decoder->buffer);
    free(decoder);
}

#pragma GCC visibility pop
