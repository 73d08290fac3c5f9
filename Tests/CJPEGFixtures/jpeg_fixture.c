#include "jpeg_fixture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct writer {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    unsigned char *bytes;
    unsigned long count;
    JSAMPLE *row;
    jpeg_scan_info scans[4];
    uint32_t state;
} writer;

static void fail(j_common_ptr info) { longjmp(((writer *)info->client_data)->jump, 1); }
static void say_nothing(j_common_ptr info) { (void)info; }
static void skip_message(j_common_ptr info, int level) { (void)info, (void)level; }

// Marsaglia's xorshift.
static unsigned next_random(writer *self)
{
    self->state ^= self->state << 13;
    self->state ^= self->state >> 17;
    self->state ^= self->state << 5;
    return self->state;
}

static void set_scan_each(writer *self)
{
    for (int i = 0; i < self->info.num_components; i++) {
        self->scans[i] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {i}, .Ss = 0, .Se = DCTSIZE2 - 1};
    }
    self->info.scan_info = self->scans;
    self->info.num_scans = self->info.num_components;
}

static void configure(writer *self, const jpeg_fixture *fixture)
{
    static const J_COLOR_SPACE spaces[] = {JCS_UNKNOWN, JCS_GRAYSCALE, JCS_UNKNOWN, JCS_YCbCr, JCS_CMYK};
    struct jpeg_compress_struct *info = &self->info;
    info->image_width = (JDIMENSION)fixture->width;
    info->image_height = (JDIMENSION)fixture->height;
    info->input_components = fixture->component_count;
    info->in_color_space = spaces[fixture->component_count];
    jpeg_set_defaults(info);
    jpeg_set_quality(info, fixture->quality, TRUE);
    for (int i = 0; i < fixture->component_count; i++) {
        info->comp_info[i].h_samp_factor = fixture->h_factors[i];
        info->comp_info[i].v_samp_factor = fixture->v_factors[i];
    }
    info->restart_interval = (unsigned)fixture->restart_interval;
    info->optimize_coding = fixture->has_own_tables ? TRUE : FALSE;
    if (fixture->scans == JPEG_FIXTURE_ARITHMETIC) info->arith_code = TRUE;
    if (fixture->scans == JPEG_FIXTURE_SCAN_EACH) set_scan_each(self);
    if (fixture->scans == JPEG_FIXTURE_PROGRESSIVE) jpeg_simple_progression(info);
}

static JSAMPLE sample(writer *self, const jpeg_fixture *fixture, int x, int y)
{
    switch (fixture->picture) {
    case JPEG_FIXTURE_NOISE: return (JSAMPLE)(next_random(self) >> 24);
    case JPEG_FIXTURE_SLOPE: return (JSAMPLE)(x + 2 * y);
    case JPEG_FIXTURE_CHECKS: return (x / 100 + y / 30) % 2 ? 255 : 0;
    default: return (JSAMPLE)((x * y >> 6) + (int)(next_random(self) >> 28));
    }
}

static void write_rows(writer *self, const jpeg_fixture *fixture)
{
    int samples = fixture->width * fixture->component_count;
    for (int y = 0; y < fixture->height; y++) {
        for (int x = 0; x < samples; x++)
            self->row[x] = sample(self, fixture, x, y);
        jpeg_write_scanlines(&self->info, &self->row, 1);
    }
}

static void write_file(writer *self, const jpeg_fixture *fixture)
{
    if (setjmp(self->jump)) {
        self->count = 0;
        return;
    }
    jpeg_create_compress(&self->info);
    jpeg_mem_dest(&self->info, &self->bytes, &self->count);
    configure(self, fixture);
    jpeg_start_compress(&self->info, TRUE);
    write_rows(self, fixture);
    jpeg_finish_compress(&self->info);
}

size_t jpeg_fixture_write(const jpeg_fixture *fixture, uint8_t **bytes)
{
    writer *self = calloc(1, sizeof *self);
    if (!self) return 0;
    self->row = malloc((size_t)fixture->width * (size_t)fixture->component_count);
    self->state = fixture->seed | 1;
    self->info.err = jpeg_std_error(&self->manager);
    self->manager.error_exit = fail;
    self->manager.emit_message = skip_message;
    self->manager.output_message = say_nothing;
    self->info.client_data = self;
    write_file(self, fixture);
    jpeg_destroy_compress(&self->info);
    size_t count = self->count;
    *bytes = self->bytes;
    free(self->row);
    free(self);
    return count;
}
