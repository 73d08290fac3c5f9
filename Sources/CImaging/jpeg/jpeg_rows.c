#include "jpeg_decoder.h"

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

#pragma GCC visibility push(hidden)

int imaging_jpeg_lacks_scans(const imaging_jpeg_decoder *decoder)
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

void imaging_jpeg_read_rows(imaging_jpeg_decoder *decoder, uint8_t *base, size_t stride, size_t limit, size_t *complete)
{
    struct jpeg_decompress_struct *info = &decoder->info;
    while (info->output_scanline < info->output_height && info->output_scanline < limit) {
        JSAMPROW row = base + info->output_scanline * stride;
        jpeg_read_scanlines(info, &row, 1);
        note_complete(decoder, complete);
    }
}

void imaging_jpeg_read_planes(imaging_jpeg_decoder *decoder, uint8_t *const bases[], const size_t strides[],
                              size_t limit, size_t *complete)
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

#pragma GCC visibility pop
