/*
 * ext/video.h - org.picker.video/1, a draft (R6.3): facts and poster frames of videos, offered through
 * picker_library.get_extension.
 */
#ifndef PICKER_EXT_VIDEO_H
#define PICKER_EXT_VIDEO_H

#include "../call.h"
#include "../frame.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_VIDEO "org.picker.video/1"

/* Flags of facts. */
#define PICKER_VIDEO_HAS_AUDIO 0x1u

/* The backend's, valid during emit. */
typedef struct picker_video_facts {
    uint32_t struct_size;
    /* PICKER_VIDEO_HAS_AUDIO or 0 */
    uint32_t flags;
    const picker_link *next;
    /* After rotation; 0 where there is no picture. */
    uint32_t pixel_width;
    uint32_t pixel_height;
    /* Seconds; 0: not known. */
    double duration;
    /* Mean over the video; 0: not known. */
    double frames_per_second;
    /* Names as in RFC 6381: "avc1.640028"; absent where there is no such stream. */
    picker_string video_codec;
    picker_string audio_codec;
} picker_video_facts;

/* Takes facts of a video. */
typedef struct picker_video_facts_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_video_facts *facts);
} picker_video_facts_sink;

/* The functions take the library's context. */
typedef struct picker_video_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Emits the facts of a representation's video stream, once.
     * Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_CLOSED.
     */
    picker_status (*facts)(void *context, picker_string local_identifier, uint32_t representation,
                           const picker_video_facts_sink *sink, const picker_call *call, picker_error *error);
    /*
     * The frame shown at `time` seconds, the last one after the end, or the first good one when `time` is negative;
     * inside the box of target_width and target_height and never enlarged, full size when both are 0. Upright. Emits
     * exactly one frame, which is final.
     * Ownership: the frame passes to the host. State: open. Thread: [worker-thread].
     * Returns: as facts.
     */
    picker_status (*poster)(void *context, picker_string local_identifier, uint32_t representation, double time,
                            uint32_t target_width, uint32_t target_height, const picker_frame_sink *sink,
                            const picker_call *call, picker_error *error);
} picker_video_v1;

PICKER_C_END

#endif
