#include "jpeg_decoder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "imaging_abandon.h"

// Hostile progressive files have thousands of scans, each of which costs a pass over the whole image.
#define SCAN_LIMIT 200

#define DETACHED_BYTES ((size_t)64 << 20)

// Called by libjpeg between rows of blocks, also while it reads a file of many scans, and between pieces of a file.
static void check_progress(j_common_ptr info)
{
    imaging_jpeg_decoder *decoder = info->client_data;
    if (decoder->cancel.is_cancelled && decoder->cancel.is_cancelled(decoder->cancel.context)) {
        decoder->is_cancelled = 1;
        longjmp(decoder->error.jump, 1);
    }
    if (decoder->info.input_scan_number > SCAN_LIMIT) {
        decoder->has_too_many_scans = 1;
        longjmp(decoder->error.jump, 1);
    }
}

// Sixteen bits a sample, in whole groups of blocks, as jdcoefct.c asks for them.
static size_t coefficient_bytes(const struct jpeg_decompress_struct *info)
{
    size_t groups_across = (info->image_width + (size_t)info->max_h_samp_factor * DCTSIZE - 1) /
                           ((size_t)info->max_h_samp_factor * DCTSIZE);
    size_t groups_down = (info->image_height + (size_t)info->max_v_samp_factor * DCTSIZE - 1) /
                         ((size_t)info->max_v_samp_factor * DCTSIZE);
    size_t blocks = 0;
    for (int i = 0; i < info->num_components; i++) {
        blocks += (size_t)info->comp_info[i].h_samp_factor * (size_t)info->comp_info[i].v_samp_factor;
    }
    return groups_across * groups_down * blocks * sizeof(JBLOCK);
}

static imaging_code describe(imaging_jpeg_decoder *decoder, imaging_jpeg_info *out, imaging_status *status)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    memset(out, 0, sizeof *out);
    out->width = (int)info->image_width;
    out->height = (int)info->image_height;
    out->component_count = info->num_components;
    out->is_multi_scan = info->inputctl->has_multiple_scans;
    out->coefficient_bytes = coefficient_bytes(info);
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: out->layout = IMAGING_JPEG_GRAY; break;
    case JCS_YCbCr: out->layout = IMAGING_JPEG_YCBCR; break;
    case JCS_RGB: out->layout = IMAGING_JPEG_RGB; break;
    case JCS_CMYK:
    case JCS_YCCK: out->layout = IMAGING_JPEG_CMYK; break;
    default: return imaging_fail(status, IMAGING_UNSUPPORTED, "a JPEG of an unknown colour model");
    }
    out->max_h_factor = info->max_h_samp_factor;
    out->max_v_factor = info->max_v_samp_factor;
    for (int i = 0; i < info->num_components && i < IMAGING_JPEG_MAX_COMPONENTS; i++) {
        out->h_factor[i] = info->comp_info[i].h_samp_factor;
        out->v_factor[i] = info->comp_info[i].v_samp_factor;
    }
    return IMAGING_OK;
}

static imaging_code read_header(imaging_jpeg_decoder *decoder, size_t memory_limit, imaging_jpeg_info *info,
                                imaging_status *status)
{
    if (setjmp(decoder->error.jump)) return imaging_jpeg_failed(decoder, status);
    jpeg_create_decompress(&decoder->info);
    decoder->info.mem->max_memory_to_use = memory_limit < LONG_MAX ? (long)memory_limit : LONG_MAX;
    decoder->info.src = &decoder->reader.manager;
    decoder->progress.progress_monitor = check_progress;
    decoder->info.progress = &decoder->progress;
    if (jpeg_read_header(&decoder->info, TRUE) != JPEG_HEADER_OK) {
        return imaging_fail(status, IMAGING_CORRUPT, "the JPEG has no image");
    }
    return describe(decoder, info, status);
}

#pragma GCC visibility push(hidden)

