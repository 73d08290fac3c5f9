/*
 * platform.h - what is needed of the system and Swift does not import.
 */
#ifndef PICKER_PLATFORM_H
#define PICKER_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Whether `address` is in the very file that `handle`, a result of dlopen, stands for. dlsym also searches the
 * libraries that a file needs, so a symbol that it finds may be another file's.
 */
bool platform_address_is_in(void *handle, const void *address);

/*
 * Loads a shared library with every symbol that it needs itself bound at once, and none of its own visible to others. Of the
 * libraries that it needs, functions are bound when they are first called if the file asks for its own binding (-z now, as
 * DT_BIND_NOW, DF_BIND_NOW or DF_1_NOW in its dynamic section); else at once, too. NULL: dlerror says why.
 */
void *platform_load_library(const char *path);

/*
 * Whether the dynamic linker would find a library of this file name. Looks for its file, which takes microseconds; only where
 * none of the folders that are searched has it, the linker itself is asked.
 */
bool platform_library_is_installed(const char *name);

/* A pipe whose ends are closed on exec, without a moment in which they are not. 0, or -1 and errno. */
int platform_pipe(int ends[2]);

/*
 * Adds to the file actions of a process that is started (a posix_spawn_file_actions_t, whose header belongs to Swift's
 * own module of the C library): it closes all descriptors from `lowest`. 0, or an errno.
 */
int platform_close_from(void *spawn_file_actions, int lowest);

/* Sets the limits of how many descriptors another process of this user has. 0, or -1 and errno. */
int platform_limit_descriptors(int process, uint64_t current, uint64_t highest);

/*
 * Copies `count` bytes at an address of another process, which may be wrong, into memory of this one. 0, or -1 and errno: EFAULT when
 * not all of them are there, EPERM where no process looks into another.
 */
int platform_read_process(int process, void *into, uint64_t address, size_t count);

/* Forks a copy of this process that calls exit at once, with all exit handlers. Its number, or -1 and errno. */
int platform_fork_and_exit(void);

/* With what a watched copy exits when code of the file was called: because it forked, or because it exited. */
#define PLATFORM_HANDLER_OF_FORK 81
#define PLATFORM_HANDLER_OF_EXIT 82

/*
 * The same, and it forks before it exits; code of the file that `address` is in may not be executed in it. It exits with
 * PLATFORM_HANDLER_OF_* when that code is called by anything but the dynamic linker, which calls destructors. Its number, or -1
 * and errno.
 */
int platform_fork_and_exit_watched(const void *address);

/* What is counted of a file whose calls are watched. */
#define PLATFORM_WATCHED_UMASK       0
#define PLATFORM_WATCHED_FOLDER      1
#define PLATFORM_WATCHED_LOCALE      2
#define PLATFORM_WATCHED_ENVIRONMENT 3
/* Descriptors that it closed, and that other programs would have inherited to the end. */
#define PLATFORM_WATCHED_INHERITED 4
/* Threads that it started, and that did not block the signals which are sent to a process when they ended. */
#define PLATFORM_WATCHED_SIGNALS 5
#define PLATFORM_WATCHED_KINDS   6

/*
 * Counts from now on calls of the C library by the file that `address` is in, and by no other. False: it has no dynamic
 * section to do that with. Not undone.
 */
bool platform_watch_calls(const void *address);
/* How many there were of a PLATFORM_WATCHED_*. */
unsigned platform_watched_calls(int kind);

/*
 * This process is killed when the thread that started it ends. False: it ended already, and `parent`, which started it, is
 * not the parent of this process any more.
 */
bool platform_end_with(int parent);

/* Processes that this one started, or that others of them started, become its children when their own parents end. */
void platform_adopt_orphans(void);

/*
 * Gives up the rights with which a superuser passes by the permissions of files, for the calling thread and those that
 * it starts. 0, or -1 and errno.
 */
int platform_respect_permissions(void);

