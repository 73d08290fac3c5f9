#include "imaging_color.h"

#include <math.h>

#include <lcms2.h>

#include "profile_bytes.h"

// The light of each shade, as a part of that of white: by the way that converts gray, whatever the profile holds.
static cmsToneCurve *curve_of(cmsHPROFILE gray)
{
    enum { count = 4096 };
    cmsHPROFILE space = cmsCreateXYZProfile();
    cmsHTRANSFORM to_light = space ? cmsCreateTransform(gray, TYPE_GRAY_DBL, space, TYPE_XYZ_DBL, INTENT_PERCEPTUAL,
                                                        cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)
                                   : NULL;
    if (space) cmsCloseProfile(space);
    if (!to_light) return NULL;
    float values[count];
    for (int i = 0; i < count; i++) {
        double sample = (double)i / (count - 1);
        cmsCIEXYZ light = {0, 0, 0};
        cmsDoTransform(to_light, &sample, &light, 1);
        values[i] = (float)fmin(fmax(light.Y, 0), 1);
    }
    cmsDeleteTransform(to_light);
    return cmsBuildTabulatedToneCurveFloat(NULL, count, values);
}

// With the primaries of sRGB, which do not matter to what has no colour.
static cmsHPROFILE colored(cmsHPROFILE gray)
{
    cmsToneCurve *curve = curve_of(gray);
    if (!curve) return NULL;
    cmsToneCurve *curves[3] = {curve, curve, curve};
    cmsCIExyY white = {0.3127, 0.3290, 1};
    cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(curve);
    return profile;
}

#pragma GCC visibility push(hidden)

size_t imaging_make_colored_profile(const uint8_t *gray, size_t count, uint8_t **bytes)
{
    *bytes = NULL;
    cmsHPROFILE profile = cmsOpenProfileFromMem(gray, (cmsUInt32Number)count);
    if (!profile) return 0;
    size_t length = cmsGetColorSpace(profile) == cmsSigGrayData ? imaging_profile_bytes(colored(profile), bytes) : 0;
    cmsCloseProfile(profile);
    return length;
}

#pragma GCC visibility pop
