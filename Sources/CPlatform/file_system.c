#define _GNU_SOURCE
#include "file_system.h"
#include "platform.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
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

#pragma GCC visibility pop

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)place;
    if (remove(path) == 0 || (kind != FTW_DP && kind != FTW_DNR) || (status->st_mode & S_IRWXU) == S_IRWXU) return 0;
    /* What is in it could not be seen or removed without these. */
    if (chmod(path, S_IRWXU) == 0) platform_remove_tree(path);
    return 0;
}

void platform_remove_tree(const char *folder) { nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT); }