/*
 * Mounts a file system of `bytes` in memory on a folder, for this process and its children alone; without rights to do
 * that, in a user namespace of its own, which a process with more than one thread cannot have. 0, or -1 and errno.
 */
int platform_mount_small(const char *folder, unsigned long bytes);

/*
 * Puts an empty file system in memory over a folder, for this process and its children alone, in which `kept` folders are
 * where they were; the list ends with NULL. As platform_mount_small otherwise. 0, or -1 and errno.
 */
int platform_cover(const char *folder, const char *const *kept);

/* How many bytes malloc gave for `memory`, which it returned. */
size_t platform_allocation_size(void *memory);

/* Bytes that malloc has given and that were not freed, in all its arenas, with what it maps for large ones. */
size_t platform_malloc_bytes(void);

/* What the calling thread does with numbers, texts and signals, in a form that can be compared. */
typedef struct platform_thread_state {
    int rounding;
    void *locale;
    uint64_t blocked_signals;
    int cancel_state;
    /* How the smallest numbers are treated, as the processor has it; 0 where that is not known. */
    uint32_t small_numbers;
    int priority;
    /* FNV-1a of the set of processors that it may run on. */
    uint64_t processors;
    char name[16];
} platform_thread_state;

void platform_read_thread_state(platform_thread_state *state);

/* Sets the time zone of the process, as TZ says it. */
void platform_set_time_zone(const char *zone);

/* Bytes of memory that are allocated and not freed; -1 in a build without AddressSanitizer. */
long platform_allocated_bytes(void);

/*
 * Whether LeakSanitizer finds memory that nothing leads to, which it then reports; false in a build without it, and
 * when its options say that it is not to look.
 */
bool platform_has_leaks(void);

/* A pair of connected stream sockets, closed on exec. 0, or -1 and errno. */
int platform_socket_pair(int ends[2]);

/* A stream socket, closed on exec, connected to the one that listens at a path. -1 and errno when there is none. */
int platform_connect_local(const char *path);

/* A socket that listens at 127.0.0.1, closed on exec; *port 0 takes a free one, and says which. -1 and errno. */
int platform_listen_loopback(uint16_t *port);

/* The next connection, closed on exec. -1 and errno. */
int platform_accept(int listener);

/* A stream connected to a port of 127.0.0.1, closed on exec. -1 and errno. */
int platform_connect_loopback(uint16_t port);

/*
 * Sends `head` and `body` as far as there is room, and `descriptor` with the first byte; -1: none. A peer that is gone
 * is an error and not a signal. The number of bytes sent, or -1 and errno.
 */
ptrdiff_t platform_send(int socket, const void *head, size_t head_size, const void *body, size_t body_size,
                        int descriptor);

/* In place of a descriptor that came while this process had none free. */
#define PLATFORM_DESCRIPTOR_LOST (-2)

/*
 * Receives at most `size` bytes, and the descriptor that came with them, closed on exec, or -1, or
 * PLATFORM_DESCRIPTOR_LOST; further descriptors are closed. The number of bytes received, 0 at the end, or -1 and
 * errno.
 */
ptrdiff_t platform_receive(int socket, void *buffer, size_t size, int *descriptor);

/* A file in memory, closed on exec, that can be sealed. A descriptor, or -1 and errno. */
int platform_memory_file(void);

/* The bytes and the size of a file in memory can no longer be changed. 0, or -1 and errno. */
int platform_seal(int file);

/*
 * The size of a file in memory whose size and bytes are sealed, and how many bytes of it have memory; -1 when it is none, or
 * one of huge pages.
 */
int64_t platform_sealed_size(int file, int64_t *allocated);

/* Removes a folder with all that is in it, folders without permissions included; follows no links. */
void platform_remove_tree(const char *folder);

/* What the calling thread is at work on; NULL at first. */
void *platform_thread_work(void);
void platform_set_thread_work(void *work);

/* Whether the process runs with more rights than its user (set-uid and the like). */
bool platform_is_privileged(void);

#endif
