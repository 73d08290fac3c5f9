#include "imaging_jpeg_decode.h"
#include "imaging_leave.h"

#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libjpeg would scale chroma by a larger factor than luma instead of leaving it subsampled. Planes are wanted as
// they are stored, so its choice of transforms is overridden, the way TurboJPEG does it, where the header that
// describes them is installed.
#define JPEG_INTERNALS
#include "jpeg_source.h"

// Hostile progressive files have thousands of scans, each of which costs a pass over the whole image.
#define SCAN_LIMIT 200

#define DETACHED_BYTES ((size_t)64 << 20)

typedef struct failure {
    struct jpeg_error_mgr manager; // first, so that libjpeg's pointer is ours
    jmp_buf jump;
    long warnings;
    int lacks_data; // a warning said that samples were made up
    char first_warning[JMSG_LENGTH_MAX];
} failure;

struct imaging_jpeg_decoder {
    struct jpeg_decompress_struct info;
    failure error;
    imaging_jpeg_reader reader;
    struct jpeg_progress_mgr progress;
    imaging_cancel cancel;
    int is_cancelled;
    int has_too_many_scans;
    int is_raw;
    int ended_before_rows; // the file ended while a file of many scans was read into coefficients
};

static void fail(j_common_ptr info) { longjmp(((failure *)info->err)->jump, 1); }

// Other warnings are of bytes too many, or of markers that nobody needs: the picture is all there.
static int tells_of_missing_data(int code)
{
    return code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE || code == JWRN_ARITH_BAD_CODE ||
           code == JWRN_MUST_RESYNC;
}

static void note_message(j_common_ptr info, int level)
{
    failure *error = (failure *)info->err;
    if (level >= 0) return; // A trace.
    if (tells_of_missing_data(error->manager.msg_code)) error->lacks_data = 1;
    if (error->warnings++ == 0) error->manager.format_message(info, error->first_warning);
}

static void print_nothing(j_common_ptr info) { (void)info; }

// Called by libjpeg between rows of blocks, also while it reads a file of many scans.
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

// Turns libjpeg's last error into ours.
static imaging_code failed(imaging_jpeg_decoder *decoder, imaging_status *status)
{
    if (decoder->is_cancelled) return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    if (decoder->has_too_many_scans) return imaging_fail(status, IMAGING_TOO_LARGE, "the JPEG has too many scans");
    if (decoder->reader.has_failed) {
        imaging_fail(status, IMAGING_IO, "the file cannot be read");
        status->system_error = decoder->reader.system_error;
        return IMAGING_IO;
    }
    char message[JMSG_LENGTH_MAX];
    decoder->error.manager.format_message((j_common_ptr)&decoder->info, message);
    switch (decoder->error.manager.msg_code) {
    case JERR_OUT_OF_MEMORY: return imaging_fail(status, IMAGING_OUT_OF_MEMORY, message);
    case JERR_NO_BACKING_STORE: return imaging_fail(status, IMAGING_TOO_LARGE, "the JPEG's coefficients do not fit");
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED: return imaging_fail(status, IMAGING_UNSUPPORTED, message);
    default: return imaging_fail(status, IMAGING_CORRUPT, message);
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

static void install(imaging_jpeg_decoder *decoder)
{
    decoder->info.err = jpeg_std_error(&decoder->error.manager);
    decoder->error.manager.error_exit = fail;
    decoder->error.manager.emit_message = note_message;
    decoder->error.manager.output_message = print_nothing;
    decoder->info.client_data = decoder;
}

static imaging_code read_header(imaging_jpeg_decoder *decoder, size_t memory_limit, imaging_jpeg_info *info,
                                imaging_status *status)
{
    if (setjmp(decoder->error.jump)) return failed(decoder, status);
    jpeg_create_decompress(&decoder->info);
    decoder->info.mem->max_memory_to_use = memory_limit < LONG_MAX ? (long)memory_limit : LONG_MAX;
    decoder->info.src = &decoder->reader.manager;
    if (jpeg_read_header(&decoder->info, TRUE) != JPEG_HEADER_OK) {
        return imaging_fail(status, IMAGING_CORRUPT, "the JPEG has no image");
    }
    return describe(decoder, info, status);
}

#pragma GCC visibility push(hidden)

imaging_jpeg_decoder *imaging_jpeg_open(imaging_source source, size_t start, size_t memory_limit,
                                        imaging_jpeg_info *info, imaging_status *status)
{
    imaging_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder || imaging_jpeg_reader_init(&decoder->reader, source, start) != 0) {
        free(decoder);
        imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a decoder");
        return NULL;
    }
    install(decoder);
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

imaging_code imaging_jpeg_start(imaging_jpeg_decoder *decoder, int eighths, imaging_cancel cancel,
                                imaging_jpeg_plane planes[IMAGING_JPEG_MAX_COMPONENTS], imaging_status *status)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    decoder->cancel = cancel;
    decoder->progress.progress_monitor = check_progress;
    info->progress = &decoder->progress;
    decoder->is_raw = info->jpeg_color_space == JCS_GRAYSCALE || info->jpeg_color_space == JCS_YCbCr;
    if (setjmp(decoder->error.jump)) return failed(decoder, status);

    info->scale_num = (unsigned)eighths;
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

    if (!decoder->is_raw) {
        planes[0].row_bytes = (size_t)info->output_width * (size_t)info->output_components;
        planes[0].rows = info->output_height;
        planes[0].block_size = eighths;
        return IMAGING_OK;
    }
    keep_subsampling(info);
    for (int i = 0; i < info->num_components; i++) {
        jpeg_component_info *component = &info->comp_info[i];
        planes[i].row_bytes = (size_t)component->width_in_blocks * (size_t)component->DCT_scaled_size;
        planes[i].rows = (size_t)component->height_in_blocks * (size_t)component->DCT_scaled_size;
        planes[i].block_size = component->DCT_scaled_size;
    }
    return IMAGING_OK;
}

// Files of many scans are read before the first row comes out: all rows exist once there was a first scan.
static void note_complete(imaging_jpeg_decoder *decoder, size_t *complete)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    if (decoder->ended_before_rows) {
        size_t rows_of_group = (size_t)(info->max_v_samp_factor * info->min_DCT_scaled_size);
        size_t known = info->input_scan_number > 1 ? info->output_height : info->input_iMCU_row * rows_of_group;
        *complete = info->output_scanline < known ? info->output_scanline : known;
    } else if (!decoder->reader.is_at_end) {
        *complete = info->output_scanline;
    }
}

