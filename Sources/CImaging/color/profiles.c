#include "imaging_color.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>

#include "../thread_state.h"
#include "profile_bytes.h"

static int is_close(const cmsCIEXYZ *left, const cmsCIEXYZ *right)
{
    const double tolerance = 0.003; // Below one step of eight bits, above the rounding of profile writers.
    return fabs(left->X - right->X) < tolerance && fabs(left->Y - right->Y) < tolerance &&
           fabs(left->Z - right->Z) < tolerance;
}

static int has_primaries_of(cmsHPROFILE profile, cmsHPROFILE reference)
{
    const cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    for (int i = 0; i < 3; i++) {
        const cmsCIEXYZ *left = cmsReadTag(profile, tags[i]), *right = cmsReadTag(reference, tags[i]);
        if (!left || !right || !is_close(left, right)) return 0;
    }
    return 1;
}

static int has_curves_of(cmsHPROFILE profile, cmsHPROFILE reference)
{
    const cmsTagSignature tags[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    for (int i = 0; i < 3; i++) {
        const cmsToneCurve *left = cmsReadTag(profile, tags[i]), *right = cmsReadTag(reference, tags[i]);
        if (!left || !right) return 0;
        for (int step = 0; step <= 16; step++) {
            float at = (float)step / 16;
            if (fabsf(cmsEvalToneCurveFloat(left, at) - cmsEvalToneCurveFloat(right, at)) > 0.004f) return 0;
        }
    }
    return 1;
}

static int is_srgb(cmsHPROFILE profile)
{
    if (cmsIsTag(profile, cmsSigAToB0Tag)) return 0; // A table may say anything.
    cmsHPROFILE reference = cmsCreate_sRGBProfile();
    if (!reference) return 0;
    int result = has_primaries_of(profile, reference) && has_curves_of(profile, reference);
    cmsCloseProfile(reference);
    return result;
}

static imaging_profile_kind kind_of(cmsHPROFILE profile)
{
    switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return is_srgb(profile) ? IMAGING_PROFILE_SRGB : IMAGING_PROFILE_RGB;
    case cmsSigGrayData: return IMAGING_PROFILE_GRAY;
    case cmsSigCmykData: return IMAGING_PROFILE_CMYK;
    default: return IMAGING_PROFILE_UNUSABLE;
    }
}

// sRGB's curve for gray, so that gray stays one plane.
static cmsHPROFILE srgb_gray(void)
{
    cmsFloat64Number parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, parameters);
    cmsHPROFILE profile = curve ? cmsCreateGrayProfile(cmsD50_xyY(), curve) : NULL;
    cmsFreeToneCurve(curve);
    return profile;
}

static cmsHTRANSFORM make_transform(cmsHPROFILE profile, imaging_profile_kind kind)
{
    if (kind == IMAGING_PROFILE_UNUSABLE || kind == IMAGING_PROFILE_SRGB) return NULL;
    cmsHPROFILE target = kind == IMAGING_PROFILE_GRAY ? srgb_gray() : cmsCreate_sRGBProfile();
    if (!target) return NULL;
    cmsUInt32Number input = TYPE_RGB_8, output = TYPE_RGB_8;
    if (kind == IMAGING_PROFILE_GRAY) input = output = TYPE_GRAY_8;
    if (kind == IMAGING_PROFILE_CMYK) input = TYPE_CMYK_8_REV; // Adobe's polarity.
    // What lcms makes to be quick has few steps, of which dark shades of gray fall between two. There are 256 to be computed.
    cmsUInt32Number flags = kind == IMAGING_PROFILE_GRAY ? cmsFLAGS_NOOPTIMIZE : 0;
    cmsHTRANSFORM transform = cmsCreateTransform(profile, input, target, output, INTENT_PERCEPTUAL, flags);
    cmsCloseProfile(target);
    return transform;
}

static void compute_shades(imaging_transform_slot *slot)
{
    uint8_t shades[256];
    for (int i = 0; i < 256; i++)
        shades[i] = (uint8_t)i;
    cmsDoTransform(slot->transform, shades, slot->gray, 256);
}

static int fits(const imaging_transform_slot *slot, const uint8_t *profile, size_t count)
{
    return slot->profile && slot->profile_count == count && memcmp(slot->profile, profile, count) == 0;
}

static imaging_transform_slot *slot_for(const uint8_t *profile, size_t count)
{
    imaging_thread_state *state = imaging_thread();
    if (!state || count == 0) return NULL;
    imaging_transform_slot *oldest = &state->transforms[0];
    for (int i = 0; i < IMAGING_TRANSFORM_SLOTS; i++) {
        imaging_transform_slot *slot = &state->transforms[i];
        if (fits(slot, profile, count)) {
            slot->last_use = ++state->clock;
            return slot;
        }
        if (slot->last_use < oldest->last_use) oldest = slot;
    }
    imaging_transform_slot_clear(oldest);
    oldest->profile = malloc(count);
    if (!oldest->profile) return NULL;
    memcpy(oldest->profile, profile, count);
    oldest->profile_count = count;
    oldest->last_use = ++state->clock;
    cmsHPROFILE handle = cmsOpenProfileFromMem(profile, (cmsUInt32Number)count);
    imaging_profile_kind kind = handle ? kind_of(handle) : IMAGING_PROFILE_UNUSABLE;
    oldest->transform = handle ? make_transform(handle, kind) : NULL;
    if (!oldest->transform && kind != IMAGING_PROFILE_SRGB) kind = IMAGING_PROFILE_UNUSABLE;
    oldest->kind = kind;
    if (kind == IMAGING_PROFILE_GRAY) compute_shades(oldest);
    if (handle) cmsCloseProfile(handle);
    return oldest;
}

