#define _GNU_SOURCE
#include "include/cpostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

/* The functions, without the "PQ" before their names. */
#define NAMES(use)                                                                                                     \
    use(connectStartParams) use(connectPoll) use(finish) use(socket) use(status) use(errorMessage) use(serverVersion)  \
        use(setnonblocking) use(setNoticeReceiver) use(sendQueryParams) use(flush) use(consumeInput) use(isBusy)       \
            use(getResult) use(clear) use(resultStatus) use(resultErrorField) use(ntuples) use(nfields) use(getisnull) \
                use(getvalue) use(getlength) use(notifies) use(freemem) use(sendQuery) use(fname) use(ftype)           \
                    use(setErrorVerbosity) use(backendPID) use(sendPrepare) use(sendQueryPrepared)

#include "loaded.h"

struct cpostgres_libpq cpostgres_libpq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void)
{
    /* Debian's name of libpq's fifth binary interface. It stays: libraries that it needs keep what they began. */
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOOK_UP(name)                                        \
    {                                                        \
        void *found = dlsym(library, "PQ" #name);            \
        if (!found) return;                                  \
        memcpy(&cpostgres_libpq.name, &found, sizeof found); \
    }
    NAMES(LOOK_UP)
#undef LOOK_UP
    is_loaded = 1;
}

int cpostgres_load(void)
{
    pthread_once(&once, load);
    return is_loaded;
}