imaging_jpeg_decoder *imaging_jpeg_open(imaging_source source, size_t start, size_t memory_limit, imaging_cancel cancel,
                                        imaging_jpeg_info *info, imaging_status *status)
{
    imaging_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder || imaging_jpeg_reader_init(&decoder->reader, source, start) != 0) {
        free(decoder);
        imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a decoder");
        return NULL;
    }
    imaging_jpeg_catch(decoder);
    decoder->info.client_data = decoder;
    decoder->cancel = cancel;
    if (read_header(decoder, memory_limit, info, status) != IMAGING_OK) {
        imaging_jpeg_close(decoder);
        return NULL;
    }
    return decoder;
}

// Makes every plane use the smallest transform, so that chroma keeps its subsampling at every scale.
static void keep_subsampling(struct jpeg_decompress_struct *info)
{
    int smallest = 0;
    for (int i = 1; i < info->num_components; i++) {
        if (info->comp_info[i].DCT_scaled_size < info->comp_info[smallest].DCT_scaled_size) smallest = i;
    }
    int size = info->comp_info[smallest].DCT_scaled_size;
    for (int i = 0; i < info->num_components; i++) {
        jpeg_component_info *component = &info->comp_info[i];
        if (component->DCT_scaled_size == size) continue;
        component->DCT_scaled_size = size;
        component->MCU_sample_width = component->MCU_width * size;
        info->idct->inverse_DCT[i] = info->idct->inverse_DCT[smallest];
    }
}

// Starts libjpeg, which leaves by the decoder's jump when it fails.
static void start_libjpeg(imaging_jpeg_decoder *decoder)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    info->scale_num = (unsigned)decoder->eighths;
    info->scale_denom = 8;
    info->dct_method = JDCT_ISLOW;
    info->raw_data_out = decoder->is_raw;
    if (decoder->is_raw) {
        info->out_color_space = info->jpeg_color_space;
    } else {
        info->out_color_space = info->jpeg_color_space == JCS_RGB ? JCS_RGB : JCS_CMYK;
    }
    jpeg_start_decompress(info);
    decoder->ended_before_rows = decoder->reader.is_at_end;
    if (decoder->is_raw) keep_subsampling(info);
}

static void describe_planes(const struct jpeg_decompress_struct *info, int block_size, imaging_jpeg_plane planes[])
{
    for (int i = 0; i < info->num_components; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        planes[i].row_bytes = (size_t)component->width_in_blocks * (size_t)block_size;
        planes[i].rows = (size_t)component->height_in_blocks * (size_t)block_size;
        planes[i].block_size = block_size;
    }
}

// Chooses who decodes: for samples, of a file that is not unusual, this decoder itself.
static void choose(imaging_jpeg_decoder *decoder)
{
    if (decoder->leaves_to_libjpeg || !decoder->is_raw || decoder->reader.is_at_end) return;
    size_t offset = imaging_jpeg_reader_position(&decoder->reader);
    if (imaging_eighth_frame(&decoder->info, offset, &decoder->frame) != 0) return;
    if (decoder->eighths == 1) {
        decoder->way = IMAGING_JPEG_BY_DC;
    } else if (eighth_has_one_scan(&decoder->frame)) {
        decoder->way = IMAGING_JPEG_BY_BLOCKS;
    }
}

void imaging_jpeg_leave_to_libjpeg(imaging_jpeg_decoder *decoder) { decoder->leaves_to_libjpeg = 1; }

imaging_code imaging_jpeg_start(imaging_jpeg_decoder *decoder, int eighths, imaging_cancel cancel,
                                imaging_jpeg_plane planes[IMAGING_JPEG_MAX_COMPONENTS], imaging_status *status)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    decoder->cancel = cancel;
    decoder->eighths = eighths;
    decoder->is_raw = info->jpeg_color_space == JCS_GRAYSCALE || info->jpeg_color_space == JCS_YCbCr;
    choose(decoder);
    if (decoder->way == IMAGING_JPEG_BY_DC) {
        describe_planes(info, 1, planes);
        return IMAGING_OK;
    }
    if (setjmp(decoder->error.jump)) return imaging_jpeg_failed(decoder, status);
    start_libjpeg(decoder);
    if (decoder->is_raw) {
        describe_planes(info, info->comp_info[0].DCT_scaled_size, planes);
        return IMAGING_OK;
    }
    planes[0].row_bytes = (size_t)info->output_width * (size_t)info->output_components;
    planes[0].rows = info->output_height;
    planes[0].block_size = eighths;
    return IMAGING_OK;
}

