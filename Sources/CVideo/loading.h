#ifndef VIDEO_LOADING_H
#define VIDEO_LOADING_H

#include "video_status.h"

#define VIDEO_TEXT_OF(x) #x
#define VIDEO_TEXT(x)    VIDEO_TEXT_OF(x)

#pragma GCC visibility push(hidden)

// A library, loaded for good. NULL with a status when it cannot be.
void *video_open_library(const char *name, video_status *status);

// Puts the address of a function into a pointer to one. 0 with a status when the library has none of that name.
int video_look_up(void *library, const char *name, void *function, video_status *status);

#pragma GCC visibility pop

#endif
