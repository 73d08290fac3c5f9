/*
 * ext/limits.h - org.picker.limits/1, a draft (R6.3): limits that the administrator set, offered by the host through
 * picker_host.get_extension. A backend that makes images asks for them when a library is opened.
 */
#ifndef PICKER_EXT_LIMITS_H
#define PICKER_EXT_LIMITS_H

#include "../base.h"

/* The id of this extension. */
#define PICKER_EXT_LIMITS "org.picker.limits/1"

/* The host's, valid as long as the host table. 0: the backend's own limit. */
typedef struct picker_limits_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /* Pixels of one image, before scaling. */
    uint64_t max_pixels;
    /* Bytes of one media file that is decoded as an image. */
    uint64_t max_file_bytes;
    /* Bytes of memory that one image request may use. */
    uint64_t max_request_bytes;
    /* Milliseconds that one image request may be worked on; past them it is PICKER_DEADLINE. */
    uint64_t max_request_milliseconds;
} picker_limits_v1;

#endif
