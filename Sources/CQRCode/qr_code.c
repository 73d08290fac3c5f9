#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <qrencode.h>
#include <stdio.h>

#include "cqrcode.h"

// The version whose header this was built with: a change of it may change what is in a QRcode.
static const char library_name[] = "libqrencode.so.4";

static struct {
    QRcode *(*encode)(int, const unsigned char *, int, QRecLevel);
    void (*release)(QRcode *);
    char missing[256]; // empty: usable
} library;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_library(void)
{
    void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (handle) {
        *(void **)&library.encode = dlsym(handle, "QRcode_encodeData");
        *(void **)&library.release = dlsym(handle, "QRcode_free");
    }
    if (library.encode && library.release) return;
    const char *reason = dlerror();
    snprintf(library.missing, sizeof library.missing, "%s", reason ? reason : library_name);
}

const char *qr_missing_library(void)
{
    pthread_once(&opened, open_library);
    return library.missing[0] ? library.missing : NULL;
}

int qr_make(const uint8_t *bytes, size_t byte_count, uint8_t *modules)
{
    if (qr_missing_library() || byte_count == 0 || byte_count > INT_MAX) return 0;
    // Version 0: the smallest that has room.
    QRcode *code = library.encode((int)byte_count, bytes, 0, QR_ECLEVEL_L);
    if (!code) return 0;
    int side = code->width > 0 && code->width <= QR_LARGEST_SIDE ? code->width : 0;
    // The other bits of a byte say what the module is for.
    for (int place = 0; place < side * side; place++)
        modules[place] = code->data[place] & 1;
    library.release(code);
    return side;
}
