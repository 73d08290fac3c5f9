#define _GNU_SOURCE
#include "host_support.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

bool picker_host_address_is_in(void *handle, const void *address)
{
    struct link_map *opened = 0;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &opened) != 0) return false;
    Dl_info info;
    struct link_map *owner = 0;
    if (dladdr1(address, &info, (void **)&owner, RTLD_DL_LINKMAP) == 0) return false;
    return owner == opened;
}

int picker_host_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

bool picker_host_is_privileged(void) { return getauxval(AT_SECURE) != 0; }
