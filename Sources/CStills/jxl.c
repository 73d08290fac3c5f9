#include "jxl.h"

#include <stdlib.h>
#include <string.h>

#include "loading.h"
#include "still_libraries.h"

#define JXL_TEXT_OF(x) #x
#define JXL_TEXT(x)    JXL_TEXT_OF(x)
// Before 1.0, each minor version is a library of its own.
#if JPEGXL_MAJOR_VERSION == 0
#define JXL_FILE "libjxl.so.0." JXL_TEXT(JPEGXL_MINOR_VERSION)
#else
#define JXL_FILE "libjxl.so." JXL_TEXT(JPEGXL_MAJOR_VERSION)
#endif

// Bytes that are decoded between two questions whether to go on.
static const size_t step_bytes = 64u << 10;

typedef struct jxl_decoding {
    JxlDecoder *decoder;
    const still_source *source;
    const uint8_t *bytes;
    size_t given;
    const still_info *info;
    JxlPixelFormat format;
    uint8_t *to;
    size_t stride;
    still_jxl_colors *colors;
    int is_lossy, has_buffer;
    still_status *status;
} jxl_decoding;

static still_code fail_damaged(still_status *status)
{
    return still_fail(status, STILL_CORRUPT, "libjxl cannot read it");
}

static JxlDecoder *begin(int events, still_status *status)
{
    if (still_library_load(STILL_LIBJXL, status) != STILL_OK) return NULL;
    JxlDecoder *decoder = jxl_lib.JxlDecoderCreate(NULL);
    if (!decoder) {
        still_fail(status, STILL_OUT_OF_MEMORY, "no memory for a decoder");
        return NULL;
    }
    // Images are turned and alpha is multiplied in elsewhere, for all formats alike.
    if (jxl_lib.JxlDecoderSubscribeEvents(decoder, events) != JXL_DEC_SUCCESS ||
        jxl_lib.JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) != JXL_DEC_SUCCESS ||
        jxl_lib.JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE) != JXL_DEC_SUCCESS) {
        jxl_lib.JxlDecoderDestroy(decoder);
        still_fail(status, STILL_UNSUPPORTED, "libjxl refuses to begin");
        return NULL;
    }
    return decoder;
}

static still_code describe(JxlDecoder *decoder, still_info *info, still_jxl_facts *facts, still_status *status)
{
    JxlBasicInfo basic;
    if (jxl_lib.JxlDecoderGetBasicInfo(decoder, &basic) != JXL_DEC_SUCCESS) return fail_damaged(status);
    for (uint32_t i = 0; i < basic.num_extra_channels; i++) {
        JxlExtraChannelInfo extra;
        if (jxl_lib.JxlDecoderGetExtraChannelInfo(decoder, i, &extra) != JXL_DEC_SUCCESS) return fail_damaged(status);
        if (extra.type == JXL_CHANNEL_BLACK) return still_fail(status, STILL_UNSUPPORTED, "a JPEG XL of ink");
    }
    *info = (still_info){.width = basic.xsize,
                         .height = basic.ysize,
                         .bits = basic.bits_per_sample,
                         .orientation = (uint32_t)basic.orientation,
                         .colors = basic.num_color_channels,
                         .has_alpha = basic.alpha_bits > 0};
    *facts = (still_jxl_facts){.extra_channels = basic.num_extra_channels, .is_lossy = !basic.uses_original_profile};
    return STILL_OK;
}

// Gives the next bytes; 0 when there are none.
static int give_more(jxl_decoding *self)
{
    size_t unread = jxl_lib.JxlDecoderReleaseInput(self->decoder);
    size_t from = self->given - unread;
    size_t left = (size_t)self->source->byte_count - self->given;
    if (left == 0) return 0;
    size_t more = left < step_bytes ? left : step_bytes;
    self->given += more;
    return jxl_lib.JxlDecoderSetInput(self->decoder, self->bytes + from, unread + more) == JXL_DEC_SUCCESS;
}

static still_code set_buffer(jxl_decoding *self)
{
    size_t needed = 0;
    const size_t there = self->stride * (size_t)self->info->height;
    if (jxl_lib.JxlDecoderImageOutBufferSize(self->decoder, &self->format, &needed) != JXL_DEC_SUCCESS ||
        needed > there) {
        return still_fail(self->status, STILL_CORRUPT, "its headers disagree about the size");
    }
    self->has_buffer = 1;
    return jxl_lib.JxlDecoderSetImageOutBuffer(self->decoder, &self->format, self->to, there) == JXL_DEC_SUCCESS
               ? STILL_OK
               : fail_damaged(self->status);
}

