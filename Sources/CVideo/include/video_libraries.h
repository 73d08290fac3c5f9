#ifndef VIDEO_LIBRARIES_H
#define VIDEO_LIBRARIES_H

#include "video_status.h"

#pragma GCC visibility push(hidden)

// The libraries' file names, in the order in which they are loaded: those of the major versions whose headers this was
// compiled with. NULL after the last.
const char *video_library_name(int index);

// Whether the dynamic loader would find the libraries. Looks for their files in the folders that it searches, which
// costs microseconds; loads them only where they are in none of these.
int video_libraries_are_installed(void);

// Whether the loader finds a library of that name, in the same way.
int video_library_is_installed(const char *name);

// Loads the libraries, once in a process. From any thread.
video_code video_libraries_load(video_status *status);

#pragma GCC visibility pop

#endif
