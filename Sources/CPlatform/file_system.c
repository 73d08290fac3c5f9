#define _GNU_SOURCE
#include "file_system.h"
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

int file_system_open_unnamed(int folder, uint32_t mode)
{
    return openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)mode);
}

int file_system_rename_new(int folder, const char *from, const char *to)
{
    return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
}

int file_system_reserve(int file, int64_t length) { return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, length); }

int file_system_begin_writing_back(int file, int64_t offset, int64_t length)
{
    return sync_file_range(file, offset, length, SYNC_FILE_RANGE_WRITE);
}

void file_system_await_write(int file) { (void)lseek(file, 0, SEEK_DATA); }

int64_t file_system_memory_room(const char *path)
{
    struct statfs system;
    if (statfs(path, &system) != 0 || system.f_type != TMPFS_MAGIC) return -1;
    struct statvfs flags;
    if (statvfs(path, &flags) != 0 || (flags.f_flag & ST_NOEXEC) != 0) return -1;
    return (int64_t)system.f_bavail * (int64_t)system.f_bsize;
}

bool file_system_is_on_network(int folder)
{
    struct statfs system;
    if (fstatfs(folder, &system) != 0) return false;
    switch ((uint32_t)system.f_type) {
    case 0x00006969: /* NFS */
    case 0x0000517B: /* SMB */
    case 0xFF534D42: /* CIFS */
    case 0xFE534D42: /* SMB 2 */
    case 0x00C36400: /* Ceph */
    case 0x5346414F: /* AFS */
    case 0x73757245: /* Coda */
    case 0x01021997: /* 9P */
    case 0x7461636F: /* OCFS2 */
    case 0x01161970: /* GFS2 */
    case 0x0BD00BD0: /* Lustre */
    case 0x65735546: /* FUSE: SSHFS and others, and local ones, which cannot be told from them */ return true;
    default: return false;
    }
}

#pragma GCC visibility pop

/* A folder may lack the permissions that removing what is in it takes, or moving it. */
static void permit(int parent, const char *name)
{
    struct stat status;
    if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode) &&
        (status.st_mode & S_IRWXU) != S_IRWXU)
        fchmodat(parent, name, S_IRWXU, 0);
}

static DIR *open_to_empty(int parent, const char *name)
{
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    permit(parent, name);
    int folder = openat(parent, name, flags);
    DIR *entries = folder >= 0 ? fdopendir(folder) : NULL;
    if (folder >= 0 && !entries) close(folder);
    return entries;
}

struct removal {
    int top;
    dev_t device;
    /* Of the next folder that is moved to the top. */
    unsigned number;
};

/* Moves a folder that is not empty to the top. */
static int lift(int folder, const char *name, struct removal *removal)
{
    permit(folder, name);
    for (int tries = 0; tries < 1000; tries++) {
        char place[32];
        snprintf(place, sizeof place, ".removed-%u", removal->number++);
        if (renameat2(folder, name, removal->top, place, RENAME_NOREPLACE) == 0) return 1;
        if (errno != EEXIST) return 0;
    }
    return 0;
}

/* Removes the entries of a folder; those of its folders that are not empty are moved to the top. Returns how many are gone from here. */
static size_t empty(DIR *entries, struct removal *removal)
{
    size_t count = 0;
    int folder = dirfd(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) {
            count++;
        } else if (folder != removal->top) {
            count += (size_t)lift(folder, name, removal);
        } else {
            DIR *inner = open_to_empty(folder, name);
            if (!inner) continue;
            struct stat status;
            /* What is mounted there is not ours. */
            if (fstat(dirfd(inner), &status) == 0 && status.st_dev == removal->device) count += empty(inner, removal);
            closedir(inner);
            count += unlinkat(folder, name, AT_REMOVEDIR) == 0;
        }
    }
    return count;
}

void platform_remove_tree(const char *path)
{
    /* However deep it is: no path is put together, and no more than two folders are open at a time. */
    DIR *top = open_to_empty(AT_FDCWD, path);
    struct stat status;
    if (top && fstat(dirfd(top), &status) == 0) {
        struct removal removal = {dirfd(top), status.st_dev, 0};
        while (empty(top, &removal) > 0)
            rewinddir(top);
    }
    if (top) closedir(top);
    remove(path);
}
