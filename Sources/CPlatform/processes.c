#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <linux/capability.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int platform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int platform_close_from(void *spawn_file_actions, int lowest)
{
    return posix_spawn_file_actions_addclosefrom_np(spawn_file_actions, lowest);
}

bool platform_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

int platform_fork_and_exit(void)
{
    pid_t child = fork();
    if (child == 0) exit(0);
    return child;
}

bool platform_end_with(int parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return getppid() == parent;
}

void platform_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int platform_respect_permissions(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &header, data) != 0) return -1;
    uint32_t passing = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
    data[0].effective &= ~passing;
    data[0].permitted &= ~passing;
    return (int)syscall(SYS_capset, &header, data);
}

static int write_text(const char *path, const char *text, int length)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    int result = write(file, text, (size_t)length) == length ? 0 : -1;
    close(file);
    return result;
}

/* A user namespace in which this user is root. */
static int enter_user_namespace(void)
{
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return -1;
    char map[64];
    int length = snprintf(map, sizeof map, "0 %u 1", (unsigned)user);
    if (write_text("/proc/self/uid_map", map, length) != 0) return -1;
    if (write_text("/proc/self/setgroups", "deny", 4) != 0) return -1;
    length = snprintf(map, sizeof map, "0 %u 1", (unsigned)group);
    return write_text("/proc/self/gid_map", map, length);
}

int platform_mount_small(const char *folder, unsigned long bytes)
{
    if (unshare(CLONE_NEWNS) != 0 && enter_user_namespace() != 0) return -1;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
    char options[64];
    snprintf(options, sizeof options, "size=%lu,mode=0755", bytes);
    return mount("small", folder, "tmpfs", MS_NODEV | MS_NOSUID, options);
}

/* Makes the folders that lead to a path, and that one. */
static void make_folders(const char *path)
{
    char part[4096];
    if (strlen(path) >= sizeof part) return;
    for (size_t length = 1; length <= strlen(path); length++) {
        if (path[length] != '/' && path[length] != 0) continue;
        memcpy(part, path, length);
        part[length] = 0;
        (void)mkdir(part, 0755);
    }
}

int platform_cover(const char *folder, const char *const *kept)
{
    enum { MOST = 8 };
    int folders[MOST], count = 0;
    if (unshare(CLONE_NEWNS) != 0 && enter_user_namespace() != 0) return -1;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
    for (; count < MOST && kept[count] != NULL; count++)
        folders[count] = open(kept[count], O_PATH | O_DIRECTORY | O_CLOEXEC);
    int result = mount("cover", folder, "tmpfs", MS_NODEV | MS_NOSUID, "size=64m,mode=1777");
    for (int index = 0; index < count; index++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", folders[index]);
        if (result == 0) {
            make_folders(kept[index]);
            result = mount(path, kept[index], NULL, MS_BIND | MS_REC, NULL);
        }
        if (folders[index] >= 0) close(folders[index]);
    }
    return result;
}

size_t platform_allocation_size(void *memory) { return malloc_usable_size(memory); }

size_t platform_malloc_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void platform_read_thread_state(platform_thread_state *state)
{
    memset(state, 0, sizeof *state);
    state->rounding = fegetround();
    state->locale = (void *)uselocale((locale_t)0);
    sigset_t blocked;
    sigemptyset(&blocked);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 64; number++) {
        if (sigismember(&blocked, number) == 1) state->blocked_signals |= UINT64_C(1) << number;
    }
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state->cancel_state);
    if (state->cancel_state != PTHREAD_CANCEL_ENABLE) pthread_setcancelstate(state->cancel_state, NULL);
#if defined(__x86_64__)
    /* Flush to zero, and denormals are zero (Intel SDM 1, 10.2.3). */
    state->small_numbers = __builtin_ia32_stmxcsr() & 0x8040;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__("mrs %0, fpcr" : "=r"(control));
    state->small_numbers = (uint32_t)control & 0x03080000;
#endif
    state->priority = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
    cpu_set_t processors;
    CPU_ZERO(&processors);
    sched_getaffinity(0, sizeof processors, &processors);
    state->processors = UINT64_C(14695981039346656037);
    for (size_t byte = 0; byte < sizeof processors; byte++) {
        state->processors = (state->processors ^ ((const uint8_t *)&processors)[byte]) * UINT64_C(1099511628211);
    }
    prctl(PR_GET_NAME, state->name);
}

void platform_set_time_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* There only when AddressSanitizer is linked in (sanitizer/allocator_interface.h, sanitizer/lsan_interface.h). */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

long platform_allocated_bytes(void)
{
    if (__sanitizer_get_current_allocated_bytes == NULL) return -1;
    return (long)__sanitizer_get_current_allocated_bytes();
}

bool platform_has_leaks(void)
{
    return __lsan_do_recoverable_leak_check != NULL && __lsan_do_recoverable_leak_check() != 0;
}

int platform_read_process(int process, void *into, uint64_t address, size_t count)
{
    char *end = (char *)into + count;
    for (char *next = into; next < end;) {
        struct iovec here = {.iov_base = next, .iov_len = (size_t)(end - next)};
        struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = here.iov_len};
        ssize_t copied = process_vm_readv(process, &here, 1, &there, 1, 0);
        if (copied <= 0) {
            if (copied == 0) errno = EFAULT;
            return -1;
        }
        next += copied;
        address += (uint64_t)copied;
    }
    return 0;
}

int platform_limit_descriptors(int process, uint64_t current, uint64_t highest)
{
    struct rlimit limit = {.rlim_cur = current, .rlim_max = highest};
    return prlimit(process, RLIMIT_NOFILE, &limit, NULL);
}
