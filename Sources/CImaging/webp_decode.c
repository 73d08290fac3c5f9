#include "picker_webp_decode.h"

#include <webp/decode.h>
#include <webp/demux.h>

static picker_code explain(VP8StatusCode code, picker_status *status)
{
    switch (code) {
    case VP8_STATUS_OK: return PICKER_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return picker_fail(status, PICKER_OUT_OF_MEMORY, "no memory for a WebP");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return picker_fail(status, PICKER_UNSUPPORTED, "a feature of WebP");
    case VP8_STATUS_NOT_ENOUGH_DATA: return picker_fail(status, PICKER_CORRUPT, "the WebP ends too early");
    default: return picker_fail(status, PICKER_CORRUPT, "the WebP's data makes no sense");
    }
}

static picker_code decode(
    const uint8_t *bytes, size_t count, int channels, uint8_t *base, size_t stride, size_t capacity,
    picker_status *status)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return picker_fail(status, PICKER_UNSUPPORTED, "libwebp of another version");
    config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = base;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = capacity;
    picker_code code = explain(WebPDecode(bytes, count, &config), status);
    WebPFreeDecBuffer(&config.output);
    return code;
}

#pragma GCC visibility push(hidden)

picker_code picker_webp_decode(
    const uint8_t *bytes, size_t count, unsigned width, unsigned height, int channels, uint8_t *base, size_t stride,
    picker_status *status)
{
    WebPData data = {bytes, count};
    WebPDemuxer *demuxer = WebPDemux(&data);
    if (!demuxer) return picker_fail(status, PICKER_CORRUPT, "the WebP is cut off or damaged");
    WebPIterator frame = {0};
    picker_code code;
    if (WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH) != width
        || WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT) != height || !WebPDemuxGetFrame(demuxer, 1, &frame)) {
        code = picker_fail(status, PICKER_CORRUPT, "the WebP has no frame of the size that its header says");
    } else if (frame.x_offset < 0 || frame.y_offset < 0 || (unsigned)(frame.x_offset + frame.width) > width
               || (unsigned)(frame.y_offset + frame.height) > height) {
        code = picker_fail(status, PICKER_CORRUPT, "a frame of the WebP leaves its canvas");
    } else {
        size_t offset = (size_t)frame.y_offset * stride + (size_t)frame.x_offset * (size_t)channels;
        code = decode(frame.fragment.bytes, frame.fragment.size, channels, base + offset, stride,
                      stride * height - offset, status);
    }
    WebPDemuxReleaseIterator(&frame);
    WebPDemuxDelete(demuxer);
    return code;
}

#pragma GCC visibility pop
