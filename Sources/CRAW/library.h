#ifndef CRAW_LIBRARY_H
#define CRAW_LIBRARY_H

#include <libraw/libraw.h>

#pragma GCC visibility push(hidden)

namespace raw
{

// The functions of LibRaw that are called by name; all others are called through its objects.
struct Library {
    libraw_data_t *(*init)(unsigned flags) = nullptr;
    void (*close)(libraw_data_t *) = nullptr;
    // In the dynamic linker's words; empty when all is there.
    char missing[256] = "";

    // Opened with the first call, and never closed.
    static const Library &shared();

    bool is_usable() const { return missing[0] == 0; }
};

} // namespace raw

#pragma GCC visibility pop

#endif
