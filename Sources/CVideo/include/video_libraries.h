#ifndef VIDEO_LIBRARIES_H
#define VIDEO_LIBRARIES_H

#include "video_status.h"

#pragma GCC visibility push(hidden)

// The libraries' file names, in the order in which they are loaded: those of the major versions whose headers this was
// compiled with. NULL after the last.
const char *video_library_name(int index);

// Loads the libraries, once in a process; tries again after a failure. From any thread.
video_code video_libraries_load(video_status *status);

#pragma GCC visibility pop

#endif