static still_code run(jxl_decoding *self, int *is_complete)
{
    for (;;) {
        switch (jxl_lib.JxlDecoderProcessInput(self->decoder)) {
        case JXL_DEC_NEED_MORE_INPUT:
            if (self->source->is_cancelled(self->source->context))
                return still_fail(self->status, STILL_CANCELLED, "cancelled");
            if (give_more(self)) break;
            // What there is of a file that is cut off.
            if (self->has_buffer && jxl_lib.JxlDecoderFlushImage(self->decoder) == JXL_DEC_SUCCESS) return STILL_OK;
            return still_fail(self->status, STILL_CORRUPT, "the file ends before its image");
        case JXL_DEC_BASIC_INFO: break;
        case JXL_DEC_COLOR_ENCODING:
            if (!self->colors->profile) jxl_settle_colors(self->decoder, &self->format, self->is_lossy, self->colors);
            break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (set_buffer(self) != STILL_OK) return self->status->code;
            break;
        case JXL_DEC_FULL_IMAGE: *is_complete = 1; return STILL_OK;
        default: return fail_damaged(self->status);
        }
    }
}

// Whether all of the first compressed box is in `to`, which is known at the box after it.
static int unpack(JxlDecoder *decoder, const uint8_t *bytes, size_t count, uint8_t *to, size_t room)
{
    if (jxl_lib.JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) != JXL_DEC_SUCCESS ||
        jxl_lib.JxlDecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS) {
        return 0;
    }
    int has_buffer = 0;
    while (jxl_lib.JxlDecoderProcessInput(decoder) == JXL_DEC_BOX) {
        if (has_buffer) return 1;
        JxlBoxType type;
        if (jxl_lib.JxlDecoderGetBoxType(decoder, type, JXL_FALSE) != JXL_DEC_SUCCESS) return 0;
        if (memcmp(type, "brob", 4) != 0) continue;
        if (jxl_lib.JxlDecoderSetBoxBuffer(decoder, to, room) != JXL_DEC_SUCCESS) return 0;
        has_buffer = 1;
    }
    return 0;
}

#pragma GCC visibility push(hidden)

struct jxl_functions jxl_lib;

const char still_jxl_library[] = JXL_FILE;

void still_jxl_load(still_status *status)
{
#define JXL_SYMBOL(name) {#name, &jxl_lib.name},
    const still_symbol symbols[] = {JXL_FUNCTIONS(JXL_SYMBOL){NULL, NULL}};
#undef JXL_SYMBOL
    still_look_up(still_jxl_library, symbols, status);
}

still_code still_jxl_read_header(const uint8_t *bytes, size_t count, still_info *info, still_jxl_facts *facts,
                                 still_status *status)
{
    JxlDecoder *decoder = begin(JXL_DEC_BASIC_INFO, status);
    if (!decoder) return status->code;
    still_code code = STILL_OK;
    if (jxl_lib.JxlDecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS ||
        jxl_lib.JxlDecoderProcessInput(decoder) != JXL_DEC_BASIC_INFO) {
        code = fail_damaged(status);
    } else {
        code = describe(decoder, info, facts, status);
    }
    jxl_lib.JxlDecoderDestroy(decoder);
    return code;
}

still_code still_jxl_unpack(const uint8_t *bytes, size_t count, uint8_t *to, size_t room, size_t *written,
                            still_status *status)
{
    JxlDecoder *decoder = begin(JXL_DEC_BOX, status);
    if (!decoder) return status->code;
    still_code code = STILL_OK;
    if (unpack(decoder, bytes, count, to, room)) {
        *written = room - jxl_lib.JxlDecoderReleaseBoxBuffer(decoder);
    } else {
        code = fail_damaged(status);
    }
    jxl_lib.JxlDecoderDestroy(decoder);
    return code;
}

still_code still_jxl_decode(const still_source *source, const uint8_t *bytes, const still_info *info, uint8_t *to,
                            size_t stride, still_jxl_colors *colors, int *is_complete, still_status *status)
{
    *colors = (still_jxl_colors){.profile = NULL};
    *is_complete = 0;
    still_info found;
    still_jxl_facts facts;
    // The same header as before, so that nothing else is decoded into memory that was measured by it. Metadata may come first.
    if (still_jxl_read_header(bytes, (size_t)source->byte_count, &found, &facts, status) != STILL_OK)
        return status->code;
    const uint32_t channels = info->colors + (info->has_alpha != 0);
    if (found.width != info->width || found.height != info->height || found.colors != info->colors ||
        found.has_alpha != info->has_alpha) {
        return still_fail(status, STILL_CORRUPT, "its headers disagree");
    }
    jxl_decoding decoding = {.source = source,
                             .bytes = bytes,
                             .info = info,
                             .to = to,
                             .stride = stride,
                             .colors = colors,
                             .is_lossy = facts.is_lossy,
                             .status = status};
    // Rows begin where those of the buffer do.
    decoding.format = (JxlPixelFormat){channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, stride};
    decoding.decoder = begin(JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE, status);
    if (!decoding.decoder) return status->code;
    still_code code = run(&decoding, is_complete);
    jxl_lib.JxlDecoderDestroy(decoding.decoder);
    return code;
}

#pragma GCC visibility pop
