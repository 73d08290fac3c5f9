#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Landlock as the kernel's documentation has it (userspace-api/landlock). Numbers and layouts are spelt out: the headers
 * of many systems are older than their kernels.
 */
#define CREATE_RULESET 444
#define ADD_RULE       445
#define RESTRICT_SELF  446
#define VERSION_FLAG   1u
#define PATH_BENEATH   1
#define NET_PORT       2
#define CONNECT_TCP    (1ull << 1)

#define EXECUTE     (1ull << 0)
#define WRITE_FILE  (1ull << 1)
#define READ_FILE   (1ull << 2)
#define READ_DIR    (1ull << 3)
#define REMOVE_DIR  (1ull << 4)
#define REMOVE_FILE (1ull << 5)
#define MAKE_DIR    (1ull << 7)
#define MAKE_REG    (1ull << 8)
/* All rights of version 1; moving between folders came with 2, truncating with 3, control of devices with 5. */
#define ALL_FILES ((1ull << 13) - 1)
#define REFER     (1ull << 13)
#define TRUNCATE  (1ull << 14)
#define IOCTL_DEV (1ull << 15)
/* The rights that a file can have: the others are those of folders. */
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE)
#define READING  (READ_FILE | READ_DIR)
/* Neither links, which another program would follow, nor sockets, pipes and devices. */
#define WRITING (READING | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER)

struct ruleset {
    uint64_t files;
    /* Binding and connecting TCP, since version 4. */
    uint64_t net;
    /* Abstract sockets and signals, since version 6. */
    uint64_t scoped;
};

struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

struct port_rule {
    uint64_t allowed;
    uint64_t port;
};

int platform_landlock_version(void)
{
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    return version < 0 ? 0 : (int)version;
}

static int allow(int rules, const char *path, uint64_t rights)
{
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return 0;
    struct stat status;
    int result = fstat(place, &status);
    if (result == 0) {
        if (!S_ISDIR(status.st_mode)) rights &= OF_FILES;
        struct path_rule rule = {rights, place};
        result = (int)syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
        /* A pipe or the like behind a path of /proc, which has no place to be reached at. */
        if (result != 0 && errno == EBADFD) result = 0;
    }
    int code = errno;
    close(place);
    errno = code;
    return result;
}

static int allow_all(int rules, const char *const *paths, uint64_t rights)
{
    for (; *paths != NULL; paths++) {
        if (allow(rules, *paths, rights) != 0) return -1;
    }
    return 0;
}

static int allow_places(int rules, const struct platform_places *places, uint64_t known)
{
    uint64_t programs = READING | (platform_is_sanitized() ? EXECUTE : 0);
    if (allow_all(rules, places->readable, READING & known) != 0) return -1;
    if (allow_all(rules, places->programs, programs & known) != 0) return -1;
    if (allow_all(rules, places->writable, WRITING & known) != 0) return -1;
    return allow_all(rules, places->devices, (READ_FILE | WRITE_FILE | TRUNCATE) & known);
}

static bool allows_any_port(const struct platform_places *places)
{
    for (size_t index = 0; index < places->port_count; index++) {
        if (places->ports[index] == 0) return true;
    }
    return false;
}

static int allow_ports(int rules, const struct platform_places *places)
{
    for (size_t index = 0; index < places->port_count; index++) {
        struct port_rule rule = {CONNECT_TCP, places->ports[index]};
        if (syscall(ADD_RULE, rules, NET_PORT, &rule, 0) != 0) return -1;
    }
    return 0;
}

int platform_restrict(const struct platform_places *places)
{
    int version = platform_landlock_version();
    if (version == 0) return 0;
    struct ruleset wanted = {.files = ALL_FILES};
    size_t size = sizeof wanted.files;
    if (version >= 2) wanted.files |= REFER;
    if (version >= 3) wanted.files |= TRUNCATE;
    if (version >= 4) {
        /* Of a connection that may go anywhere only listening is refused. */
        wanted.net = allows_any_port(places) ? 3 & ~CONNECT_TCP : 3;
        size += sizeof wanted.net;
    }
    if (version >= 5) wanted.files |= IOCTL_DEV;
    if (version >= 6) {
        wanted.scoped = 3;
        size += sizeof wanted.scoped;
    }
    int rules = (int)syscall(CREATE_RULESET, &wanted, size, 0);
    if (rules < 0) return -1;
    int result = allow_places(rules, places, wanted.files);
    if (result == 0 && version >= 4 && !allows_any_port(places)) result = allow_ports(rules, places);
    if (result == 0) result = (int)syscall(RESTRICT_SELF, rules, 0);
    int code = errno;
    close(rules);
    errno = code;
    return result == 0 ? version : -1;
}

int platform_confine(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* There only when one of them is linked in. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
extern void __lsan_do_leak_check(void) __attribute__((weak));

bool platform_is_sanitized(void) { return __asan_init != NULL || __tsan_init != NULL || __lsan_do_leak_check != NULL; }
