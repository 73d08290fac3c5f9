#define _GNU_SOURCE
#include "folder.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// After stdio.h, which it needs and does not include.
#include <jpeglib.h>

/* Bytes of an AVI file (AVI RIFF File Reference, Microsoft 1996), which the kit's own is small enough to be kept whole. */
#define MOST_BYTES (1 << 20)

static uint32_t word(const uint8_t *bytes)
{
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* Whether one of the streams, which the first bytes list, is of sound. */
static bool has_sound(int file)
{
    uint8_t head[300];
    ssize_t count = pread(file, head, sizeof head, 0);
    if (folder_has("ext-video-always-sounds")) return true;
    return count > 0 && memmem(head, (size_t)count, "auds", 4) != NULL && !folder_has("ext-video-is-mute");
}

bool folder_read_video(int file, photo *found)
{
    uint8_t head[88] = {0};
    ssize_t count = pread(file, head, sizeof head, 0);
    if (count < 12 || memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "AVI ", 4) != 0) return false;
    found->is_video = true;
    if (count < (ssize_t)sizeof head || memcmp(head + 24, "avih", 4) != 0) return true;
    // Behind "avih" and its size: microseconds of a frame, then at 16 the number of frames, at 32 width and height.
    const uint8_t *main = head + 32;
    found->duration = (double)word(main) * word(main + 16) / 1e6;
    found->width = word(main + 32);
    found->height = word(main + 36);
    found->rate = word(main) > 0 ? 1e6 / word(main) : 0;
    found->has_sound = has_sound(file);
    return true;
}

picker_status folder_facts(const photo *photo, const picker_video_facts_sink *sink, picker_error *error)
{
    if (photo->width == 0) return folder_fail(error, PICKER_CORRUPT_MEDIA, "the video has no header");
    picker_video_facts facts = {
        .struct_size = sizeof facts,
        .flags = photo->has_sound ? PICKER_VIDEO_HAS_AUDIO : 0,
        .frames_per_second = folder_has("ext-video-rate-of-fields") ? photo->rate * 2 : photo->rate,
        .pixel_width = photo->width,
        .pixel_height = photo->height,
        .duration = folder_has("ext-video-counts-fields") ? photo->duration * 2 : photo->duration,
    };
    sink->emit(sink->context, &facts);
    return PICKER_OK;
}

/* What libjpeg jumps to when a picture cannot be read. */
typedef struct reader {
    struct jpeg_error_mgr errors;
    jmp_buf end;
} reader;

static void fail(j_common_ptr codec)
{
    reader *reader = (struct reader *)codec->err;
    longjmp(reader->end, 1);
}

static void be_silent(j_common_ptr codec) { (void)codec; }

static bool decode(const uint8_t *bytes, uint32_t length, picture *picture)
{
    struct jpeg_decompress_struct codec = {0};
    reader reader;
    codec.err = jpeg_std_error(&reader.errors);
    reader.errors.error_exit = fail;
    reader.errors.output_message = be_silent;
    if (setjmp(reader.end) != 0) {
        jpeg_destroy_decompress(&codec);
        return false;
    }
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, bytes, length);
    jpeg_read_header(&codec, TRUE);
    codec.out_color_space = JCS_RGB;
    jpeg_start_decompress(&codec);
    picture->width = codec.output_width;
    picture->height = codec.output_height;
    picture->samples = malloc((size_t)picture->width * picture->height * 3);
    while (picture->samples != NULL && codec.output_scanline < codec.output_height) {
        uint8_t *row = picture->samples + (size_t)codec.output_scanline * picture->width * 3;
        jpeg_read_scanlines(&codec, &row, 1);
    }
    jpeg_destroy_decompress(&codec);
    return picture->samples != NULL;
}

/* The picture that is shown at a time, of those behind `chunk`: "00dc", a length, and a JPEG of so many bytes, filled up to an even
 * number. */
static bool decode_at(const uint8_t *chunk, const uint8_t *end, double frame, picture *picture)
{
    const uint8_t *shown = NULL;
    for (double number = 0; end - chunk >= 8 && memcmp(chunk, "00dc", 4) == 0; number++) {
        uint32_t length = word(chunk + 4);
        if (length > end - chunk - 8) break;
        shown = chunk;
        if (number + 1 > frame) break;
        uint32_t step = 8 + length + length % 2;
        if (step > end - chunk) break;
        chunk += step;
    }
    return shown != NULL && decode(shown + 8, word(shown + 4), picture);
}

static bool load(const library *library, const photo *photo, double time, picture *picture)
{
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/%s", library->root, photo->path);
    int file = open(whole, O_RDONLY | O_CLOEXEC);
    uint8_t *bytes = file < 0 ? NULL : malloc(MOST_BYTES);
    ssize_t count = bytes == NULL ? 0 : pread(file, bytes, MOST_BYTES, 0);
    if (file >= 0) close(file);
    const uint8_t *pictures = count < 36 ? NULL : memmem(bytes, (size_t)count, "movi00dc", 8);
    uint32_t microseconds = pictures == NULL ? 0 : word(bytes + 32);
    double frame = time < 0 || folder_has("ext-video-first-picture") ? 0 : time * 1e6 / (microseconds + 1e-9);
    bool is_read = pictures != NULL && decode_at(pictures + 4, bytes + count, frame, picture);
    free(bytes);
    return is_read;
}

/* The size of a poster inside the box; 0 by 0: that of the picture. */
static void fit(const picture *picture, uint32_t box_width, uint32_t box_height, uint32_t *width, uint32_t *height)
{
    *width = picture->width;
    *height = picture->height;
    if (box_width == 0 || box_height == 0) return;
    bool is_small = picture->width <= box_width && picture->height <= box_height;
    if (is_small && !folder_has("ext-video-fills-the-box")) return;
    bool by_width = (uint64_t)picture->width * box_height >= (uint64_t)picture->height * box_width;
    *width = by_width ? box_width : (uint32_t)((uint64_t)picture->width * box_height / picture->height);
    *height = by_width ? (uint32_t)((uint64_t)picture->height * box_width / picture->width) : box_height;
}

picker_status folder_poster(const library *library, const photo *photo, double time, uint32_t box_width,
                            uint32_t box_height, const picker_frame_sink *sink, picker_error *error)
{
    picture picture = {0};
    if (!load(library, photo, time, &picture)) {
        // A fault: what cannot be read is shown in black.
        if (folder_has("ext-video-damage-is-black")) {
            picture = (struct picture){calloc(64 * 64, 3), 64, 64};
        } else {
            return folder_fail(error, PICKER_CORRUPT_MEDIA, "the video has no picture that can be read");
        }
    }
    uint32_t width, height;
    fit(&picture, box_width, box_height, &width, &height);
    picker_status ended = PICKER_OK;
    picker_rect whole = {0, 0, picture.width, picture.height};
    uint8_t *pixels = folder_scale(&picture, &whole, width, height, NULL, NULL, &ended);
    if (!folder_has("ext-video-leaks-pictures")) free(picture.samples);
    if (pixels == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a poster");
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_FINAL,
        .width = width,
        .height = height,
        .format = PICKER_FORMAT_RGB8,
        .color_space = PICKER_COLOR_SRGB,
        .plane = {pixels},
        .stride = {(uint64_t)width * 3},
        .release_context = pixels,
        .release = folder_release_pixels,
    };
    sink->emit(sink->context, &frame);
    return PICKER_OK;
}
