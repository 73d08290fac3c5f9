#include "imaging_jpeg_encode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

typedef struct encoder {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    struct jpeg_destination_mgr destination;
    uint8_t *bytes;
    size_t capacity;
    uint8_t *padded; // one group of rows, filled up to whole blocks
    struct jpeg_progress_mgr progress;
    imaging_cancel cancel;
    int is_cancelled;
} encoder;

static void fail(j_common_ptr info) { longjmp(((encoder *)info->client_data)->jump, 1); }

static void say_nothing(j_common_ptr info) { (void)info; }
static void skip_message(j_common_ptr info, int level) { (void)info, (void)level; }

// Called by libjpeg between rows of blocks, in every scan.
static void check_progress(j_common_ptr info)
{
    encoder *self = info->client_data;
    if (self->cancel.is_cancelled && self->cancel.is_cancelled(self->cancel.context)) {
        self->is_cancelled = 1;
        longjmp(self->jump, 1);
    }
}

// libjpeg's own destination in memory loses track of its buffer when an error ends it half-way.
static boolean grow(j_compress_ptr info)
{
    encoder *self = info->client_data;
    size_t capacity = self->capacity ? self->capacity * 2 : (size_t)64 << 10;
    uint8_t *bytes = realloc(self->bytes, capacity);
    if (!bytes) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    self->destination.next_output_byte = bytes + self->capacity;
    self->destination.free_in_buffer = capacity - self->capacity;
    self->bytes = bytes;
    self->capacity = capacity;
    return TRUE;
}

static void start(j_compress_ptr info) { grow(info); }
static void finish(j_compress_ptr info) { (void)info; }

static void configure(encoder *self, const imaging_jpeg_image *image, int quality, int is_progressive)
{
    struct jpeg_compress_struct *info = &self->info;
    info->image_width = (JDIMENSION)image->width;
    info->image_height = (JDIMENSION)image->height;
    info->input_components = image->plane_count;
    info->in_color_space = image->plane_count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->dct_method = JDCT_ISLOW;
    info->raw_data_in = TRUE;
    if (is_progressive) jpeg_simple_progression(info);
    info->comp_info[0].h_samp_factor = image->plane_count == 1 ? 1 : 1 << image->h_shift;
    info->comp_info[0].v_samp_factor = image->plane_count == 1 ? 1 : 1 << image->v_shift;
}

static size_t rounded_up(size_t value, size_t step) { return (value + step - 1) / step * step; }

// The size of a plane in samples.
static size_t plane_width(const imaging_jpeg_image *image, int plane)
{
    int shift = plane == 0 ? 0 : image->h_shift;
    return ((size_t)image->width + ((size_t)1 << shift) - 1) >> shift;
}

static size_t plane_height(const imaging_jpeg_image *image, int plane)
{
    int shift = plane == 0 ? 0 : image->v_shift;
    return ((size_t)image->height + ((size_t)1 << shift) - 1) >> shift;
}

// libjpeg reads whole blocks: rows are copied and their last sample repeated up to a block's edge.
static uint8_t *pad_row(uint8_t *to, const uint8_t *from, size_t width, size_t padded_width)
{
    memcpy(to, from, width);
    memset(to + width, from[width - 1], padded_width - width);
    return to;
}

static void write_rows(encoder *self, const imaging_jpeg_image *image)
{
    struct jpeg_compress_struct *info = &self->info;
    JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
    int step = info->max_v_samp_factor * DCTSIZE;
    for (size_t group = 0; info->next_scanline < info->image_height; group++) {
        uint8_t *free_row = self->padded;
        for (int plane = 0; plane < image->plane_count; plane++) {
            size_t width = plane_width(image, plane), height = plane_height(image, plane);
            size_t factor = (size_t)info->comp_info[plane].h_samp_factor;
            size_t padded_width = rounded_up(width, factor * DCTSIZE);
            size_t count = (size_t)info->comp_info[plane].v_samp_factor * DCTSIZE;
            for (size_t row = 0; row < count; row++) {
                size_t y = group * count + row;
                if (y >= height) y = height - 1;
                rows[plane][row] =
                    pad_row(free_row, image->bases[plane] + y * image->strides[plane], width, padded_width);
                free_row += padded_width;
            }
        }
        jpeg_write_raw_data(info, planes, (JDIMENSION)step);
    }
}

static imaging_code failed(encoder *self, imaging_status *status)
{
    if (self->is_cancelled) return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    char message[JMSG_LENGTH_MAX];
    self->manager.format_message((j_common_ptr)&self->info, message);
    int is_memory = self->manager.msg_code == JERR_OUT_OF_MEMORY;
    return imaging_fail(status, is_memory ? IMAGING_OUT_OF_MEMORY : IMAGING_INVALID, message);
}

#pragma GCC visibility push(hidden)

imaging_code imaging_jpeg_encode(const imaging_jpeg_image *image, int quality, int is_progressive,
                                 imaging_cancel cancel, uint8_t **bytes, size_t *count, imaging_status *status)
{
    encoder *self = calloc(1, sizeof *self);
    // Rows of all planes of one group, at most 32 each, and 31 samples of padding.
    size_t padded_bytes = ((size_t)image->width + 64) * 3 * MAX_SAMP_FACTOR * DCTSIZE;
    if (self) self->padded = malloc(padded_bytes);
    if (!self || !self->padded) {
        free(self);
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for an encoder");
    }
    self->info.err = jpeg_std_error(&self->manager);
    self->manager.error_exit = fail;
    self->manager.output_message = say_nothing;
    self->manager.emit_message = skip_message;
    self->info.client_data = self;
    self->cancel = cancel;
    self->progress.progress_monitor = check_progress;
    imaging_code code = IMAGING_OK;
    if (setjmp(self->jump)) {
        code = failed(self, status);
        jpeg_destroy_compress(&self->info);
        free(self->bytes);
    } else {
        jpeg_create_compress(&self->info);
        self->destination.init_destination = start;
        self->destination.empty_output_buffer = grow;
        self->destination.term_destination = finish;
        self->info.dest = &self->destination;
        self->info.progress = &self->progress;
        configure(self, image, quality, is_progressive);
        jpeg_start_compress(&self->info, TRUE);
        if (image->profile) jpeg_write_icc_profile(&self->info, image->profile, (unsigned)image->profile_count);
        write_rows(self, image);
        jpeg_finish_compress(&self->info);
        jpeg_destroy_compress(&self->info);
        *bytes = self->bytes;
        *count = self->capacity - self->destination.free_in_buffer;
    }
    free(self->padded);
    free(self);
    return code;
}

#pragma GCC visibility pop
