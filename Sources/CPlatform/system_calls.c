#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * A list of what is refused, not of what is allowed: plugins are written in any language, and a list of all calls that
 * their libraries make breaks with every new one.
 */
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* Numbers that are newer than the headers of many systems; the same on all architectures. */
enum {
    PIDFD_SEND_SIGNAL = 424,
    PIDFD_GETFD = 438,
    OPEN_TREE = 428,
    MOVE_MOUNT = 429,
    FSOPEN = 430,
    FSCONFIG = 431,
    FSMOUNT = 432,
    FSPICK = 433,
    CLONE3 = 435,
    PROCESS_MADVISE = 440,
    MOUNT_SETATTR = 442,
    PROCESS_MRELEASE = 448,
    OPEN_TREE_ATTR = 467,
    IO_URING_SETUP = 425,
    IO_URING_ENTER = 426,
    IO_URING_REGISTER = 427,
};

struct refusal {
    uint32_t number;
    uint32_t code;
};

static const struct refusal refusals[] = {
    {SYS_bind, EACCES},
    {SYS_listen, EACCES},
    /* Other processes. */
    {SYS_kcmp, EPERM},
    {PIDFD_SEND_SIGNAL, EPERM},
    {PIDFD_GETFD, EPERM},
    {PROCESS_MADVISE, EPERM},
    {PROCESS_MRELEASE, EPERM},
    /* Parts of the kernel that were broken into more often than others, and that do what is refused elsewhere. */
    {IO_URING_SETUP, ENOSYS},
    {IO_URING_ENTER, ENOSYS},
    {IO_URING_REGISTER, ENOSYS},
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_add_key, EPERM},
    {SYS_request_key, EPERM},
    {SYS_keyctl, EPERM},
    {SYS_fanotify_init, EPERM},
    /* Namespaces and mounts. What clone3 is asked for is behind a pointer; the C library goes on with clone. */
    {CLONE3, ENOSYS},
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_chroot, EPERM},
    {OPEN_TREE, EPERM},
    {OPEN_TREE_ATTR, EPERM},
    {MOVE_MOUNT, EPERM},
    {FSOPEN, EPERM},
    {FSCONFIG, EPERM},
    {FSMOUNT, EPERM},
    {FSPICK, EPERM},
    {MOUNT_SETATTR, EPERM},
    {SYS_open_by_handle_at, EPERM},
    {SYS_quotactl, EPERM},
    /* The machine. */
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_reboot, EPERM},
    {SYS_acct, EPERM},
    {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM},
    {SYS_delete_module, EPERM},
    {SYS_kexec_load, EPERM},
#ifdef SYS_iopl
    {SYS_iopl, EPERM},
    {SYS_ioperm, EPERM},
#endif
#ifdef SYS_modify_ldt
    {SYS_modify_ldt, EPERM},
#endif
};

/* What a sanitizer does: it looks into its own process from another one, and starts a program that names functions. */
static const struct refusal refusals_without_sanitizer[] = {
    {SYS_execve, EACCES},
    {SYS_execveat, EACCES},
    {SYS_ptrace, EPERM},
    {SYS_process_vm_readv, EPERM},
    {SYS_process_vm_writev, EPERM},
    /* By the number of a thread alone, which may be another process's; tgkill names both. */
    {SYS_tkill, EPERM},
#ifdef SYS_fork
    {SYS_fork, EPERM},
    {SYS_vfork, EPERM},
#endif
};

/* The network, and other processes over sockets with a path. */
static const struct refusal refusals_without_network[] = {
    {SYS_socket, EACCES},
    {SYS_connect, EACCES},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LIMIT        (2 * (COUNT(refusals) + COUNT(refusals_without_sanitizer) + COUNT(refusals_without_network)) + 128)

struct program {
    struct sock_filter steps[LIMIT];
    unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t skip_if, uint8_t skip_else)
{
    program->steps[program->count++] = (struct sock_filter){code, skip_if, skip_else, value};
}

#define LOAD(program, field)    add(program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field), 0, 0)
#define ANSWER(program, action) add(program, BPF_RET | BPF_K, action, 0, 0)

static void refuse(struct program *program, uint32_t code) { ANSWER(program, SECCOMP_RET_ERRNO | code); }

static void refuse_each(struct program *program, const struct refusal *list, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, list[index].number, 0, 1);
        refuse(program, list[index].code);
    }
}

/* Arguments are looked at by their lower halves, which come first on both architectures: the kernel looks at no more. */
static void judge_clone(struct program *program, bool is_sanitized)
{
    const uint32_t namespaces =
        CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, is_sanitized ? 4 : 6);
    LOAD(program, args[0]);
    add(program, BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1);
    refuse(program, EPERM);
    /* A thread, not a process, which would not end with this one. */
    if (!is_sanitized) add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    if (!is_sanitized) refuse(program, EPERM);
    ANSWER(program, SECCOMP_RET_ALLOW);
}

