#include "imaging_webp_encode.h"

#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>
#include <webp/mux.h>

static int report(int percent, const WebPPicture *picture)
{
    (void)percent;
    const imaging_cancel *cancel = picture->user_data;
    return !(cancel->is_cancelled && cancel->is_cancelled(cancel->context));
}

static imaging_code explain(WebPEncodingError error, imaging_status *status)
{
    switch (error) {
    case VP8_ENC_ERROR_USER_ABORT: return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
        return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory to write a WebP");
    case VP8_ENC_ERROR_BAD_DIMENSION: return imaging_fail(status, IMAGING_INVALID, "a size that WebP does not have");
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW:
    case VP8_ENC_ERROR_FILE_TOO_BIG: return imaging_fail(status, IMAGING_INVALID, "an image that WebP has no room for");
    default: return imaging_fail(status, IMAGING_INVALID, "libwebp refused the image");
    }
}

static int configure(WebPConfig *config, float quality, int is_lossless)
{
    if (!WebPConfigInit(config)) return 0;
    config->quality = quality;
    config->lossless = is_lossless;
    // Of transparent pixels, too, the colours are kept.
    config->exact = is_lossless;
    return WebPValidateConfig(config);
}

static imaging_code write_picture(const imaging_webp_image *image, const WebPConfig *config, imaging_cancel cancel,
                                  WebPMemoryWriter *writer, imaging_status *status)
{
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return imaging_fail(status, IMAGING_UNSUPPORTED, "libwebp of another version");
    picture.width = image->width;
    picture.height = image->height;
    picture.use_argb = config->lossless;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = writer;
    picture.progress_hook = report;
    picture.user_data = &cancel;
    int has_pixels = image->channels == 4 ? WebPPictureImportRGBA(&picture, image->base, (int)image->stride)
                                          : WebPPictureImportRGB(&picture, image->base, (int)image->stride);
    int is_written = has_pixels && WebPEncode(config, &picture);
    imaging_code code = is_written ? IMAGING_OK : explain(picture.error_code, status);
    WebPPictureFree(&picture);
    return code;
}

// The same image with a profile beside it.
static imaging_code add_profile(const WebPMemoryWriter *writer, const imaging_webp_image *image, WebPData *whole,
                                imaging_status *status)
{
    WebPData picture = {writer->mem, writer->size}, profile = {image->profile, image->profile_count};
    WebPMux *mux = WebPMuxNew();
    int is_done = mux && WebPMuxSetImage(mux, &picture, 0) == WEBP_MUX_OK &&
                  WebPMuxSetChunk(mux, "ICCP", &profile, 0) == WEBP_MUX_OK &&
                  WebPMuxAssemble(mux, whole) == WEBP_MUX_OK;
    WebPMuxDelete(mux);
    return is_done ? IMAGING_OK : imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a WebP's profile");
}

// libwebp's memory is its own; what is handed over comes from malloc.
static imaging_code hand_over(const uint8_t *from, size_t size, uint8_t **bytes, size_t *count, imaging_status *status)
{
    *bytes = malloc(size);
    if (!*bytes) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a WebP");
    memcpy(*bytes, from, size);
    *count = size;
    return IMAGING_OK;
}

#pragma GCC visibility push(hidden)

imaging_code imaging_webp_encode(const imaging_webp_image *image, float quality, int is_lossless, imaging_cancel cancel,
                                 uint8_t **bytes, size_t *count, imaging_status *status)
{
    WebPConfig config;
    if (!configure(&config, quality, is_lossless)) {
        return imaging_fail(status, IMAGING_UNSUPPORTED, "libwebp of another version");
    }
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    imaging_code code = write_picture(image, &config, cancel, &writer, status);
    if (code == IMAGING_OK && image->profile) {
        WebPData whole = {NULL, 0};
        code = add_profile(&writer, image, &whole, status);
        if (code == IMAGING_OK) code = hand_over(whole.bytes, whole.size, bytes, count, status);
        WebPDataClear(&whole);
    } else if (code == IMAGING_OK) {
        code = hand_over(writer.mem, writer.size, bytes, count, status);
    }
    WebPMemoryWriterClear(&writer);
    return code;
}

#pragma GCC visibility pop
