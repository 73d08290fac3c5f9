#include "imaging_color.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>

#include "profile_bytes.h"

// Nodes of the table along each axis. PQ and HLG are even to the eye, so that few of them follow the curves.
#define NODES 33

// In candelas per square metre: where sRGB has its white (BT.2408), and the brightest that pictures are taken to have.
static const double white = 203, brightest_pq = 4000, brightest_hlg = 1000;

// SMPTE ST 2084.
static const double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128, c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32,
                    c3 = 2392.0 / 4096 * 32;

static double light_of_pq(double sample)
{
    double root = pow(sample, 1 / m2);
    return 10000 * pow(fmax(root - c1, 0) / (c2 - c3 * root), 1 / m1);
}

static double pq_of_light(double light)
{
    double power = pow(fmax(light, 0) / 10000, m1);
    return pow((c1 + c2 * power) / (1 + c3 * power), m2);
}

// BT.2100: light of the scene, 0…1.
static double scene_of_hlg(double sample)
{
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12;
}

// The electrical-electrical transfer function of BT.2390, section 5.4.1, for a screen as black as can be.
static double compressed(double light, double brightest)
{
    const double top = pq_of_light(brightest), most = pq_of_light(white) / top, knee = 1.5 * most - 0.5;
    double sample = fmin(pq_of_light(light) / top, 1);
    if (sample > knee) {
        double t = (sample - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
        sample = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most;
    }
    return light_of_pq(sample * top);
}

typedef struct mapping {
    imaging_dynamic_range range;
    cmsHTRANSFORM to_lab; // from linear light with the primaries of the picture
} mapping;

static void to_light(imaging_dynamic_range range, const double samples[3], double light[3])
{
    for (int i = 0; i < 3; i++)
        light[i] = range == IMAGING_PQ ? light_of_pq(samples[i]) : scene_of_hlg(samples[i]);
    if (range == IMAGING_PQ) return;
    // The screen's part in HLG, of a screen of 1000 cd/m²: gamma 1.2 over luminance.
    double luminance = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2];
    double factor = brightest_hlg * pow(luminance, 0.2);
    for (int i = 0; i < 3; i++)
        light[i] *= factor;
}

// Red, green and blue become less bright by the same factor, so that hues stay.
static void to_screen(imaging_dynamic_range range, const double samples[3], double screen[3])
{
    to_light(range, samples, screen);
    double most = fmax(fmax(screen[0], screen[1]), screen[2]);
    double brightest = range == IMAGING_PQ ? brightest_pq : brightest_hlg;
    double factor = most > 0 ? compressed(most, brightest) / most / white : 0;
    for (int i = 0; i < 3; i++)
        screen[i] *= factor;
}

static int sample_table(const cmsUInt16Number in[], cmsUInt16Number out[], void *context)
{
    const mapping *self = context;
    double samples[3] = {in[0] / 65535.0, in[1] / 65535.0, in[2] / 65535.0}, screen[3];
    to_screen(self->range, samples, screen);
    cmsCIELab lab;
    cmsDoTransform(self->to_lab, screen, &lab, 1);
    cmsFloat2LabEncodedV2(out, &lab);
    return 1;
}

static cmsHTRANSFORM linear_to_lab(const double *c)
{
    cmsToneCurve *line = cmsBuildGamma(NULL, 1);
    cmsToneCurve *curves[3] = {line, line, line};
    cmsCIExyY d65 = {c[0], c[1], 1};
    cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
    cmsHPROFILE linear = line ? cmsCreateRGBProfile(&d65, &primaries, curves) : NULL;
    cmsHPROFILE lab = cmsCreateLab4Profile(NULL);
    cmsHTRANSFORM transform =
        linear && lab ? cmsCreateTransform(linear, TYPE_RGB_DBL, lab, TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC,
                                           cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)
                      : NULL;
    if (linear) cmsCloseProfile(linear);
    if (lab) cmsCloseProfile(lab);
    cmsFreeToneCurve(line);
    return transform;
}

// Of the second version: lcms brings the black of a later one to that of print.
static cmsHPROFILE table_profile(const mapping *context)
{
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(NULL);
    cmsPipeline *pipeline = cmsPipelineAlloc(NULL, 3, 3);
    cmsStage *table = cmsStageAllocCLut16bit(NULL, NODES, 3, 3, NULL);
    int is_made = profile && pipeline && table && cmsStageSampleCLut16bit(table, sample_table, (void *)context, 0);
    if (is_made) {
        cmsSetProfileVersion(profile, 2.1);
        cmsSetDeviceClass(profile, cmsSigColorSpaceClass);
        cmsSetColorSpace(profile, cmsSigRgbData);
        cmsSetPCS(profile, cmsSigLabData);
        is_made = cmsPipelineInsertStage(pipeline, cmsAT_END, table) &&
                  cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ()) &&
                  cmsWriteTag(profile, cmsSigAToB0Tag, pipeline);
        table = NULL; // the pipeline's
    }
    if (table) cmsStageFree(table);
    if (pipeline) cmsPipelineFree(pipeline);
    if (is_made || !profile) return profile;
    cmsCloseProfile(profile);
    return NULL;
}

static cmsHPROFILE gray_profile(imaging_dynamic_range range)
{
    enum { count = 1024 };
    float values[count];
    for (int i = 0; i < count; i++) {
        double sample = (double)i / (count - 1), samples[3] = {sample, sample, sample}, screen[3];
        to_screen(range, samples, screen);
        values[i] = (float)fmin(screen[0], 1);
    }
    cmsToneCurve *curve = cmsBuildTabulatedToneCurveFloat(NULL, count, values);
    cmsHPROFILE profile = curve ? cmsCreateGrayProfile(cmsD50_xyY(), curve) : NULL;
    cmsFreeToneCurve(curve);
    return profile;
}

#pragma GCC visibility push(hidden)

size_t imaging_make_dynamic_range_profile(imaging_dynamic_range range, const double *chromaticities, uint8_t **bytes)
{
    *bytes = NULL;
    if (!chromaticities) return imaging_profile_bytes(gray_profile(range), bytes);
    mapping context = {range, linear_to_lab(chromaticities)};
    if (!context.to_lab) return 0;
    size_t count = imaging_profile_bytes(table_profile(&context), bytes);
    cmsDeleteTransform(context.to_lab);
    return count;
}

#pragma GCC visibility pop
