#include "imaging_webp_decode.h"

#include <webp/decode.h>
#include <webp/demux.h>

static imaging_code explain(VP8StatusCode code, imaging_status *status)
{
    switch (code) {
    case VP8_STATUS_OK: return IMAGING_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a WebP");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return imaging_fail(status, IMAGING_UNSUPPORTED, "a feature of WebP");
    case VP8_STATUS_NOT_ENOUGH_DATA: return imaging_fail(status, IMAGING_CORRUPT, "the WebP ends too early");
    default: return imaging_fail(status, IMAGING_CORRUPT, "the WebP's data is invalid");
    }
}

#define PIXELS_BETWEEN_CHECKS ((size_t)1 << 17)

// Bytes that are handed over at a time: so many that a few milliseconds of work are in them, unless the image
// is far from evenly compressed.
static size_t step_for(size_t count, size_t pixels)
{
    size_t steps = pixels / PIXELS_BETWEEN_CHECKS + 1;
    return count / steps + 1;
}

// Hands the file over in pieces, each time with all that came before.
static imaging_code feed(WebPIDecoder *decoder, const uint8_t *bytes, size_t count, size_t step, imaging_cancel cancel,
                         imaging_status *status)
{
    VP8StatusCode code = VP8_STATUS_SUSPENDED;
    for (size_t end = 0; end < count && code == VP8_STATUS_SUSPENDED;) {
        if (cancel.is_cancelled && cancel.is_cancelled(cancel.context)) {
            return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
        }
        end = count - end < step ? count : end + step;
        code = WebPIUpdate(decoder, bytes, end);
    }
    return explain(code == VP8_STATUS_SUSPENDED ? VP8_STATUS_NOT_ENOUGH_DATA : code, status);
}

static imaging_code decode(const WebPIterator *frame, int channels, uint8_t *base, size_t stride, size_t capacity,
                           imaging_cancel cancel, imaging_status *status)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return imaging_fail(status, IMAGING_UNSUPPORTED, "libwebp of another version");
    config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = base;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = capacity;
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
    if (!decoder) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a WebP");
    const WebPData *data = &frame->fragment;
    size_t step = step_for(data->size, (size_t)frame->width * (size_t)frame->height);
    imaging_code code = feed(decoder, data->bytes, data->size, step, cancel, status);
    WebPIDelete(decoder);
    WebPFreeDecBuffer(&config.output);
    return code;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_webp_decode(const uint8_t *bytes, size_t count, unsigned width, unsigned height, int channels,
                                 uint8_t *base, size_t stride, imaging_cancel cancel, imaging_status *status)
{
    WebPData data = {bytes, count};
    WebPDemuxer *demuxer = WebPDemux(&data);
    if (!demuxer) return imaging_fail(status, IMAGING_CORRUPT, "the WebP is cut off or damaged");
    WebPIterator frame = {0};
    imaging_code code;
    if (WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH) != width ||
        WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT) != height || !WebPDemuxGetFrame(demuxer, 1, &frame)) {
        code = imaging_fail(status, IMAGING_CORRUPT, "the WebP has no frame of the size that its header says");
    } else if (frame.x_offset < 0 || frame.y_offset < 0 || (unsigned)(frame.x_offset + frame.width) > width ||
               (unsigned)(frame.y_offset + frame.height) > height) {
        code = imaging_fail(status, IMAGING_CORRUPT, "a frame of the WebP leaves its canvas");
    } else {
        size_t offset = (size_t)frame.y_offset * stride + (size_t)frame.x_offset * (size_t)channels;
        code = decode(&frame, channels, base + offset, stride, stride * height - offset, cancel, status);
    }
    WebPDemuxReleaseIterator(&frame);
    WebPDemuxDelete(demuxer);
    return code;
}

#pragma GCC visibility pop
