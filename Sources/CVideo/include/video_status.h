#ifndef VIDEO_STATUS_H
#define VIDEO_STATUS_H

// How a call ended.
typedef enum video_code {
    VIDEO_OK = 0,
    VIDEO_END, // No frame follows.
    VIDEO_CORRUPT,
    VIDEO_UNSUPPORTED,
    VIDEO_TOO_LARGE,
    VIDEO_OUT_OF_MEMORY,
    VIDEO_IO, // What the input reported is in `system_error`.
    VIDEO_CANCELLED,
    VIDEO_MISSING, // The libraries, or the encoder, are not installed or cannot be loaded.
    VIDEO_UNTIMED, // Packets cannot be copied: it is not known when they are shown, or how they are set up.
} video_code;

// A code with the words of the function that failed. Always ends in NUL.
typedef struct video_status {
    video_code code;
    int system_error;
    char message[200];
} video_status;

#pragma GCC visibility push(hidden)

// Fills in a status and returns its code.
video_code video_fail(video_status *status, video_code code, const char *message);

#pragma GCC visibility pop

#endif
