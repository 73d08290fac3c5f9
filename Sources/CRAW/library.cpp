#include "library.h"

#include <dlfcn.h>

#include <cstdio>

#include "craw.h"

// The library of the version that the headers are of: the layout of its objects is another in every other one. The one
// whose name ends in _r may be used by many threads.
#define RAW_QUOTED(text)       #text
#define RAW_FILE_NAME(version) "libraw_r.so." RAW_QUOTED(version)
static const char library_name[] = RAW_FILE_NAME(LIBRAW_SHLIB_CURRENT);

namespace raw
{

static void set_missing(Library &library)
{
    const char *reason = dlerror();
    std::snprintf(library.missing, sizeof library.missing, "%s", reason ? reason : library_name);
}

template <typename Function> static bool find(void *handle, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
}

static Library opened()
{
    Library library;
    void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        set_missing(library);
        return library;
    }
    int (*version)() = nullptr;
    if (!find(handle, "libraw_init", library.init) || !find(handle, "libraw_close", library.close) ||
        !find(handle, "libraw_versionNumber", version)) {
        set_missing(library);
    } else if (version() >> 8 != LIBRAW_VERSION >> 8) {
        std::snprintf(library.missing, sizeof library.missing, "%s is version %d.%d, where %d.%d is needed",
                      library_name, version() >> 16, version() >> 8 & 255, LIBRAW_MAJOR_VERSION, LIBRAW_MINOR_VERSION);
    }
    return library;
}

const Library &Library::shared()
{
    static const Library library = opened();
    return library;
}

} // namespace raw

const char *raw_missing_library(void)
{
    const raw::Library &library = raw::Library::shared();
    return library.is_usable() ? nullptr : library.missing;
}

const char *raw_library_name(void) { return library_name; }
