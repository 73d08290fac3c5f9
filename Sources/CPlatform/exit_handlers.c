/*
 * exit_handlers.c - whether the code of one file is called when the process exits or forks, other than by the destructors that
 * the dynamic linker calls. In a copy of the process that code may not be executed any more: a call of it faults.
 */
#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 32 };

typedef struct span {
    uintptr_t start, end;
} span;

/* Of the copy alone, which has one thread. */
static struct link_map *file;
static span code[MOST];
static int code_count;
static uintptr_t *destructors;
static size_t destructor_count;
static uintptr_t last_destructor;
static volatile int answer;

static int note_code(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    if (info->dlpi_addr != file->l_addr || strcmp(info->dlpi_name, file->l_name) != 0) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < info->dlpi_phnum && code_count < MOST; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        code[code_count++] = (span){start & ~(page - 1), (start + part->p_memsz + page - 1) & ~(page - 1)};
    }
    return 1;
}

static void note_destructors(void)
{
    size_t bytes = 0;
    for (const ElfW(Dyn) *entry = file->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_FINI_ARRAY) destructors = (uintptr_t *)(file->l_addr + entry->d_un.d_ptr);
        if (entry->d_tag == DT_FINI_ARRAYSZ) bytes = entry->d_un.d_val;
        if (entry->d_tag == DT_FINI) last_destructor = file->l_addr + entry->d_un.d_ptr;
    }
    destructor_count = destructors == NULL ? 0 : bytes / sizeof *destructors;
}

static bool is_destructor(uintptr_t address)
{
    for (size_t index = 0; index < destructor_count; index++) {
        if (destructors[index] == address) return true;
    }
    return address == last_destructor;
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    uintptr_t address = (uintptr_t)info->si_addr;
    for (int index = 0; index < code_count; index++) {
        if (address < code[index].start || address >= code[index].end) continue;
        /* The linker calls destructors after all handlers: there were none. */
        _exit(is_destructor(address) ? 0 : answer);
    }
    signal(number, SIG_DFL);
}

static _Noreturn void exit_watched(const void *address)
{
    Dl_info info;
    if (dladdr1(address, &info, (void **)&file, RTLD_DL_LINKMAP) == 0 || file == NULL) _exit(0);
    dl_iterate_phdr(note_code, NULL);
    note_destructors();
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
    for (int index = 0; index < code_count; index++) {
        span *part = &code[index];
        if (mprotect((void *)part->start, part->end - part->start, PROT_READ) != 0) _exit(0);
    }
    answer = PLATFORM_HANDLER_OF_FORK;
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    answer = PLATFORM_HANDLER_OF_EXIT;
    exit(0);
}

int platform_fork_and_exit_watched(const void *address)
{
    pid_t child = fork();
    if (child == 0) exit_watched(address);
    return child;
}
