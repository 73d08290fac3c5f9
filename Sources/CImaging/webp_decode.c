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
    default: return imaging_fail(status, IMAGING_CORRUPT, "the WebP's data makes no sense");
    }
}

static imaging_code decode(const uint8_t *bytes, size_t count, int channels, uint8_t *base, size_t stride,
                           size_t capacity, imaging_status *status)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return imaging_fail(status, IMAGING_UNSUPPORTED, "libwebp of another version");
    config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = base;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = capacity;
    imaging_code code = explain(WebPDecode(bytes, count, &config), status);
    WebPFreeDecBuffer(&config.output);
    return code;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_webp_decode(const uint8_t *bytes, size_t count, unsigned width, unsigned height, int channels,
                                 uint8_t *base, size_t stride, imaging_status *status)
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
        code = decode(frame.fragment.bytes, frame.fragment.size, channels, base + offset, stride,
                      stride * height - offset, status);
    }
    WebPDemuxReleaseIterator(&frame);
    WebPDemuxDelete(demuxer);
    return code;
}

#pragma GCC visibility pop
