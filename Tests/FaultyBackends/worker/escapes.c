/*
 * Tries to get out of its process while it is loaded, before anything of it was called, and whenever an image is asked for.
 * The error of the image says what was permitted of it. For "minimal-landscape" it
 * takes memory without end.
 */
#define _GNU_SOURCE
#include "../minimal.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char permitted[1000];

static void note(const char *when, const char *what, int isPermitted)
{
    if (!isPermitted) return;
    size_t length = strlen(permitted);
    snprintf(permitted + length, sizeof permitted - length, "%s %s; ", what, when);
}

/* A file beside the plugin's. */
static int opens(const char *name, int flags)
{
    Dl_info own;
    if (dladdr(permitted, &own) == 0) return 1;
    const char *slash = strrchr(own.dli_fname, '/');
    char path[4200];
    snprintf(path, sizeof path, "%.*s/%s", slash == NULL ? 0 : (int)(slash - own.dli_fname), own.dli_fname, name);
    int file = open(path, flags | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static int makes_socket(int family, int type)
{
    int made = socket(family, type, 0);
    if (made >= 0) close(made);
    return made >= 0;
}

static int makes_pair(int type)
{
    int pair[2];
    if (socketpair(AF_UNIX, type, 0, pair) != 0) return 0;
    close(pair[0]);
    close(pair[1]);
    return 1;
}

static int forks(void)
{
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
}

static int executes(void)
{
    /* A program that does not exist is an error of another kind, and the process stays in any case. */
    char *const arguments[] = {"true", NULL};
    execve("/nonexistent/true", arguments, NULL);
    return errno != EACCES;
}

/* Lets the kernel send the host a signal when a file is ready, but for the flag that asks for it. */
static int sets_owner(void)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 0;
    pid_t host = getppid();
    int is_set = fcntl(pair[0], F_SETOWN, host) == 0 || ioctl(pair[0], FIOSETOWN, &host) == 0;
    close(pair[0]);
    close(pair[1]);
    return is_set;
}

/* Asks for the limits of a process, and changes nothing. */
static int limits(pid_t process)
{
    struct rlimit limit;
    return prlimit(process, RLIMIT_NOFILE, NULL, &limit) == 0;
}

static void escape(const char *when)
{
    note(when, "reading beside the plugin", opens("beside", O_RDONLY));
    note(when, "writing beside the plugin", opens("escaped", O_WRONLY | O_CREAT));
    note(when, "a local socket", makes_socket(AF_UNIX, SOCK_STREAM));
    note(when, "UDP", makes_socket(AF_INET, SOCK_DGRAM));
    note(when, "TCP", makes_socket(AF_INET6, SOCK_STREAM));
    note(when, "netlink", makes_socket(AF_NETLINK, SOCK_RAW));
    note(when, "a pair of datagram sockets", makes_pair(SOCK_DGRAM));
    note(when, "a process", forks());
    note(when, "a program", executes());
    note(when, "ptrace", ptrace(PTRACE_CONT, 0, NULL, NULL) == 0 || errno != EPERM);
    note(when, "a signal to the host", kill(getppid(), 0) == 0);
    note(when, "a file that the host owns", sets_owner());
    note(when, "limits of the host", limits(getppid()));
    note(when, "no signal to itself", kill(getpid(), 0) != 0);
    note(when, "no limits of itself", !limits(0) || !limits(getpid()));
    /* Of nothing: it asks for a right, and changes nothing. */
    note(when, "a namespace", unshare(0) == 0);
    note(when, "io_uring", syscall(425, 1, NULL) == 0 || errno != ENOSYS);
    note(when, "keyrings", syscall(SYS_keyctl, 0, -3, 0) >= 0 || errno != EPERM);
}

__attribute__((constructor)) static void load(void) { escape("while it was loaded"); }

/* So that a compiler does not find that the memory is of no use. */
char *taken;

static picker_status take_memory(void *context, const picker_call *call, picker_error *error)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (;;) {
        char *memory = malloc(16 << 20);
        if (memory != NULL) memset(memory, 1, 16 << 20);
        taken = memory;
        picker_status status = minimal_check(context, call, error);
        if (status != PICKER_OK) return status;
        if (memory == NULL) nanosleep(&moment, NULL);
    }
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    if (minimal_asset_index(request->local_identifier) == 0) return take_memory(context, call, error);
    if (!makes_pair(SOCK_STREAM)) return minimal_fail(error, PICKER_INTERNAL, "no pair of stream sockets");
    escape("in a call");
    if (permitted[0] == 0) return minimal_request_image(context, request, sink, call, error);
    return minimal_fail(error, PICKER_INTERNAL, permitted);
}

static void patch(picker_library *library) { library->request_image = request_image; }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_patch_library = patch;
    return minimal_entry(request, backend, error);
}
