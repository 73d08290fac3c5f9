#include "minimal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The files are PPM: this header, then the pixels, three bytes each. */
static int write_header(const picker_asset *asset, char *text, size_t capacity)
{
    return snprintf(text, capacity, "P6\n%u %u\n255\n", asset->pixel_width, asset->pixel_height);
}

static void write_pixel(uint8_t *rgb, uint32_t x, uint32_t y)
{
    rgb[0] = (uint8_t)(x * 4);
    rgb[1] = (uint8_t)(y * 4);
    rgb[2] = 128;
}

uint64_t minimal_byte_size(uint32_t index)
{
    /* Both assets have the same number of pixels and digits. */
    (void)index;
    return sizeof "P6\n64 48\n255\n" - 1 + 64 * 48 * 3;
}

static uint8_t byte_at(const picker_asset *asset, const char *header, uint64_t header_length, uint64_t offset)
{
    if (offset < header_length) return (uint8_t)header[offset];
    uint8_t rgb[3];
    uint64_t pixel = (offset - header_length) / 3;
    write_pixel(rgb, (uint32_t)(pixel % asset->pixel_width), (uint32_t)(pixel / asset->pixel_width));
    return rgb[(offset - header_length) % 3];
}

picker_status minimal_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                           picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status == PICKER_OK) status = minimal_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    uint32_t index = minimal_asset_index(request->local_identifier);
    if (index == MINIMAL_ASSETS || request->representation != 0) {
        return minimal_fail(error, PICKER_NOT_FOUND, "no such representation");
    }
    if (request->version_token > 1) return minimal_fail(error, PICKER_CHANGED, "another version");
    picker_asset asset;
    minimal_make_asset(index, &asset);
    char header[32];
    uint64_t header_length = (uint64_t)write_header(&asset, header, sizeof header);
    uint64_t left = request->offset < asset.byte_size ? asset.byte_size - request->offset : 0;
    *length = left < request->capacity ? left : request->capacity;
    for (uint64_t byte = 0; byte < *length; byte++) {
        request->buffer[byte] = byte_at(&asset, header, header_length, request->offset + byte);
    }
    return PICKER_OK;
}

/* The part of the image that is asked for: its crop, and of that the centre with the target's shape. */
static int find_part(const picker_image_request *request, const picker_asset *asset, picker_rect *part)
{
    *part = request->crop;
    if (part->width == 0 || part->height == 0) *part = (picker_rect){0, 0, asset->pixel_width, asset->pixel_height};
    if (part->x >= asset->pixel_width || part->width > asset->pixel_width - part->x) return 0;
    if (part->y >= asset->pixel_height || part->height > asset->pixel_height - part->y) return 0;
    if (request->content_mode != PICKER_ASPECT_FILL || request->target_width == 0 || request->target_height == 0) {
        return 1;
    }
    uint64_t wide = (uint64_t)part->width * request->target_height;
    uint64_t high = (uint64_t)part->height * request->target_width;
    uint32_t width = wide > high ? (uint32_t)(high / request->target_height) : part->width;
    uint32_t height = high > wide ? (uint32_t)(wide / request->target_width) : part->height;
    width = width == 0 ? 1 : width;
    height = height == 0 ? 1 : height;
    *part = (picker_rect){part->x + (part->width - width) / 2, part->y + (part->height - height) / 2, width, height};
    return 1;
}

static void release_frame(void *pixels)
{
    free(pixels);
    atomic_fetch_add(&minimal_count.frames_released, 1);
}

static picker_flow emit(const picker_frame_sink *sink, picker_rect size, uint32_t flags, uint8_t *pixels)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = flags,
        .next = minimal_frame_link,
        .width = size.width,
        .height = size.height,
        .format = PICKER_FORMAT_RGB8,
        .color_space = PICKER_COLOR_SRGB,
        .plane = {pixels},
        .stride = {(uint64_t)size.width * 3},
        .release_context = pixels,
        .release = release_frame,
    };
    atomic_fetch_add(&minimal_count.frames_emitted, 1);
    return sink->emit(sink->context, &frame);
}

picker_flow minimal_emit_grey(const picker_frame_sink *sink, uint32_t flags)
{
    picker_rect size = {0, 0, 4, 4};
    uint8_t *pixels = malloc(4 * 4 * 3);
    if (pixels == NULL) return PICKER_STOP;
    memset(pixels, 128, 4 * 4 * 3);
    return emit(sink, size, flags, pixels);
}

static picker_status refusal(const picker_image_request *request, uint32_t index, picker_error *error)
{
    if (index == MINIMAL_ASSETS) return minimal_fail(error, PICKER_NOT_FOUND, "no such asset");
    if (request->content_mode > PICKER_ASPECT_FILL || request->delivery_mode > PICKER_DELIVERY_FAST ||
        request->resize_mode > PICKER_RESIZE_EXACT || request->version > PICKER_VERSION_ORIGINAL ||
        request->color_policy > PICKER_COLOR_KEEP) {
        return minimal_fail(error, PICKER_INVALID_ARGUMENT, "unknown mode");
    }
    if (request->accepted_formats != 0 && (request->accepted_formats & (1u << PICKER_FORMAT_RGB8)) == 0) {
        return minimal_fail(error, PICKER_UNSUPPORTED, "frames are RGB8 only");
    }
    return PICKER_OK;
}

static uint8_t *make_pixels(picker_rect part)
{
    uint8_t *pixels = malloc((size_t)part.width * part.height * 3);
    if (pixels == NULL) return NULL;
    for (uint32_t y = 0; y < part.height; y++) {
        for (uint32_t x = 0; x < part.width; x++) {
            write_pixel(pixels + ((size_t)y * part.width + x) * 3, part.x + x, part.y + y);
        }
    }
    return pixels;
}

picker_status minimal_request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                    const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    uint32_t index = minimal_asset_index(request->local_identifier);
    if (status == PICKER_OK) status = minimal_refuse_links(request->next, error);
    if (status == PICKER_OK) status = refusal(request, index, error);
    if (status != PICKER_OK) return status;
    picker_asset asset;
    minimal_make_asset(index, &asset);
    picker_rect part;
    if (!find_part(request, &asset, &part)) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "crop outside");
    uint8_t *pixels = make_pixels(part);
    if (pixels == NULL) return minimal_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a frame");
    emit(sink, part, PICKER_FRAME_FINAL, pixels);
    return PICKER_OK;
}
