#include "still_libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "loading.h"

static pthread_once_t once[3] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
static still_status outcomes[3];

static void load_tiff(void) { still_tiff_load(&outcomes[STILL_LIBTIFF]); }
static void load_jxl(void) { still_jxl_load(&outcomes[STILL_LIBJXL]); }
static void load_jp2(void) { still_jp2_load(&outcomes[STILL_OPENJPEG]); }

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
    static void (*const loaders[3])(void) = {load_tiff, load_jxl, load_jp2};
    pthread_once(&once[library], loaders[library]);
    *status = outcomes[library];
    return status->code;
}

#pragma GCC visibility pop
