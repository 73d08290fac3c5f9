/*
 * jpeg.c - what a JPEG says of itself, and its pixels by TurboJPEG.
 */
#include "archives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <turbojpeg.h>

/* ---- EXIF: a TIFF file inside of a JPEG (CIPA DC-008, 4.5 and 4.6) ---- */

typedef struct tiff {
    const uint8_t *bytes;
    uint64_t length;
    bool is_little;
} tiff;

/* Numbers that lie outside are 0, which nothing below takes for an answer. */
static uint32_t read_number(const tiff *tiff, uint64_t at, int size)
{
    if (at > tiff->length || tiff->length - at < (uint64_t)size) return 0;
    uint32_t number = 0;
    for (int index = 0; index < size; index++) {
        number = number << 8 | tiff->bytes[at + (uint64_t)(tiff->is_little ? size - 1 - index : index)];
    }
    return number;
}

/* Where the value of a tag lies in a directory: its type, its count, and its value or where that is. 0: nowhere. */
static uint64_t find_tag(const tiff *tiff, uint32_t directory, uint32_t tag)
{
    uint32_t count = directory == 0 ? 0 : read_number(tiff, directory, 2);
    for (uint32_t index = 0; index < count; index++) {
        uint64_t at = (uint64_t)directory + 2 + (uint64_t)index * 12;
        if (read_number(tiff, at, 2) == tag) return at + 2;
    }
    return 0;
}

/* "2024:05:17 18:30:00", in the time of the place; without an offset, taken for UTC. */
static picker_time read_date(const tiff *tiff, uint64_t tag)
{
    uint32_t at = tag == 0 ? 0 : read_number(tiff, tag + 6, 4);
    if (at == 0 || at > tiff->length || tiff->length - at < 19) return NO_DATE;
    char text[20] = {0};
    memcpy(text, tiff->bytes + at, 19);
    struct tm parts = {0};
    int found = sscanf(text, "%4d:%2d:%2d %2d:%2d:%2d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour,
                       &parts.tm_min, &parts.tm_sec);
    /* Cameras whose clock was never set write zeros. */
    if (found != 6 || parts.tm_year < 1800 || parts.tm_mon < 1 || parts.tm_mday < 1) return NO_DATE;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return (picker_time)timegm(&parts) * 1000;
}

static void read_exif(const uint8_t *segment, uint64_t length, jpeg_facts *facts)
{
    if (length < 14 || memcmp(segment, "Exif\0\0", 6) != 0) return;
    tiff tiff = {segment + 6, length - 6, segment[6] == 'I'};
    uint32_t directory = read_number(&tiff, 4, 4);
    uint64_t orientation = find_tag(&tiff, directory, 0x0112), details = find_tag(&tiff, directory, 0x8769);
    uint32_t number = orientation == 0 ? 1 : read_number(&tiff, orientation + 6, 2);
    if (number >= 1 && number <= 8) facts->orientation = number;
    if (details != 0) facts->taken = read_date(&tiff, find_tag(&tiff, read_number(&tiff, details + 6, 4), 0x9003));
}

/* ---- The segments of a JPEG (ITU T.81, annex B) ---- */

/* SOF0 to SOF15 say how large a picture is; three numbers among them are other markers. */
static bool is_start_of_frame(uint8_t marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool jpeg_look(const uint8_t *head, uint64_t length, jpeg_facts *facts)
{
    *facts = (jpeg_facts){.orientation = 1, .taken = NO_DATE};
    if (length < 4 || memcmp(head, "\xFF\xD8\xFF", 3) != 0) return false;
    for (uint64_t at = 2; length - at >= 4 && head[at] == 0xFF;) {
        uint8_t marker = head[at + 1];
        uint64_t size = (uint64_t)head[at + 2] << 8 | head[at + 3];
        const uint8_t *payload = head + at + 4;
        if (size < 2 || size > length - at - 2) break;
        if (marker == 0xE1) read_exif(payload, size - 2, facts);
        if (is_start_of_frame(marker) && size >= 7) {
            facts->height = (uint32_t)payload[1] << 8 | payload[2];
            facts->width = (uint32_t)payload[3] << 8 | payload[4];
            break;
        }
        at += 2 + size;
    }
    return true;
}

/* ---- Pixels ---- */

static picker_status fail(const jpeg_decoder *decoder, picker_error *error)
{
    /* TurboJPEG's own message, which is ASCII without line breaks. */
    return abi_fail(error, PICKER_CORRUPT_MEDIA, tjGetErrorStr2(decoder->handle));
}

static picker_status read_header(jpeg_decoder *decoder, picker_error *error)
{
    int width = 0, height = 0, subsampling = 0, colors = 0;
    int result =
        tjDecompressHeader3(decoder->handle, decoder->bytes, decoder->length, &width, &height, &subsampling, &colors);
    if (result != 0 && tjGetErrorCode(decoder->handle) == TJERR_FATAL) return fail(decoder, error);
    if (width <= 0 || height <= 0) return abi_fail(error, PICKER_CORRUPT_MEDIA, "the JPEG has no pixels");
    if (colors == TJCS_CMYK || colors == TJCS_YCCK) {
        return abi_fail(error, PICKER_UNSUPPORTED_FORMAT, "a JPEG in CMYK; other backends show it");
    }
    decoder->width = (uint32_t)width;
    decoder->height = (uint32_t)height;
    return PICKER_OK;
}

picker_status jpeg_begin(jpeg_decoder *decoder, const uint8_t *bytes, uint64_t length, picker_error *error)
{
    *decoder = (jpeg_decoder){.handle = tjInitDecompress(), .bytes = bytes, .length = length};
    if (decoder->handle == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a decoder");
    picker_status status = read_header(decoder, error);
    if (status != PICKER_OK) jpeg_end(decoder);
    return status;
}

/* Where a JPEG breaks off, the decoder goes on in one colour: all of one colour means that nothing is left. */
static bool is_of_one_color(const picture *picture)
{
    uint64_t count = (uint64_t)picture->width * picture->height * 3;
    return memcmp(picture->samples, picture->samples + 3, count - 3) == 0;
}

picker_status jpeg_decode(jpeg_decoder *decoder, uint32_t denominator, picture *picture, picker_error *error)
{
    picture->width = (decoder->width + denominator - 1) / denominator;
    picture->height = (decoder->height + denominator - 1) / denominator;
    picture->samples = malloc((uint64_t)picture->width * picture->height * 3);
    if (picture->samples == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a picture");
    int result = tjDecompress2(decoder->handle, decoder->bytes, decoder->length, picture->samples, (int)picture->width,
                               (int)picture->width * 3, (int)picture->height, TJPF_RGB, 0);
    if (result == 0) return PICKER_OK;
    /* A warning: there is a picture, though not all of it (R14.10). */
    picture->is_incomplete = tjGetErrorCode(decoder->handle) == TJERR_WARNING && !is_of_one_color(picture);
    if (picture->is_incomplete) return PICKER_OK;
    free(picture->samples);
    picture->samples = NULL;
    return fail(decoder, error);
}

void jpeg_end(jpeg_decoder *decoder) { tjDestroy(decoder->handle); }
