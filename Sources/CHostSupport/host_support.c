#define _GNU_SOURCE
#include "host_support.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
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

pid_t picker_host_fork_and_exit(void)
{
    pid_t child = fork();
    if (child == 0) exit(0);
    return child;
}

int picker_host_respect_permissions(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &header, data) != 0) return -1;
    uint32_t passing = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
    data[0].effective &= ~passing;
    data[0].permitted &= ~passing;
    return (int)syscall(SYS_capset, &header, data);
}
