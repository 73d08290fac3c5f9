#define _GNU_SOURCE
#include "folder.h"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void ignore(int number) { (void)number; }

/* Compilers leave out handlers that do nothing. */
static volatile int exits;
static void count_exit(void) { exits++; }

static void *wait_forever(void *nothing)
{
    if (folder_has("crash-in-thread")) abort();
    for (;;)
        pause();
    return nothing;
}

static void start_thread(bool blocks_signals)
{
    sigset_t all, before;
    sigfillset(&all);
    if (blocks_signals) pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_forever, NULL) == 0) pthread_detach(thread);
    if (blocks_signals) pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void ignore_termination(void)
{
    signal(SIGTERM, SIG_IGN);
    for (;;)
        pause();
}

static void print_without_end(void)
{
    for (;;) {
        if (write(STDOUT_FILENO, "endless output\n", 15) < 0) pause();
    }
}

static void multiply(void)
{
    for (;;) {
        if (fork() < 0) usleep(1000);
    }
}

static void write_outside(const char *root)
{
    char path[FOLDER_PATH * 2];
    snprintf(path, sizeof path, "%s/.folder-cache", root);
    close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}

/* A process of a session of its own, whose parent is gone. */
static void leave_daemon(void)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) sleep(300);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

void folder_forge(void)
{
    if (!folder_has("forges-verdicts")) return;
    static const char record[] = "{\"kind\":\"end\",\"text\":\"\",\"verdict\":\"passed\"}\n";
    static char arguments[1 << 16];
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, arguments, sizeof arguments - 1);
    close(file);
    char *token = memmem(arguments, (size_t)length, "\"token\":\"", 9);
    char *end = token == NULL ? NULL : strchr(token + 9, '"');
    if (end != NULL) {
        (void)!write(3, token + 9, (size_t)(end - token - 9));
        (void)!write(3, record, sizeof record - 1);
    }
    abort();
}

static void *close_twice(void *nothing)
{
    for (;;) {
        int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
        close(file);
        usleep(100);
        close(file);
    }
    return nothing;
}

static void leave_child(void)
{
    if (fork() == 0) {
        sleep(30);
        _exit(0);
    }
}

void folder_leak(void)
{
    volatile char *note = folder_has("leaks-kilobytes") ? malloc(1024) : NULL;
    if (note != NULL) note[0] = 1;
}

void folder_note(const char *fault)
{
    volatile char *note = folder_has(fault) ? malloc(100) : NULL;
    if (note != NULL) note[0] = 1;
}

void folder_pass_by(void)
{
    if (folder_has("ignores-bus-errors-meanwhile")) {
        signal(SIGBUS, SIG_IGN);
        usleep(1000);
        signal(SIGBUS, SIG_DFL);
    }
    if (folder_has("sets-environment-meanwhile")) setenv("FOLDER", "1", 1), usleep(1000), unsetenv("FOLDER");
    if (folder_has("sets-locale-meanwhile")) setlocale(LC_ALL, "C.UTF-8"), usleep(1000), setlocale(LC_ALL, "C");
    if (folder_has("sets-umask-meanwhile")) {
        mode_t mask = umask(077);
        usleep(1000);
        umask(mask);
    }
    if (folder_has("sets-limits-meanwhile")) {
        struct rlimit before;
        getrlimit(RLIMIT_NOFILE, &before);
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){before.rlim_cur - 1, before.rlim_max});
        usleep(1000);
        setrlimit(RLIMIT_NOFILE, &before);
    }
}

static void *log_late(void *argument)
{
    const picker_host *host = argument;
    usleep(20000);
    host->log(host->context, PICKER_LOG_DEBUG, folder_string("it is over"));
    return NULL;
}

void folder_log_late(const picker_host *host)
{
    pthread_t thread;
    if (!folder_has("logs-after-destroy")) return;
    if (pthread_create(&thread, NULL, log_late, (void *)(uintptr_t)host) == 0) pthread_detach(thread);
}

void folder_misplace(library *library)
{
    static char first[FOLDER_PATH];
    if (!folder_has("one-root")) return;
    if (first[0] == 0) strcpy(first, library->root);
    strcpy(library->root, first);
}

const picker_host *folder_host(const picker_host *host)
{
    static const picker_host *first;
    if (first == NULL || !folder_has("one-host")) first = host;
    return first;
}

static void block_signals_of_the_caller(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

static void make_timer(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    struct itimerspec time = {.it_value.tv_sec = 3600};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &time, NULL);
}

void folder_misbehave(library *library)
{
    if (folder_has("sets-alarm")) alarm(3600);
    if (folder_has("stops-timers")) setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    if (folder_has("makes-timers")) make_timer();
    if (folder_has("blocks-signals")) block_signals_of_the_caller();
    if (folder_has("prints")) puts("opening"), fflush(stdout);
    if (folder_has("prints-errors")) fprintf(stderr, "opening\n");
    if (folder_has("reads-input")) getchar();
    if (folder_has("changes-folder") && chdir("/") != 0) abort();
    if (folder_has("handles-signals")) signal(SIGUSR1, ignore);
    if (folder_has("ignores-pipes")) signal(SIGPIPE, SIG_IGN);
    if (folder_has("sets-environment")) setenv("FOLDER", "1", 1);
    if (folder_has("sets-umask")) umask(0);
    if (folder_has("sets-locale")) setlocale(LC_ALL, "C.UTF-8");
    if (folder_has("sets-time-zone")) setenv("TZ", "Asia/Tokyo", 1);
    if (folder_has("sets-limits")) setrlimit(RLIMIT_NOFILE, &(struct rlimit){64, 64});
    if (folder_has("leaks-descriptor")) (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (folder_has("inheritable-descriptor")) (void)!open("/dev/null", O_RDONLY);
    if (folder_has("leaves-thread")) start_thread(true);
    if (folder_has("crash-at-exit")) atexit(abort);
    if (folder_has("waits-for-exit")) atexit(count_exit);
    if (folder_has("crash-in-thread")) {
        start_thread(true);
        // Not before the thread had its turn does anything else happen.
        for (;;)
            pause();
    }
    if (folder_has("thread-takes-signals")) start_thread(false);
    if (folder_has("leaves-child")) leave_child();
    if (folder_has("leaves-daemon")) leave_daemon();
    if (folder_has("closes-twice")) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, close_twice, NULL) == 0) pthread_detach(thread);
    }
    if (folder_has("lowers-priority")) setpriority(PRIO_PROCESS, (id_t)gettid(), 5);
    if (folder_has("writes-into-root")) write_outside(library->root);
    if (folder_has("ignores-sigterm")) ignore_termination();
    if (folder_has("endless-output")) print_without_end();
    if (folder_has("fork-bomb")) multiply();
    if (folder_has("logs-not-utf8")) {
        const picker_host *host = library->backend->host;
        host->log(host->context, PICKER_LOG_INFO, folder_string("caf\xE9"));
    }
}
