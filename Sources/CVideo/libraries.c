#include "video_libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "functions.h"
#include "loading.h"

// No single piece of a video needs more memory than this: a frame of 8K in ten bits is a fifth of it.
static const size_t largest_allocation = (size_t)512 << 20;

static const char *const names[] = {
    "libavutil.so." VIDEO_TEXT(LIBAVUTIL_VERSION_MAJOR),
    "libavcodec.so." VIDEO_TEXT(LIBAVCODEC_VERSION_MAJOR),
    "libavformat.so." VIDEO_TEXT(LIBAVFORMAT_VERSION_MAJOR),
};

// Held while the libraries are loaded, and while it is looked up whether they are.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;
static video_status outcome;

static void say_nothing(void *context, int level, const char *format, va_list arguments)
{
    (void)context, (void)level, (void)format, (void)arguments;
}

static int look_all_up(void *util, void *codec, void *format)
{
#define FROM_UTIL(name) \
    if (!video_look_up(util, VIDEO_TEXT(name), &video_av.name, &outcome)) return 0;
#define FROM_CODEC(name) \
    if (!video_look_up(codec, VIDEO_TEXT(name), &video_av.name, &outcome)) return 0;
#define FROM_FORMAT(name) \
    if (!video_look_up(format, VIDEO_TEXT(name), &video_av.name, &outcome)) return 0;
    VIDEO_UTIL_FUNCTIONS(FROM_UTIL)
    VIDEO_CODEC_FUNCTIONS(FROM_CODEC)
    VIDEO_FORMAT_FUNCTIONS(FROM_FORMAT)
    VIDEO_UTIL_WRITING_FUNCTIONS(FROM_UTIL)
    VIDEO_CODEC_WRITING_FUNCTIONS(FROM_CODEC)
    VIDEO_FORMAT_WRITING_FUNCTIONS(FROM_FORMAT)
    return 1;
}

// The layout of structs is that of the headers only in libraries of the same major version.
static int versions_match(void)
{
    return video_av.avutil_version() >> 16 == LIBAVUTIL_VERSION_MAJOR &&
           video_av.avcodec_version() >> 16 == LIBAVCODEC_VERSION_MAJOR &&
           video_av.avformat_version() >> 16 == LIBAVFORMAT_VERSION_MAJOR;
}

static void load(void)
{
    void *util = video_open_library(names[0], &outcome);
    void *codec = util ? video_open_library(names[1], &outcome) : NULL;
    void *format = codec ? video_open_library(names[2], &outcome) : NULL;
    if (!format || !look_all_up(util, codec, format)) return;
    if (!versions_match()) {
        video_fail(&outcome, VIDEO_MISSING, "the libraries are of other versions than their names say");
        return;
    }
    video_av.av_log_set_callback(say_nothing);
    video_av.av_max_alloc(largest_allocation);
}

#pragma GCC visibility push(hidden)

struct video_functions video_av;

void *video_open_library(const char *name, video_status *status)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) video_fail(status, VIDEO_MISSING, dlerror());
    return library;
}

int video_look_up(void *library, const char *name, void *function, video_status *status)
{
    void *found = dlsym(library, name);
    if (!found) video_fail(status, VIDEO_MISSING, dlerror());
    memcpy(function, &found, sizeof found); // POSIX has functions and objects of one size; C has no cast.
    return found != NULL;
}

const char *video_library_name(int index)
{
    return index >= 0 && (size_t)index < sizeof names / sizeof *names ? names[index] : NULL;
}

video_code video_libraries_load(video_status *status)
{
    pthread_mutex_lock(&lock);
    // Once more after a failure, which may have been for want of descriptors or memory at that moment.
    if (!is_loaded) {
        outcome = (video_status){.code = VIDEO_OK};
        load();
        is_loaded = outcome.code == VIDEO_OK;
    }
    *status = outcome;
    pthread_mutex_unlock(&lock);
    return status->code;
}

#pragma GCC visibility pop
