#ifndef STILL_LIBRARIES_H
#define STILL_LIBRARIES_H

#include "still_status.h"

typedef enum still_library {
    STILL_LIBTIFF = 0,
    STILL_LIBJXL,
    STILL_OPENJPEG,
} still_library;

#pragma GCC visibility push(hidden)

// The file name of the version that the headers were of.
const char *still_library_name(still_library library);

// Loads a library with the first call, for good; tries again after a failure. STILL_MISSING with the dynamic linker's words when it
// cannot be used.
still_code still_library_load(still_library library, still_status *status);

#pragma GCC visibility pop

#endif
