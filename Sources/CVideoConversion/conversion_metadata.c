#include "conversion.h"

// Names of QuickTime, Android and libavformat.
static const char *const kept[] = {
    "creation_time",
    "com.apple.quicktime.creationdate",
    "com.apple.quicktime.make",
    "com.apple.quicktime.model",
    "com.apple.quicktime.software",
    "com.apple.quicktime.camera.lens_model",
    "com.apple.quicktime.title",
    "com.apple.quicktime.description",
    "com.apple.quicktime.content.identifier",
    "com.apple.photos.captureMode",
    "com.apple.quicktime.full-frame-rate-playback-intent",
    "com.android.manufacturer",
    "com.android.model",
    "com.android.capture.fps",
    "make",
    "model",
    "title",
    "description",
    "comment",
};
static const char *const places[] = {"location", "com.apple.quicktime.location.ISO6709"};

static int copy(video_conversion *conversion, const char *name)
{
    const char *text = video_text(conversion->file, name);
    return text ? video_av.av_dict_set(&conversion->format->metadata, name, text, 0) : 0;
}

#pragma GCC visibility push(hidden)

int video_copy_metadata(video_conversion *conversion)
{
    int result = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept && result >= 0; i++)
        result = copy(conversion, kept[i]);
    for (size_t i = 0; conversion->plan.keeps_location && i < sizeof places / sizeof *places && result >= 0; i++)
        result = copy(conversion, places[i]);
    for (const char *const *text = conversion->plan.texts; result >= 0 && text[0]; text += 2)
        result = video_av.av_dict_set(&conversion->format->metadata, text[0], text[1], 0);
    return result < 0 ? result : 0;
}

#pragma GCC visibility pop