// Rows of the scaled image come out in groups, as libjpeg's do.
static eighth_outcome read_groups(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[],
                                  size_t limit, size_t *complete)
{
    if (decoder->way == IMAGING_JPEG_BY_LIBJPEG) return EIGHTH_FALL_BACK;
    size_t eighths = (size_t)decoder->eighths;
    size_t height = (decoder->info.image_height * eighths + DCTSIZE - 1) / DCTSIZE;
    size_t rows_of_group = (size_t)decoder->info.max_v_samp_factor * eighths;
    int groups = (int)(((limit < height ? limit : height) + rows_of_group - 1) / rows_of_group);
    const eighth_frame *frame = &decoder->frame;
    imaging_source source = decoder->reader.source;
    imaging_cancel cancel = decoder->cancel;
    eighth_outcome outcome = decoder->way == IMAGING_JPEG_BY_DC
                                 ? imaging_eighth_decode(frame, source, bases, strides, groups, cancel)
                                 : imaging_scaled_decode(frame, source, &decoder->info, bases, strides, groups, cancel);
    if (outcome == EIGHTH_DONE) *complete = (size_t)groups * rows_of_group;
    if (outcome == EIGHTH_CANCELLED) decoder->is_cancelled = 1;
    return outcome;
}

static void read_by_libjpeg(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[], size_t limit,
                            size_t *complete)
{
    // What was read in other ways has not moved libjpeg, which is still after the header.
    if (decoder->way == IMAGING_JPEG_BY_DC) start_libjpeg(decoder);
    if (decoder->is_raw) {
        imaging_jpeg_read_planes(decoder, bases, strides, limit, complete);
    } else {
        imaging_jpeg_read_rows(decoder, bases[0], strides[0], limit, complete);
    }
}

imaging_code imaging_jpeg_read(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[],
                               size_t row_limit, imaging_cancel cancel, imaging_jpeg_report *report,
                               imaging_status *status)
{
    memset(report, 0, sizeof *report);
    decoder->cancel = cancel;
    volatile int has_failed = 0;
    size_t *complete = &report->complete_rows;
    eighth_outcome outcome = read_groups(decoder, bases, strides, row_limit, complete);
    if (outcome == EIGHTH_CANCELLED) return imaging_jpeg_failed(decoder, status);
    report->is_own = outcome == EIGHTH_DONE;
    if (outcome == EIGHTH_FALL_BACK) {
        if (setjmp(decoder->error.jump)) {
            has_failed = 1;
        } else {
            read_by_libjpeg(decoder, bases, strides, row_limit, complete);
        }
    }
    report->warnings = decoder->error.warnings;
    report->is_truncated = decoder->reader.is_at_end;
    report->is_incomplete = decoder->error.lacks_data || imaging_jpeg_lacks_scans(decoder);
    snprintf(report->first_warning, sizeof report->first_warning, "%s", decoder->error.first_warning);
    return has_failed ? imaging_jpeg_failed(decoder, status) : IMAGING_OK;
}

static void close_decoder(void *context)
{
    imaging_jpeg_decoder *decoder = context;
    jpeg_destroy_decompress(&decoder->info);
    imaging_jpeg_reader_free(&decoder->reader);
    free(decoder);
}

void imaging_jpeg_close(imaging_jpeg_decoder *decoder)
{
    if (!decoder) return;
    // To give back the coefficients of a large image takes the system tens of milliseconds, for which the caller that
    // cancelled it shall not wait. The bytes that the decoder reads are not needed for that.
    int is_large = decoder->is_cancelled && decoder->info.inputctl->has_multiple_scans &&
                   coefficient_bytes(&decoder->info) > DETACHED_BYTES;
    if (is_large) {
        imaging_run_detached(close_decoder, decoder);
    } else {
        close_decoder(decoder);
    }
}

#pragma GCC visibility pop
