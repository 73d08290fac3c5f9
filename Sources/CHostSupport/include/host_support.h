/*
 * host_support.h - what the host needs of the system and Swift does not import.
 */
#ifndef PICKER_HOST_SUPPORT_H
#define PICKER_HOST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Whether `address` lies in the very file that `handle`, a result of dlopen, stands for. dlsym also searches the
 * libraries that a file needs, so a symbol that it finds may be another file's.
 */
bool picker_host_address_is_in(void *handle, const void *address);

/* A pipe whose ends are closed on exec, without a moment in which they are not. 0, or -1 and errno. */
int picker_host_pipe(int ends[2]);

/* Forks a copy of this process that calls exit at once, with all exit handlers. Its number, or -1 and errno. */
pid_t picker_host_fork_and_exit(void);

/*
 * Gives up the rights with which a superuser passes by the permissions of files, for the calling thread and those that
 * it starts. 0, or -1 and errno.
 */
int picker_host_respect_permissions(void);

/*
 * Mounts a file system of `bytes` in memory on a folder, for this process and its children alone; without rights to do
 * that, in a user namespace of its own, which a process with more than one thread cannot have. 0, or -1 and errno.
 */
int picker_host_mount_small(const char *folder, unsigned long bytes);

/* How many bytes malloc gave for `memory`, which it returned. */
size_t picker_host_allocation_size(void *memory);

/* Bytes of memory that are allocated and not freed; -1 in a build without AddressSanitizer. */
long picker_host_allocated_bytes(void);

/*
 * Whether LeakSanitizer finds memory that nothing leads to, which it then reports; false in a build without it, and when
 * its options say that it is not to look.
 */
bool picker_host_has_leaks(void);

/* A pair of connected stream sockets, closed on exec. 0, or -1 and errno. */
int picker_host_socket_pair(int ends[2]);

/*
 * Sends `head` and `body` as far as there is room, and `descriptor` with the first byte; -1: none. A peer that is gone
 * is an error and not a signal. The number of bytes sent, or -1 and errno.
 */
ssize_t picker_host_send(int socket, const void *head, size_t head_size, const void *body, size_t body_size,
                         int descriptor);

/* In place of a descriptor that came while this process had none free. */
#define PICKER_HOST_DESCRIPTOR_LOST (-2)

/*
 * Receives at most `size` bytes, and the descriptor that came with them, closed on exec, or -1, or
 * PICKER_HOST_DESCRIPTOR_LOST; further descriptors are closed. The number of bytes received, 0 at the end, or -1 and errno.
 */
ssize_t picker_host_receive(int socket, void *buffer, size_t size, int *descriptor);

/* A file in memory, closed on exec, that can be sealed. A descriptor, or -1 and errno. */
int picker_host_memory_file(void);

/* Nobody can change the bytes or the size of a file in memory any more. 0, or -1 and errno. */
int picker_host_seal(int file);

/* The size of a file in memory whose size and bytes are sealed; -1 when it is none. */
int64_t picker_host_sealed_size(int file);

/*
 * For a child process: no new rights by what it executes, no core files, and its end when the thread that started it
 * ends. 0, or -1 and errno.
 */
int picker_host_confine(void);

/* The version of Landlock that the kernel has; 0: none. */
int picker_host_landlock_version(void);

/*
 * From now on the calling thread, and those that it starts, reach no files but those in `readable`, to read and execute,
 * and those in `writable`, both lists of paths that end with NULL; what is not there is passed over. No TCP, and no
 * signals or abstract sockets to other processes, as far as the kernel can refuse them. The version of Landlock, 0 when
 * there is none, or -1 and errno. Needs picker_host_confine.
 */
int picker_host_restrict(const char *const *readable, const char *const *writable);

/* Removes a folder with all that is in it; follows no links. */
void picker_host_remove_tree(const char *folder);

/* What the calling thread is at work on; NULL at first. */
void *picker_host_thread_work(void);
void picker_host_set_thread_work(void *work);

/* Whether the process runs with more rights than its user (set-uid and the like). */
bool picker_host_is_privileged(void);

#endif
