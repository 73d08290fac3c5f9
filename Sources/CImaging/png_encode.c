#include "imaging_png_encode.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

typedef struct encoder {
    png_structp png;
    png_infop info;
    jmp_buf jump;
    uint8_t *bytes;
    size_t count, capacity;
    uint8_t *profile; // The content of its chunk.
    imaging_cancel cancel;
    int is_cancelled;
    char message[160];
} encoder;

static void fail(png_structp png, png_const_charp message)
{
    encoder *self = png_get_error_ptr(png);
    strncpy(self->message, message, sizeof self->message - 1);
    longjmp(self->jump, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }
static void flush(png_structp png) { (void)png; }

static void write_bytes(png_structp png, png_bytep from, size_t count)
{
    encoder *self = png_get_io_ptr(png);
    if (count > self->capacity - self->count) {
        size_t capacity = self->capacity * 2 + count + 4096;
        uint8_t *bytes = realloc(self->bytes, capacity);
        if (!bytes) png_error(png, "Out of memory");
        self->bytes = bytes;
        self->capacity = capacity;
    }
    memcpy(self->bytes + self->count, from, count);
    self->count += count;
}

#define ROWS_BETWEEN_CHECKS 8

static void check_cancelled(encoder *self)
{
    if (self->cancel.is_cancelled && self->cancel.is_cancelled(self->cancel.context)) {
        self->is_cancelled = 1;
        longjmp(self->jump, 1);
    }
}

static imaging_code failed(const encoder *self, imaging_status *status)
{
    if (self->is_cancelled) return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    int is_memory = strcmp(self->message, "Out of memory") == 0;
    return imaging_fail(status, is_memory ? IMAGING_OUT_OF_MEMORY : IMAGING_INVALID, self->message);
}

// As libpng writes it, which would read the profile first: it may be of any origin.
static void write_profile(encoder *self, const imaging_png_image *image)
{
    static const uint8_t head[] = {'i', 'c', 'c', 0, 0}; // Its name, and how it is compressed.
    uLongf length = compressBound(image->profile_count);
    self->profile = malloc(sizeof head + length);
    if (!self->profile) png_error(self->png, "Out of memory");
    memcpy(self->profile, head, sizeof head);
    if (compress(self->profile + sizeof head, &length, image->profile, image->profile_count) != Z_OK) {
        png_error(self->png, "Out of memory");
    }
    png_write_chunk(self->png, (png_const_bytep) "iCCP", self->profile, sizeof head + length);
}

static void write_image(encoder *self, const imaging_png_image *image, int level)
{
    static const int types[] = {0, PNG_COLOR_TYPE_GRAY, 0, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
    png_set_write_fn(self->png, self, write_bytes, flush);
    png_set_compression_level(self->png, level);
    png_set_user_limits(self->png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_IHDR(self->png, self->info, image->width, image->height, 8, types[image->channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!image->profile) png_set_sRGB(self->png, self->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(self->png, self->info);
    if (image->profile) write_profile(self, image);
    for (size_t y = 0; y < image->height; y++) {
        if (y % ROWS_BETWEEN_CHECKS == 0) check_cancelled(self);
        png_write_row(self->png, image->base + y * image->stride);
    }
    png_write_end(self->png, NULL);
}

#pragma GCC visibility push(hidden)

imaging_code imaging_png_encode(const imaging_png_image *image, int level, imaging_cancel cancel, uint8_t **bytes,
                                size_t *count, imaging_status *status)
{
    encoder *self = calloc(1, sizeof *self);
    if (self) self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, fail, ignore_warning);
    if (self && self->png) self->info = png_create_info_struct(self->png);
    if (!self || !self->info) {
        if (self) png_destroy_write_struct(&self->png, NULL);
        free(self);
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for an encoder");
    }
    self->cancel = cancel;
    imaging_code code = IMAGING_OK;
    if (setjmp(self->jump)) {
        code = failed(self, status);
        free(self->bytes);
    } else {
        write_image(self, image, level);
        *bytes = self->bytes;
        *count = self->count;
    }
    png_destroy_write_struct(&self->png, &self->info);
    free(self->profile);
    free(self);
    return code;
}

#pragma GCC visibility pop
