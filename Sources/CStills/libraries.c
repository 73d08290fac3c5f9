#include "still_libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "loading.h"

// Held while a library is loaded, and while it is looked up whether one is.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded[3];

#pragma GCC visibility push(hidden)

still_code still_look_up(const char *name, const still_symbol *symbols, still_status *status)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return still_fail(status, STILL_MISSING, dlerror());
    for (const still_symbol *symbol = symbols; symbol->name; symbol++) {
        void *found = dlsym(library, symbol->name);
        if (!found) return still_fail(status, STILL_MISSING, dlerror());
        memcpy(symbol->function, &found, sizeof found); // POSIX has functions and objects of one size; C has no cast.
    }
    status->code = STILL_OK;
    return STILL_OK;
}

const char *still_library_name(still_library library)
{
    static const char *const names[3] = {still_tiff_library, still_jxl_library, still_jp2_library};
    return names[library];
}

still_code still_library_load(still_library library, still_status *status)
{
    static void (*const loaders[3])(still_status *) = {still_tiff_load, still_jxl_load, still_jp2_load};
    pthread_mutex_lock(&lock);
    status->code = STILL_OK;
    // Once more after a failure, which may have been for want of descriptors or memory at that moment.
    if (!is_loaded[library]) {
        loaders[library](status);
        is_loaded[library] = status->code == STILL_OK;
    }
    pthread_mutex_unlock(&lock);
    return status->code;
}

#pragma GCC visibility pop