// Whether the file ended before all coefficients were there. Without the marker of its end alone, it did not.
static int lacks_scans(const imaging_jpeg_decoder *decoder)
{
    const struct jpeg_decompress_struct *info = &decoder->info;
    if (!decoder->ended_before_rows) return 0;
    if (!info->progressive_mode || !info->coef_bits) return 1;
    for (int i = 0; i < info->num_components; i++) {
        for (int k = 0; k < DCTSIZE2; k++) {
            if (info->coef_bits[i][k] != 0) return 1; // Bits that are not known yet; -1: none is.
        }
    }
    return 0;
}

static void read_rows(imaging_jpeg_decoder *decoder, uint8_t *base, size_t stride, size_t limit, size_t *complete)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    while (info->output_scanline < info->output_height && info->output_scanline < limit) {
        JSAMPROW row = base + info->output_scanline * stride;
        jpeg_read_scanlines(info, &row, 1);
        note_complete(decoder, complete);
    }
}

static void read_planes(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[], size_t limit,
                        size_t *complete)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY image[3] = {rows[0], rows[1], rows[2]};
    int step = info->max_v_samp_factor * info->min_DCT_scaled_size;
    for (size_t group = 0; info->output_scanline < info->output_height && info->output_scanline < limit; group++) {
        for (int i = 0; i < info->num_components; i++) {
            jpeg_component_info *component = &info->comp_info[i];
            size_t count = (size_t)(component->v_samp_factor * component->DCT_scaled_size);
            size_t rows_of_plane = (size_t)component->height_in_blocks * (size_t)component->DCT_scaled_size;
            for (size_t row = 0; row < count; row++) {
                size_t y = group * count + row;
                // Rows below the last block are not written, but libjpeg wants pointers.
                if (y >= rows_of_plane) y = rows_of_plane - 1;
                rows[i][row] = bases[i] + y * strides[i];
            }
        }
        jpeg_read_raw_data(info, image, (JDIMENSION)step);
        note_complete(decoder, complete);
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
    if (setjmp(decoder->error.jump)) {
        has_failed = 1;
    } else if (decoder->is_raw) {
        read_planes(decoder, bases, strides, row_limit, complete);
    } else {
        read_rows(decoder, bases[0], strides[0], row_limit, complete);
    }
    report->warnings = decoder->error.warnings;
    report->is_truncated = decoder->reader.is_at_end;
    report->is_incomplete = decoder->error.lacks_data || lacks_scans(decoder);
    snprintf(report->first_warning, sizeof report->first_warning, "%s", decoder->error.first_warning);
    return has_failed ? failed(decoder, status) : IMAGING_OK;
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
    // To give back the coefficients of a large image takes the system tens of milliseconds, for which whoever cancelled
    // it shall not wait. The bytes that the decoder reads are not needed for that.
    int is_large = decoder->is_cancelled && decoder->info.inputctl->has_multiple_scans &&
                   coefficient_bytes(&decoder->info) > DETACHED_BYTES;
    if (is_large) {
        imaging_run_detached(close_decoder, decoder);
    } else {
        close_decoder(decoder);
    }
}

#pragma GCC visibility pop