// Where a profile's header holds the time of its creation (ICC.1, section 7.2), and what is put there: the first
// second of 2000, since the real one would make each profile another.
#define DATE_OFFSET 24
static const uint8_t fixed_date[12] = {0x07, 0xD0, 0, 1, 0, 1};

// Whether white and three lights span something: lcms divides by y, and by the area of the triangle.
static int are_usable(const double *c)
{
    for (int i = 0; i < 8; i += 2) {
        if (!(c[i] >= 0 && c[i + 1] > 0.001 && c[i] + c[i + 1] < 1.2)) return 0;
    }
    double area = (c[4] - c[2]) * (c[7] - c[3]) - (c[6] - c[2]) * (c[5] - c[3]);
    return fabs(area) > 0.001;
}

static cmsHPROFILE describe(const double *chromaticities, const double parameters[5])
{
    cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, parameters);
    if (!curve) return NULL;
    cmsHPROFILE profile;
    if (chromaticities) {
        const double *c = chromaticities;
        cmsCIExyY white = {c[0], c[1], 1};
        cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
        cmsToneCurve *curves[3] = {curve, curve, curve};
        profile = are_usable(c) ? cmsCreateRGBProfile(&white, &primaries, curves) : NULL;
    } else {
        profile = cmsCreateGrayProfile(cmsD50_xyY(), curve);
    }
    cmsFreeToneCurve(curve);
    return profile;
}

#pragma GCC visibility push(hidden)

float imaging_power(float base, float exponent) { return powf(base, exponent); }

void imaging_transform_slot_clear(imaging_transform_slot *slot)
{
    if (slot->transform) cmsDeleteTransform(slot->transform);
    free(slot->profile);
    memset(slot, 0, sizeof *slot);
}

imaging_profile_kind imaging_profile_classify(const uint8_t *profile, size_t count)
{
    imaging_transform_slot *slot = slot_for(profile, count);
    return slot ? slot->kind : IMAGING_PROFILE_UNUSABLE;
}

imaging_code imaging_convert_to_srgb(const uint8_t *profile, size_t profile_count, const uint8_t *from,
                                     size_t from_stride, size_t width, size_t height, uint8_t *to, size_t to_stride,
                                     imaging_status *status)
{
    imaging_transform_slot *slot = slot_for(profile, profile_count);
    if (!slot || !slot->transform) return imaging_fail(status, IMAGING_INVALID, "the colour profile is of no use");
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = from + y * from_stride;
        uint8_t *converted = to + y * to_stride;
        if (slot->kind != IMAGING_PROFILE_GRAY) {
            cmsDoTransform(slot->transform, row, converted, (cmsUInt32Number)width);
            continue;
        }
        for (size_t x = 0; x < width; x++)
            converted[x] = slot->gray[row[x]];
    }
    return IMAGING_OK;
}

imaging_code imaging_lab_to_srgb(uint8_t *pixels, size_t stride, size_t width, size_t height, size_t pixel_bytes,
                                 imaging_status *status)
{
    const cmsUInt32Number extra = pixel_bytes == 4 ? EXTRA_SH(1) : 0;
    cmsHPROFILE lab = cmsCreateLab4Profile(NULL), srgb = cmsCreate_sRGBProfile();
    cmsHTRANSFORM transform = lab && srgb ? cmsCreateTransform(lab, TYPE_Lab_8 | extra, srgb, TYPE_RGB_8 | extra,
                                                               INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_COPY_ALPHA)
                                          : NULL;
    if (lab) cmsCloseProfile(lab);
    if (srgb) cmsCloseProfile(srgb);
    if (!transform) return imaging_fail(status, IMAGING_OUT_OF_MEMORY, "no memory for a conversion of colours");
    for (size_t y = 0; y < height; y++, pixels += stride)
        cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)width);
    cmsDeleteTransform(transform);
    return IMAGING_OK;
}

size_t imaging_profile_bytes(cmsHPROFILE profile, uint8_t **bytes)
{
    cmsUInt32Number count = 0;
    *bytes = NULL;
    if (profile && cmsSaveProfileToMem(profile, NULL, &count)) *bytes = malloc(count);
    if (*bytes && !cmsSaveProfileToMem(profile, *bytes, &count)) {
        free(*bytes);
        *bytes = NULL;
    }
    if (profile) cmsCloseProfile(profile);
    if (!*bytes || count < DATE_OFFSET + sizeof fixed_date) return 0;
    memcpy(*bytes + DATE_OFFSET, fixed_date, sizeof fixed_date);
    return count;
}

size_t imaging_make_profile(const double *chromaticities, const double parameters[5], uint8_t **bytes)
{
    return imaging_profile_bytes(describe(chromaticities, parameters), bytes);
}

#pragma GCC visibility pop
