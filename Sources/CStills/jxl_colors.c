#include <stdlib.h>
#include <string.h>

#include "jxl.h"

// A profile that is larger is of no use: those of printers have a few megabytes.
static const size_t largest_profile = 8u << 20;

// Version 0.9 left out what was not used.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define WITH_FORMAT(decoder, format) decoder, format
#else
#define WITH_FORMAT(decoder, format) decoder
#endif

static int is_high_dynamic_range(const JxlColorEncoding *encoding)
{
    return encoding->transfer_function == JXL_TRANSFER_FUNCTION_PQ ||
           encoding->transfer_function == JXL_TRANSFER_FUNCTION_HLG;
}

// Light to the power of 1/2.2, which programs write who mean sRGB: the same goes for PNG.
static int is_meant_as_srgb(const JxlColorEncoding *encoding)
{
    const int is_gray = encoding->color_space == JXL_COLOR_SPACE_GRAY;
    return encoding->transfer_function == JXL_TRANSFER_FUNCTION_GAMMA && encoding->gamma > 0.445 &&
           encoding->gamma < 0.464 && encoding->white_point == JXL_WHITE_POINT_D65 &&
           (is_gray || encoding->primaries == JXL_PRIMARIES_SRGB);
}

// Without it, libjxl gives light as it is, of which eight bits show too few dark shades.
static void prefer_srgb(JxlDecoder *decoder, int is_gray)
{
    JxlColorEncoding wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.color_space = is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
    wanted.white_point = JXL_WHITE_POINT_D65;
    wanted.primaries = JXL_PRIMARIES_SRGB;
    wanted.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
    wanted.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
    jxl_lib.JxlDecoderSetPreferredColorProfile(decoder, &wanted);
}

// The number of primaries in H.273, which for these is also that of libjxl, but for those of DCI with its white.
static int primaries_of(const JxlColorEncoding *encoding)
{
    if (encoding->white_point != JXL_WHITE_POINT_D65) return 0;
    switch (encoding->primaries) {
    case JXL_PRIMARIES_SRGB: return 1;
    case JXL_PRIMARIES_2100: return 9;
    case JXL_PRIMARIES_P3: return 12;
    default: return 0;
    }
}

static uint8_t *profile_of(JxlDecoder *decoder, const JxlPixelFormat *format, size_t *count)
{
    (void)format;
    *count = 0;
    if (jxl_lib.JxlDecoderGetICCProfileSize(WITH_FORMAT(decoder, format), JXL_COLOR_PROFILE_TARGET_DATA, count) !=
            JXL_DEC_SUCCESS ||
        *count == 0 || *count > largest_profile) {
        return NULL;
    }
    uint8_t *profile = malloc(*count);
    if (profile && jxl_lib.JxlDecoderGetColorAsICCProfile(WITH_FORMAT(decoder, format), JXL_COLOR_PROFILE_TARGET_DATA,
                                                          profile, *count) != JXL_DEC_SUCCESS) {
        free(profile);
        profile = NULL;
    }
    return profile;
}

// Samples of high dynamic range as they are: libjxl would cut off what is brighter than white.
static void keep_range(JxlDecoder *decoder, const JxlColorEncoding *encoding, still_jxl_colors *colors)
{
    jxl_lib.JxlDecoderSetPreferredColorProfile(decoder, encoding);
    colors->primaries = encoding->color_space == JXL_COLOR_SPACE_GRAY ? 1 : primaries_of(encoding);
    colors->transfer = encoding->transfer_function == JXL_TRANSFER_FUNCTION_PQ ? 16 : 18;
}

#pragma GCC visibility push(hidden)

void jxl_settle_colors(JxlDecoder *decoder, const JxlPixelFormat *format, int is_lossy, still_jxl_colors *colors)
{
    JxlColorEncoding encoding;
    const int is_named =
        jxl_lib.JxlDecoderGetColorAsEncodedProfile(WITH_FORMAT(decoder, format), JXL_COLOR_PROFILE_TARGET_ORIGINAL,
                                                   &encoding) == JXL_DEC_SUCCESS;
    if (is_named && is_high_dynamic_range(&encoding)) {
        keep_range(decoder, &encoding, colors);
    } else if (is_lossy && !is_named) {
        // Files without loss have their own samples, whatever is preferred.
        prefer_srgb(decoder, format->num_channels < 3);
    }
    if (is_named && is_meant_as_srgb(&encoding)) return;
    colors->profile = profile_of(decoder, format, &colors->profile_count);
}

#pragma GCC visibility pop
