#ifndef STILLS_LOADING_H
#define STILLS_LOADING_H

#include "still_libraries.h"

#pragma GCC visibility push(hidden)

// A function's name, and the pointer that its address is put into.
typedef struct still_symbol {
    const char *name;
    void *function;
} still_symbol;

// Opens a library and looks up all functions, a list that ends with NULL.
still_code still_look_up(const char *library, const still_symbol *symbols, still_status *status);

extern const char still_tiff_library[], still_jxl_library[], still_jp2_library[];

// Each once in the life of the process, and again after a failure.
void still_tiff_load(still_status *status);
void still_jxl_load(still_status *status);
void still_jp2_load(still_status *status);

#pragma GCC visibility pop

#endif
