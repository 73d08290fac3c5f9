/*
 * host_support.h - what the host needs of the system and Swift does not import.
 */
#ifndef PICKER_HOST_SUPPORT_H
#define PICKER_HOST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
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

/* Whether the process runs with more rights than its user (set-uid and the like). */
bool picker_host_is_privileged(void);

#endif
