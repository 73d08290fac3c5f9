// Conversions, over CVideo, libswscale and libswresample: for the program alone that converts in a process of its own. No
// symbol is visible outside of the image that this is linked into.
#ifndef VIDEO_CONVERSION_H
#define VIDEO_CONVERSION_H

#include <stddef.h>
#include <stdint.h>

#include "video_file.h"
#include "video_status.h"

// Where the bytes of a converted video go. Borrowed for the life of the conversion; called on its thread.
typedef struct video_output {
    void *context;
    // Writes all bytes at `offset`. 0, or a negative errno.
    int (*write)(void *context, int64_t offset, const uint8_t *bytes, size_t count);
    // Reads back up to `count` of them. Returns how many there were (0 at the end), or a negative errno.
    int64_t (*read)(void *context, int64_t offset, uint8_t *buffer, size_t count);
} video_output;

// What is to become of a video.
typedef struct video_plan {
    int copies_video; // Packets as they are, instead of decoding and encoding.
    int copies_audio;
    int keeps_location;
    int threads; // Of the decoder, and of the encoder; at least 1.
    int64_t max_pixels;
    const char *encoder; // libavcodec's name of an encoder for H.264.
    // What the output says besides the container's metadata: names and values in turn, NULL at the end.
    const char *const *texts;
} video_plan;

typedef struct video_conversion video_conversion;

#pragma GCC visibility push(hidden)

// Begins to write the picture and the sound of a file, which nothing was read of but its headers, as an MP4 file: H.264
// of eight bits, 4:2:0, with the source's timestamps, rotation, pixel shape and colour codes, and AAC. NULL with a
// status when that fails: VIDEO_MISSING without a library or the encoder, VIDEO_UNTIMED when packets that are to be
// copied cannot be.
video_conversion *video_conversion_begin(video_file *file, const video_output *output, const video_plan *plan,
                                         video_status *status);

// Converts one packet. VIDEO_END when all are converted and the output is complete. VIDEO_CORRUPT also when the file
// ends before it should, and when more packets are damaged than not.
video_code video_conversion_step(video_conversion *conversion, video_status *status);

// How far it is: seconds from the beginning.
double video_conversion_time(const video_conversion *conversion);

void video_conversion_end(video_conversion *conversion);

// The file names of the libraries that conversions need besides those that read. NULL after the last.
const char *video_conversion_library_name(int index);

#pragma GCC visibility pop

#endif
