/*
 * confinement.h - what a process gives up before it runs code that it does not trust.
 */
#ifndef PICKER_CONFINEMENT_H
#define PICKER_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * For a child process: no new rights by what it executes, no core files, and its end when the thread that started it
 * ends. 0, or -1 and errno.
 */
int platform_confine(void);

/* Whether a sanitizer is linked in: it starts programs and looks into its own process. */
bool platform_is_sanitized(void);

/* The version of Landlock that the kernel has; 0: none. */
int platform_landlock_version(void);

/* Lists of paths that end with NULL. What is not there is passed over. */
struct platform_places {
    /* Files, and folders with all that is in them. */
    const char *const *readable;
    /* To read; programs in them may be executed by a build with a sanitizer. */
    const char *const *programs;
    /* Folders in which files and folders are made, written and removed. */
    const char *const *writable;
    /* Files that are read and written, and neither made nor removed. */
    const char *const *devices;
    /* The ports to which TCP connections are made, with 0 among them to any; none: none are. */
    const uint16_t *ports;
    size_t port_count;
};

/*
 * From now on the calling thread, and those that it starts, reach no other files, and execute none. No TCP but to those ports, no control
 * of devices, and no signals or abstract sockets to other processes, as far as the kernel can refuse them. The version
 * of Landlock, 0 when there is none, or -1 and errno. Needs platform_confine.
 */
int platform_restrict(const struct platform_places *places);

/* Whether the kernel filters system calls (seccomp). */
bool platform_can_filter_calls(void);

/*
 * From now on no thread of this process executes a program, starts a process, makes a socket but a connected pair of
 * streams, looks into another process, sends it a signal or changes its limits, mounts, or uses io_uring, BPF, keyrings
 * and what else of the kernel no plugin needs. In a build with a sanitizer it may do what the sanitizer does. 1; 0 when
 * the kernel has no such filters; or -1 and errno. Needs platform_confine.
 *
 * `may_connect`: sockets of IPv4 and IPv6 are made, and connected; none listens.
 */
int platform_filter_calls(bool may_connect);

#endif