/* Signals, to this process alone. Landlock refuses the others, but not before version 6. */
static void judge_signals(struct program *program, uint32_t call, uint32_t own)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    LOAD(program, args[0]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, own, 0, 1);
    ANSWER(program, SECCOMP_RET_ALLOW);
    refuse(program, EPERM);
}

/* Limits, of this process alone, for which 0 stands, too. One without processor time is ended by the kernel. */
static void judge_limits(struct program *program, uint32_t own)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 5);
    LOAD(program, args[0]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, own, 0, 1);
    ANSWER(program, SECCOMP_RET_ALLOW);
    refuse(program, EPERM);
}

/* Whom the kernel sends a signal when a file is ready: any process, as these set it. */
static void judge_owners(struct program *program, uint32_t call, uint32_t setting, uint32_t other_setting)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    LOAD(program, args[1]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, setting, 2, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, other_setting, 1, 0);
    ANSWER(program, SECCOMP_RET_ALLOW);
    refuse(program, EPERM);
}

static void judge_other_processes(struct program *program)
{
    static const uint32_t calls[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
    uint32_t own = (uint32_t)getpid();
    for (size_t index = 0; index < COUNT(calls); index++)
        judge_signals(program, calls[index], own);
    judge_owners(program, SYS_fcntl, F_SETOWN, F_SETOWN_EX);
    judge_owners(program, SYS_ioctl, FIOSETOWN, SIOCSPGRP);
    judge_limits(program, own);
}

/* Datagrams of a pair can be sent elsewhere, by a path. */
static void judge_pairs(struct program *program)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 7);
    LOAD(program, args[0]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 4);
    LOAD(program, args[1]);
    add(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 0, 1);
    ANSWER(program, SECCOMP_RET_ALLOW);
    refuse(program, EACCES);
}

/*
 * Sockets that reach other machines by TCP and UDP, and none that reaches a process of this one by a path. Landlock knows
 * ports of TCP alone, and none of Multipath TCP, which goes on as TCP where the other side does not know it.
 */
static void judge_sockets(struct program *program)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 15);
    LOAD(program, args[0]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 11);
    LOAD(program, args[1]);
    add(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 3, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_DGRAM, 0, 7);
    LOAD(program, args[2]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_UDP, 4, 2);
    LOAD(program, args[2]);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_TCP, 2, 0);
    /* The usual protocol of its kind. */
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    refuse(program, EPROTONOSUPPORT);
    ANSWER(program, SECCOMP_RET_ALLOW);
    refuse(program, EACCES);
}

/* Data that go with the beginning of a connection, which Landlock is not asked about then. */
static void judge_sending(struct program *program, uint32_t call, bool flags_are_third)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    add(program, BPF_LD | BPF_W | BPF_ABS,
        flags_are_third ? offsetof(struct seccomp_data, args[2]) : offsetof(struct seccomp_data, args[3]), 0, 0);
    add(program, BPF_JMP | BPF_JSET | BPF_K, MSG_FASTOPEN, 0, 1);
    refuse(program, EOPNOTSUPP);
    ANSWER(program, SECCOMP_RET_ALLOW);
}

static void write_program(struct program *program, bool may_connect)
{
    bool is_sanitized = platform_is_sanitized();
    LOAD(program, arch);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    ANSWER(program, SECCOMP_RET_KILL_PROCESS);
    LOAD(program, nr);
#ifdef __x86_64__
    /* The numbers of x32, another way to the same calls. */
    add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    refuse(program, ENOSYS);
#endif
    refuse_each(program, refusals, COUNT(refusals));
    if (!is_sanitized) {
        refuse_each(program, refusals_without_sanitizer, COUNT(refusals_without_sanitizer));
        judge_other_processes(program);
    }
    if (may_connect) {
        judge_sockets(program);
        judge_sending(program, SYS_sendto, false);
        judge_sending(program, SYS_sendmsg, true);
        judge_sending(program, SYS_sendmmsg, false);
    } else {
        refuse_each(program, refusals_without_network, COUNT(refusals_without_network));
    }
    judge_clone(program, is_sanitized);
    judge_pairs(program);
    ANSWER(program, SECCOMP_RET_ALLOW);
}

bool platform_can_filter_calls(void)
{
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 || (errno != ENOSYS && errno != EINVAL);
}

int platform_filter_calls(bool may_connect)
{
    if (!platform_can_filter_calls()) return 0;
    struct program program = {.count = 0};
    write_program(&program, may_connect);
    struct sock_fprog filter = {.len = program.count, .filter = program.steps};
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    if (result == 0) return 1;
    /* A thread that could not be filtered. */
    if (result > 0) errno = EBUSY;
    return -1;
}

#else

bool platform_can_filter_calls(void) { return false; }

int platform_filter_calls(bool may_connect)
{
    (void)may_connect;
    return 0;
}

#endif
