#include <math.h>
#include <stddef.h>
#include <string.h>

#include "file.h"

// One component of a frame: where its samples are.
struct component {
    const uint8_t *base;
    ptrdiff_t stride;
    int step, shift, depth;
    int is_big_endian;
    int width, height;
};

static struct component component_of(const AVFrame *frame, const AVPixFmtDescriptor *format, int index)
{
    const AVComponentDescriptor *description = &format->comp[index];
    int is_chroma = index > 0 && !(format->flags & AV_PIX_FMT_FLAG_RGB);
    int shift_x = is_chroma ? format->log2_chroma_w : 0, shift_y = is_chroma ? format->log2_chroma_h : 0;
    return (struct component){
        .base = frame->data[description->plane] + description->offset,
        .stride = frame->linesize[description->plane],
        .step = description->step,
        .shift = description->shift,
        .depth = description->depth,
        .is_big_endian = (format->flags & AV_PIX_FMT_FLAG_BE) != 0,
        .width = (frame->width + (1 << shift_x) - 1) >> shift_x,
        .height = (frame->height + (1 << shift_y) - 1) >> shift_y,
    };
}

static void copy_bytes(const struct component *from, uint8_t *to, size_t stride)
{
    for (int y = 0; y < from->height; y++, to += stride) {
        const uint8_t *row = from->base + y * from->stride;
        if (from->step == 1) {
            memcpy(to, row, (size_t)from->width);
        } else {
            for (int x = 0; x < from->width; x++)
                to[x] = row[x * from->step];
        }
    }
}

// One sample as eight bits.
static inline uint8_t sample_of(const struct component *from, const uint8_t *at)
{
    if (from->depth == 8) return *at;
    int low = from->is_big_endian ? 1 : 0, drop = from->depth - 8;
    unsigned word = at[low] | (unsigned)at[1 - low] << 8;
    unsigned sample = (((word >> from->shift) & ((1u << from->depth) - 1)) + (1u << (drop - 1))) >> drop;
    return sample > 255 ? 255 : (uint8_t)sample;
}

static void copy_words(const struct component *from, uint8_t *to, size_t stride)
{
    for (int y = 0; y < from->height; y++, to += stride) {
        const uint8_t *row = from->base + y * from->stride;
        for (int x = 0; x < from->width; x++)
            to[x] = sample_of(from, row + x * from->step);
    }
}

// Planes of ten bits, as decoders of HEVC and AV1 leave them: the loop becomes vector code.
static void copy_short_words(const struct component *from, uint8_t *to, size_t stride)
{
    const int drop = from->depth - 8;
    const uint16_t half = (uint16_t)(1u << (drop - 1));
    for (int y = 0; y < from->height; y++, to += stride) {
        const uint16_t *restrict row = (const uint16_t *)(const void *)(from->base + y * from->stride);
        for (int x = 0; x < from->width; x++) {
            uint16_t sample = (uint16_t)((row[x] + half) >> drop);
            to[x] = sample > 255 ? 255 : (uint8_t)sample;
        }
    }
}

// Whether samples fill aligned words of this machine.
static int has_plain_words(const struct component *from)
{
    return from->step == 2 && from->shift == 0 && from->depth < 16 && !from->is_big_endian && from->stride % 2 == 0 &&
           (uintptr_t)from->base % 2 == 0 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

// Looks at some four thousand samples.
static void measure(const struct component *from, video_frame *described)
{
    double sum = 0, squares = 0;
    int count = 0;
    int step_x = from->width / 64 + 1, step_y = from->height / 64 + 1;
    for (int y = step_y / 2; y < from->height; y += step_y) {
        for (int x = step_x / 2; x < from->width; x += step_x, count++) {
            double sample = sample_of(from, from->base + y * from->stride + x * from->step);
            sum += sample;
            squares += sample * sample;
        }
    }
    if (count == 0) return;
    described->brightness = sum / count;
    double variance = squares / count - described->brightness * described->brightness;
    described->contrast = variance > 0 ? sqrt(variance) : 0;
}

static int is_readable(const AVFrame *frame, const AVPixFmtDescriptor *format)
{
    const uint64_t others = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                            AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    if (!format || format->flags & others || format->nb_components < 1) return 0;
    int count = format->nb_components < 3 ? 1 : 3;
    for (int i = 0; i < count; i++) {
        const AVComponentDescriptor *component = &format->comp[i];
        int is_byte = component->depth == 8 && component->shift == 0;
        int is_word = component->depth > 8 && component->depth <= 16 && component->step >= 2;
        if ((!is_byte && !is_word) || !frame->data[component->plane]) return 0;
    }
    return frame->width > 0 && frame->height > 0 && format->log2_chroma_w <= 2 && format->log2_chroma_h <= 2;
}

int video_has_full_range(const AVFrame *frame)
{
    switch (frame->format) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ411P: return 1;
    default: return frame->color_range == AVCOL_RANGE_JPEG;
    }
}

static double time_of(const video_file *file)
{
    int64_t pts = file->frame->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE) return 0;
    const AVStream *stream = file->video;
    return ((double)pts - (double)file->start) * stream->time_base.num / stream->time_base.den;
}

#pragma GCC visibility push(hidden)

video_code video_describe_frame(const video_file *file, video_frame *described, video_status *status)
{
    const AVFrame *frame = file->frame;
    const AVPixFmtDescriptor *format = video_av.av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
    if (!is_readable(frame, format)) return video_fail(status, VIDEO_UNSUPPORTED, "frames of this kind are not read");
    int is_rgb = (format->flags & AV_PIX_FMT_FLAG_RGB) != 0;
    *described = (video_frame){
        .width = (unsigned)frame->width,
        .height = (unsigned)frame->height,
        .is_gray = format->nb_components < 3,
        .is_rgb = is_rgb,
        .chroma_shift_x = is_rgb ? 0 : format->log2_chroma_w,
        .chroma_shift_y = is_rgb ? 0 : format->log2_chroma_h,
        .matrix = (int)frame->colorspace,
        .primaries = (int)frame->color_primaries,
        .transfer = (int)frame->color_trc,
        .is_full_range = is_rgb || video_has_full_range(frame),
        .is_damaged = frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0,
        .time = time_of(file),
    };
    struct component first = component_of(frame, format, 0);
    measure(&first, described);
    return VIDEO_OK;
}

void video_copy_planes(const video_file *file, uint8_t *const planes[3], const size_t strides[3])
{
    const AVPixFmtDescriptor *format = video_av.av_pix_fmt_desc_get((enum AVPixelFormat)file->frame->format);
    int count = format->nb_components < 3 ? 1 : 3;
    for (int i = 0; i < count; i++) {
        struct component from = component_of(file->frame, format, i);
        if (from.depth == 8)
            copy_bytes(&from, planes[i], strides[i]);
        else if (has_plain_words(&from))
            copy_short_words(&from, planes[i], strides[i]);
        else
            copy_words(&from, planes[i], strides[i]);
    }
}

#pragma GCC visibility pop
