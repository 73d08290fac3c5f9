#include "converters.h"

#include <pthread.h>

#include "loading.h"
#include "video_conversion.h"

static const char scaler_name[] = "libswscale.so." VIDEO_TEXT(LIBSWSCALE_VERSION_MAJOR);
static const char resampler_name[] = "libswresample.so." VIDEO_TEXT(LIBSWRESAMPLE_VERSION_MAJOR);

static pthread_once_t scaler_once = PTHREAD_ONCE_INIT, resampler_once = PTHREAD_ONCE_INIT;
static video_status scaler_outcome, resampler_outcome;

static void check_version(unsigned version, unsigned major, video_status *outcome)
{
    if (version >> 16 != major)
        video_fail(outcome, VIDEO_MISSING, "a library is of another version than its name says");
}

static void load_scaler(void)
{
    void *library = video_open_library(scaler_name, &scaler_outcome);
    if (!library) return;
#define FROM_SCALER(name) \
    if (!video_look_up(library, VIDEO_TEXT(name), &video_sw.name, &scaler_outcome)) return;
    VIDEO_SCALER_FUNCTIONS(FROM_SCALER)
    check_version(video_sw.swscale_version(), LIBSWSCALE_VERSION_MAJOR, &scaler_outcome);
}

static void load_resampler(void)
{
    void *library = video_open_library(resampler_name, &resampler_outcome);
    if (!library) return;
#define FROM_RESAMPLER(name) \
    if (!video_look_up(library, VIDEO_TEXT(name), &video_sw.name, &resampler_outcome)) return;
    VIDEO_RESAMPLER_FUNCTIONS(FROM_RESAMPLER)
    check_version(video_sw.swresample_version(), LIBSWRESAMPLE_VERSION_MAJOR, &resampler_outcome);
}

#pragma GCC visibility push(hidden)

struct video_converters video_sw;

const char *video_conversion_library_name(int index)
{
    static const char *const names[] = {scaler_name, resampler_name};
    return index >= 0 && index < 2 ? names[index] : NULL;
}

video_code video_scaler_load(video_status *status)
{
    pthread_once(&scaler_once, load_scaler);
    *status = scaler_outcome;
    return scaler_outcome.code;
}

video_code video_resampler_load(video_status *status)
{
    pthread_once(&resampler_once, load_resampler);
    *status = resampler_outcome;
    return resampler_outcome.code;
}

#pragma GCC visibility pop
