#include "jp2.h"

#include <stdio.h>
#include <stdlib.h>

#include "loading.h"
#include "still_libraries.h"

static int is_cancelled(still_jp2 *self)
{
    if (!self->was_cancelled) self->was_cancelled = self->source.is_cancelled(self->source.context);
    return self->was_cancelled;
}

static OPJ_SIZE_T read_input(void *bytes, OPJ_SIZE_T count, void *context)
{
    still_jp2 *self = context;
    if (is_cancelled(self)) return (OPJ_SIZE_T)-1;
    ptrdiff_t got = self->source.read(self->source.context, self->position, bytes, count);
    if (got < 0) self->io_failed = 1;
    if (got <= 0) return (OPJ_SIZE_T)-1; // The end, too.
    self->position += (uint64_t)got;
    return (OPJ_SIZE_T)got;
}

static OPJ_BOOL seek_input(OPJ_OFF_T offset, void *context)
{
    still_jp2 *self = context;
    if (offset < 0 || (uint64_t)offset > self->source.byte_count) return OPJ_FALSE;
    self->position = (uint64_t)offset;
    return OPJ_TRUE;
}

static OPJ_OFF_T skip_input(OPJ_OFF_T count, void *context)
{
    still_jp2 *self = context;
    const int64_t position = (int64_t)self->position;
    if (count < -position || count > (int64_t)self->source.byte_count - position) return -1;
    self->position = (uint64_t)(position + count);
    return count;
}

static void note_error(const char *message, void *context)
{
    still_jp2 *self = context;
    if (!self->message[0]) snprintf(self->message, sizeof self->message, "%s", message);
}

static still_code fail(const still_jp2 *self, still_status *status)
{
    if (self->was_cancelled) return still_fail(status, STILL_CANCELLED, "cancelled");
    if (self->io_failed) return still_fail(status, STILL_IO, "the file cannot be read");
    return still_fail(status, STILL_CORRUPT, self->message[0] ? self->message : "OpenJPEG gives no reason");
}

static int make_stream(still_jp2 *self)
{
    self->stream = jp2_lib.opj_stream_create(64 << 10, OPJ_TRUE);
    if (!self->stream) return -1;
    jp2_lib.opj_stream_set_user_data(self->stream, self, NULL);
    jp2_lib.opj_stream_set_user_data_length(self->stream, self->source.byte_count);
    jp2_lib.opj_stream_set_read_function(self->stream, read_input);
    jp2_lib.opj_stream_set_seek_function(self->stream, seek_input);
    jp2_lib.opj_stream_set_skip_function(self->stream, skip_input);
    return 0;
}

static int make_codec(still_jp2 *self, int is_codestream)
{
    self->codec = jp2_lib.opj_create_decompress(is_codestream ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
    if (!self->codec) return -1;
    jp2_lib.opj_set_error_handler(self->codec, note_error, self);
    opj_dparameters_t parameters;
    jp2_lib.opj_set_default_decoder_parameters(&parameters);
    if (!jp2_lib.opj_setup_decoder(self->codec, &parameters)) return -1;
    // OpenJPEG's mode for files that are cut off is left alone: it allocates what a tile says that it takes, however much.
    return 0;
}

// The least of all components: each may have its own.
static uint32_t halvings_of(still_jp2 *self)
{
    opj_codestream_info_v2_t *found = jp2_lib.opj_get_cstr_info(self->codec);
    uint32_t least = 0;
    if (!found) return 0;
    for (uint32_t i = 0; found->m_default_tile_info.tccp_info && i < found->nbcomps; i++) {
        const uint32_t resolutions = found->m_default_tile_info.tccp_info[i].numresolutions;
        const uint32_t halvings = resolutions > 0 ? resolutions - 1 : 0;
        if (i == 0 || halvings < least) least = halvings;
    }
    jp2_lib.opj_destroy_cstr_info(&found);
    return least;
}

static still_code describe(still_jp2 *self, still_info *info, uint32_t *halvings, still_status *status)
{
    const opj_image_t *image = self->image;
    if (image->x1 <= image->x0 || image->y1 <= image->y0 || image->numcomps == 0) {
        return still_fail(status, STILL_CORRUPT, "the image has no size");
    }
    *info = (still_info){.width = image->x1 - image->x0,
                         .height = image->y1 - image->y0,
                         .orientation = 1,
                         .bits = image->comps[0].prec};
    *halvings = halvings_of(self);
    uint32_t shown[5];
    return jp2_choose_components(self, info, shown, status);
}

#pragma GCC visibility push(hidden)

struct jp2_functions jp2_lib;

const char still_jp2_library[] = "libopenjp2.so.7";

void still_jp2_load(still_status *status)
{
#define JP2_SYMBOL(name) {#name, &jp2_lib.name},
    const still_symbol symbols[] = {JP2_FUNCTIONS(JP2_SYMBOL){NULL, NULL}};
#undef JP2_SYMBOL
    still_look_up(still_jp2_library, symbols, status);
}

still_jp2 *still_jp2_open(const still_source *source, int is_codestream, still_info *info, uint32_t *halvings,
                          still_status *status)
{
    if (still_library_load(STILL_OPENJPEG, status) != STILL_OK) return NULL;
    still_jp2 *self = calloc(1, sizeof *self);
    if (!self) {
        still_fail(status, STILL_OUT_OF_MEMORY, "no memory");
        return NULL;
    }
    self->source = *source;
    if (make_stream(self) != 0 || make_codec(self, is_codestream) != 0) {
        still_fail(status, STILL_OUT_OF_MEMORY, "no memory for a decoder");
    } else if (!jp2_lib.opj_read_header(self->stream, self->codec, &self->image)) {
        fail(self, status);
    } else if (describe(self, info, halvings, status) == STILL_OK) {
        return self;
    }
    still_jp2_close(self);
    return NULL;
}

still_code still_jp2_decode(still_jp2 *image, uint32_t halvings, still_info *info, still_status *status)
{
    if (halvings > 0 && !jp2_lib.opj_set_decoded_resolution_factor(image->codec, halvings)) return fail(image, status);
    // To OpenJPEG, what cannot be read is the end of the file, before which there may be an image.
    if (!jp2_lib.opj_decode(image->codec, image->stream, image->image) || image->io_failed || image->was_cancelled)
        return fail(image, status);
    uint32_t shown[5];
    return jp2_choose_components(image, info, shown, status);
}

void still_jp2_close(still_jp2 *image)
{
    if (image->image) jp2_lib.opj_image_destroy(image->image);
    if (image->codec) jp2_lib.opj_destroy_codec(image->codec);
    if (image->stream) jp2_lib.opj_stream_destroy(image->stream);
    free(image);
}

#pragma GCC visibility pop
