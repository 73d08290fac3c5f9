#include "eighth_frame.h"

#include <string.h>

// libjpeg multiplies with 16 bits.
#define MAX_STEP 32767

static void copy_table(const JHUFF_TBL *from, eighth_huffman *to)
{
    if (!from) return;
    to->is_set = 1;
    memcpy(to->counts, from->bits, sizeof to->counts);
    memcpy(to->symbols, from->huffval, sizeof to->symbols);
}

static int copy_component(const struct jpeg_decompress_struct *info, int index, eighth_component *to)
{
    const jpeg_component_info *from = &info->comp_info[index];
    if (from->quant_tbl_no < 0 || from->quant_tbl_no >= NUM_QUANT_TBLS) return -1;
    const JQUANT_TBL *table = info->quant_tbl_ptrs[from->quant_tbl_no];
    if (!table || table->quantval[0] > MAX_STEP) return -1;
    to->id = from->component_id;
    to->h_factor = from->h_samp_factor;
    to->v_factor = from->v_samp_factor;
    to->blocks_across = (int)from->width_in_blocks;
    to->blocks_down = (int)from->height_in_blocks;
    to->dc_step = table->quantval[0];
    return 0;
}

static void copy_scan(const struct jpeg_decompress_struct *info, eighth_scan_header *to)
{
    to->component_count = info->comps_in_scan;
    for (int i = 0; i < info->comps_in_scan && i < EIGHTH_MAX_COMPONENTS; i++) {
        to->components[i] = info->cur_comp_info[i]->component_index;
        to->dc_tables[i] = info->cur_comp_info[i]->dc_tbl_no;
        to->ac_tables[i] = info->cur_comp_info[i]->ac_tbl_no;
    }
    to->first = info->Ss;
    to->last = info->Se;
    to->high_bit = info->Ah;
    to->bit = info->Al;
}

static int groups(JDIMENSION samples, int factor)
{
    JDIMENSION size = (JDIMENSION)factor * DCTSIZE;
    return (int)((samples + size - 1) / size);
}

#pragma GCC visibility push(hidden)

int imaging_eighth_frame(const struct jpeg_decompress_struct *info, size_t scan_offset, eighth_frame *frame)
{
    memset(frame, 0, sizeof *frame);
    if (info->arith_code || info->data_precision != 8 || info->num_components > EIGHTH_MAX_COMPONENTS) return -1;
    frame->is_progressive = info->progressive_mode;
    frame->component_count = info->num_components;
    frame->max_h_factor = info->max_h_samp_factor;
    frame->max_v_factor = info->max_v_samp_factor;
    frame->groups_across = groups(info->image_width, info->max_h_samp_factor);
    frame->groups_down = groups(info->image_height, info->max_v_samp_factor);
    for (int i = 0; i < info->num_components; i++) {
        if (copy_component(info, i, &frame->components[i]) != 0) return -1;
    }
    for (int i = 0; i < EIGHTH_MAX_TABLES; i++) {
        copy_table(info->dc_huff_tbl_ptrs[i], &frame->dc_tables[i]);
        copy_table(info->ac_huff_tbl_ptrs[i], &frame->ac_tables[i]);
    }
    frame->restart_interval = (int)info->restart_interval;
    copy_scan(info, &frame->scan);
    frame->scan_offset = scan_offset;
    return 0;
}

#pragma GCC visibility pop
