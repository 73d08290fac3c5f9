/*
 * file_system.h - what writing files needs of the system and Swift does not import.
 */
#ifndef PICKER_FILE_SYSTEM_H
#define PICKER_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Opens a file without a name in a folder, to write and to be given a name later. A descriptor, or -1 and errno:
 * EOPNOTSUPP where the file system has no such files.
 */
int file_system_open_unnamed(int folder, uint32_t mode);

/* Renames inside of a folder; an existing `to` is EEXIST, never replaced. 0, or -1 and errno. */
int file_system_rename_new(int folder, const char *from, const char *to);

/* Takes room on the disk without changing the file's size. 0, or -1 and errno. */
int file_system_reserve(int file, int64_t length);

/* Begins to write a part of a file to the disk, and does not wait for it. 0, or -1 and errno. */
int file_system_begin_writing_back(int file, int64_t offset, int64_t length);

/*
 * Waits for the call of write on a regular file that is under way, if there is one: asks where the data begins, which
 * ext4, XFS, Btrfs, F2FS and tmpfs answer under the lock that write holds from its beginning to its end. Waits for
 * nothing on file systems that do not. Sets the position of `file`.
 */
void file_system_await_write(int file);

/* Bytes that are free in a folder in memory (tmpfs) from which code can be loaded; -1: it is none. */
int64_t file_system_memory_room(const char *path);

/* Whether an open folder is on a file system that other machines may change as well. */
bool file_system_is_on_network(int folder);

#endif
