#ifndef VIDEO_FILE_H
#define VIDEO_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "video_status.h"

// Where the bytes of a video come from. Borrowed for the life of the file that it is given to; called on the thread that
// calls into the file.
typedef struct video_input {
    void *context;
    int64_t size;
    // How much of it headers may take: boxes of eight bytes alone would keep a reader busy for as long as the file is.
    int64_t most_header_bytes;
    // Reads up to `count` bytes at `offset`. Returns how many there were (0 at the end), or a negative errno.
    int64_t (*read)(void *context, int64_t offset, uint8_t *buffer, size_t count);
    // Asked with every read and every packet; anything but 0 ends the call with VIDEO_CANCELLED.
    int (*is_cancelled)(void *context);
} video_input;

// What a stream is coded with. Bytes are the file's, as long as it is open.
typedef struct video_codec {
    const char *name; // NULL: there is no such stream.
    uint32_t tag;     // Four characters, the first in the lowest byte; 0 where the container has none.
    int profile;      // Negative where it is not known.
    int level;
    const uint8_t *setup; // What the container says for the decoder.
    size_t setup_size;
} video_codec;

// What a video says of itself. Numbers that are not known are 0.
typedef struct video_description {
    video_codec video;
    video_codec audio;
    unsigned width, height;                  // As stored.
    unsigned pixel_aspect_x, pixel_aspect_y; // The shape of one pixel.
    int orientation;                         // As in EXIF, 1…8.
    int bits;                                // Of one sample.
    int is_encrypted;
    double duration; // Seconds.
    double frames_per_second;
} video_description;

// A frame that was decoded. Code points are those of ITU-T H.273.
typedef struct video_frame {
    unsigned width, height;
    int is_gray, is_rgb;
    int chroma_shift_x, chroma_shift_y;
    int matrix, primaries, transfer;
    int is_full_range;
    int is_damaged;
    double brightness; // Mean of a sample's first component, 0…255.
    double contrast;   // Its standard deviation.
    double time;       // Seconds from the beginning.
} video_frame;

typedef struct video_file video_file;

#pragma GCC visibility push(hidden)

// Opens a video of a kind that libavformat names: "mp4", "matroska" or "avi". Reads its headers. Nothing else is
// opened, whatever the file refers to. NULL with a status when that fails. Not for several threads at once.
video_file *video_open(const video_input *input, const char *kind, video_status *status);
void video_close(video_file *file);

void video_describe(const video_file *file, video_description *description);

// What the file has under a name, as UTF-8 that it was written as; NULL when there is nothing. The file's, until it is
// closed.
const char *video_text(const video_file *file, const char *name);

// Makes the decoder ready, with one thread. No frame of more pixels than that is decoded. Decoding ends with VIDEO_TOO_LARGE when the
// decoder would hold frames of more than `most_frame_bytes` at once.
video_code video_prepare(video_file *file, int64_t max_pixels, int64_t most_frame_bytes, video_status *status);

// Goes to the key frame at or before `time`, or, with `forward`, to the first one after it. Seconds from the beginning.
// Where the file has no index of key frames, to any packet of about that time.
video_code video_seek(video_file *file, double time, int forward, video_status *status);

// Goes to the first byte of a file without an index of key frames. VIDEO_END where there is one.
video_code video_rewind(video_file *file, video_status *status);

// Decodes the next key frame, or the next frame. VIDEO_END when there is none.
video_code video_decode_key(video_file *file, video_status *status);
video_code video_decode_next(video_file *file, video_status *status);

// Goes back to the frame before the one that was decoded last; the latter is lost. 0 when there is none.
int video_step_back(video_file *file);

// The frame that was decoded last. VIDEO_UNSUPPORTED for samples that cannot be copied.
video_code video_describe_frame(const video_file *file, video_frame *described, video_status *status);

// Copies its samples, of eight bits whatever they were, into one plane (gray) or three.
void video_copy_planes(const video_file *file, uint8_t *const planes[3], const size_t strides[3]);

#pragma GCC visibility pop

#endif
