#define _GNU_SOURCE
#include "file_system.h"

#include <fcntl.h>
#include <stdio.h>

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

#pragma GCC visibility pop
