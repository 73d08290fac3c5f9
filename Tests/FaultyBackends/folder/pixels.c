#include "folder.h"

#include <stdlib.h>
#include <string.h>

void folder_release_pixels(void *pixels)
{
    folder_keep_pixels(NULL);
    // The second fault writes into the last frame at the close, whether the host has given it back or not.
    if (!folder_has("leaks-frames") && !folder_has("frames-die-on-close")) free(pixels);
}

static const uint8_t *source(const picture *picture, const picker_rect *part, uint32_t x, uint32_t y, uint32_t width,
                             uint32_t height)
{
    uint32_t from_x = part->x + (uint32_t)((uint64_t)x * part->width / width);
    uint32_t from_y = part->y + (uint32_t)((uint64_t)y * part->height / height);
    if (folder_has("upside-down")) from_y = part->y + part->height - 1 - (from_y - part->y);
    return picture->samples + ((uint64_t)from_y * picture->width + from_x) * 3;
}

uint8_t *folder_scale(const picture *picture, const picker_rect *part, uint32_t width, uint32_t height,
                      const picker_call *call, library *library, picker_status *ended)
{
    uint64_t extra = folder_has("leaks-frames") ? 1 << 18 : 0;
    uint8_t *pixels = malloc((size_t)width * height * 3 + extra);
    if (pixels == NULL) return NULL;
    if (extra != 0) memset(pixels + (size_t)width * height * 3, 1, extra);
    for (uint32_t y = 0; y < height; y++) {
        bool is_asking = call != NULL && y % 64 == 63 && !folder_has("draws-without-asking");
        if (is_asking) *ended = call->check(call->context);
        if (is_asking && library != NULL && atomic_load(&library->is_shutting_down)) *ended = PICKER_CLOSED;
        if (*ended != PICKER_OK) {
            free(pixels);
            return NULL;
        }
        for (uint32_t x = 0; x < width; x++) {
            uint8_t *to = pixels + ((size_t)y * width + x) * 3;
            if (folder_has("misses-last-column") && x + 1 == width) continue;
            memcpy(to, source(picture, part, x, y, width, height), 3);
            if (folder_has("blue-is-red")) {
                uint8_t red = to[0];
                to[0] = to[2];
                to[2] = red;
            }
        }
    }
    return pixels;
}
