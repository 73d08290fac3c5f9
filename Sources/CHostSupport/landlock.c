#define _GNU_SOURCE
#include "host_support.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
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

#define EXECUTE   (1ull << 0)
#define READ_FILE (1ull << 2)
#define READ_DIR  (1ull << 3)
/* All rights of version 1; moving between folders came with 2, truncating with 3. */
#define ALL_FILES ((1ull << 13) - 1)
#define REFER     (1ull << 13)
#define TRUNCATE  (1ull << 14)
/* The rights that a file can have: the others are those of folders. */
#define OF_FILES (EXECUTE | (1ull << 1) | READ_FILE | TRUNCATE)

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

int picker_host_landlock_version(void)
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

int picker_host_restrict(const char *const *readable, const char *const *writable)
{
    int version = picker_host_landlock_version();
    if (version == 0) return 0;
    struct ruleset wanted = {.files = ALL_FILES};
    size_t size = sizeof wanted.files;
    if (version >= 2) wanted.files |= REFER;
    if (version >= 3) wanted.files |= TRUNCATE;
    if (version >= 4) {
        wanted.net = 3;
        size += sizeof wanted.net;
    }
    if (version >= 6) {
        wanted.scoped = 3;
        size += sizeof wanted.scoped;
    }
    int rules = (int)syscall(CREATE_RULESET, &wanted, size, 0);
    if (rules < 0) return -1;
    int result = allow_all(rules, readable, EXECUTE | READ_FILE | READ_DIR);
    if (result == 0) result = allow_all(rules, writable, wanted.files);
    if (result == 0) result = (int)syscall(RESTRICT_SELF, rules, 0);
    int code = errno;
    close(rules);
    errno = code;
    return result == 0 ? version : -1;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void picker_host_remove_tree(const char *folder) { nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT); }
