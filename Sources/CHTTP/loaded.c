#include "loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct chttp_curl chttp_curl;

/* Held while the library is loaded, and while it is looked up whether it is. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define FUNCTION(name)                                   \
    {                                                    \
        "curl_" #name, offsetof(struct chttp_curl, name) \
    }
    FUNCTION(global_init),    FUNCTION(easy_init),    FUNCTION(easy_cleanup),     FUNCTION(easy_setopt),
    FUNCTION(easy_getinfo),   FUNCTION(easy_pause),   FUNCTION(easy_strerror),    FUNCTION(multi_init),
    FUNCTION(multi_cleanup),  FUNCTION(multi_setopt), FUNCTION(multi_add_handle), FUNCTION(multi_remove_handle),
    FUNCTION(multi_perform),  FUNCTION(multi_poll),   FUNCTION(multi_info_read),  FUNCTION(slist_append),
    FUNCTION(slist_free_all),
#undef FUNCTION
};

static void load(void)
{
    /* Debian's name of libcurl's fourth binary interface. It stays: its threads and its end are its own. */
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
        void *found = dlsym(library, functions[index].name);
        if (!found) return;
        memcpy((char *)&chttp_curl + functions[index].offset, &found, sizeof found);
    }
    is_loaded = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int chttp_load(void)
{
    pthread_mutex_lock(&lock);
    /* Once more after a failure, which may have been for want of descriptors or memory at that moment. */
    if (!is_loaded) load();
    int result = is_loaded;
    pthread_mutex_unlock(&lock);
    return result;
}
