/*
 * watched_calls.c - what the code of one file asks of the C library and takes back before anyone can see it. The pointers
 * through which that file calls functions of others are exchanged for those of functions that count, and then do the same.
 */
#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_uint counts[PLATFORM_WATCHED_KINDS];

static void note(int kind) { atomic_fetch_add(&counts[kind], 1); }

/* ---- Functions that take the place of those of the C library ---- */

static mode_t watched_umask(mode_t mask)
{
    note(PLATFORM_WATCHED_UMASK);
    return umask(mask);
}

static int watched_chdir(const char *path)
{
    note(PLATFORM_WATCHED_FOLDER);
    return chdir(path);
}

static int watched_fchdir(int file)
{
    note(PLATFORM_WATCHED_FOLDER);
    return fchdir(file);
}

static char *watched_setlocale(int category, const char *locale)
{
    /* NULL asks for it. */
    if (locale != NULL) note(PLATFORM_WATCHED_LOCALE);
    return setlocale(category, locale);
}

static int watched_setenv(const char *name, const char *value, int replaces)
{
    note(PLATFORM_WATCHED_ENVIRONMENT);
    return setenv(name, value, replaces);
}

static int watched_unsetenv(const char *name)
{
    note(PLATFORM_WATCHED_ENVIRONMENT);
    return unsetenv(name);
}

static int watched_putenv(char *text)
{
    note(PLATFORM_WATCHED_ENVIRONMENT);
    return putenv(text);
}

static int watched_clearenv(void)
{
    note(PLATFORM_WATCHED_ENVIRONMENT);
    return clearenv();
}

/* At its end a descriptor shows how it was opened, or what it was made since: open and fcntl will do. */
static void look_at(int file)
{
    int code = errno, flags = file > STDERR_FILENO ? fcntl(file, F_GETFD) : -1;
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0) note(PLATFORM_WATCHED_INHERITED);
    errno = code;
}

static int watched_close(int file)
{
    look_at(file);
    return close(file);
}

static int watched_fclose(FILE *file)
{
    look_at(fileno(file));
    return fclose(file);
}

typedef struct work {
    void *(*body)(void *);
    void *argument;
} work;

/* At its end a thread shows what it blocks: what its starter did when it was made, or the thread itself at first. */
static void *run_watched(void *context)
{
    static const int sent[] = {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD, SIGTSTP, SIGWINCH};
    work work = *(struct work *)context;
    free(context);
    void *result = work.body(work.argument);
    sigset_t blocked;
    if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) != 0) return result;
    for (size_t index = 0; index < sizeof sent / sizeof sent[0]; index++) {
        if (sigismember(&blocked, sent[index]) == 1) continue;
        note(PLATFORM_WATCHED_SIGNALS);
        break;
    }
    return result;
}

static int watched_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                                  void *argument)
{
    work *watched = malloc(sizeof *watched);
    if (watched == NULL) return EAGAIN;
    *watched = (work){body, argument};
    int code = pthread_create(thread, attributes, run_watched, watched);
    if (code != 0) free(watched);
    return code;
}

/* ---- How they take it ---- */

static const struct {
    const char *name;
    uintptr_t function;
} exchanges[] = {
    {"umask", (uintptr_t)watched_umask},
    {"chdir", (uintptr_t)watched_chdir},
    {"fchdir", (uintptr_t)watched_fchdir},
    {"setlocale", (uintptr_t)watched_setlocale},
    {"setenv", (uintptr_t)watched_setenv},
    {"unsetenv", (uintptr_t)watched_unsetenv},
    {"putenv", (uintptr_t)watched_putenv},
    {"clearenv", (uintptr_t)watched_clearenv},
    {"close", (uintptr_t)watched_close},
    {"fclose", (uintptr_t)watched_fclose},
    {"pthread_create", (uintptr_t)watched_pthread_create},
};

/* Relocations that are the address of a function and nothing else. */
static bool is_address(uint32_t type)
{
#if defined(__x86_64__)
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
#elif defined(__aarch64__)
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
#else
    (void)type;
    return false;
#endif
}

static void exchange(uintptr_t place, uintptr_t function)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = place & ~(size - 1);
    /* The dynamic linker closes its tables when it is done. An address is aligned, and lies on one page. */
    if (mprotect((void *)page, size, PROT_READ | PROT_WRITE) == 0) *(uintptr_t *)place = function;
}

/* The dynamic section of a file that is loaded; the linker made its pointers addresses. */
typedef struct tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * places[2];
    size_t counts[2];
} tables;

static tables tables_of(const struct link_map *file)
{
    tables found = {0};
    for (const ElfW(Dyn) *entry = file->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: found.symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
        case DT_STRTAB: found.names = (const char *)entry->d_un.d_ptr; break;
        case DT_RELA: found.places[0] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
        case DT_JMPREL: found.places[1] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
        case DT_RELASZ: found.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_PLTRELSZ: found.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
        default: break;
        }
    }
    return found;
}

static void exchange_one(const struct link_map *file, const tables *tables, const ElfW(Rela) * place)
{
    const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(place->r_info)];
    bool is_of_others = symbol->st_shndx == SHN_UNDEF && place->r_addend == 0;
    if (!is_of_others || !is_address((uint32_t)ELF64_R_TYPE(place->r_info))) return;
    for (size_t index = 0; index < sizeof exchanges / sizeof exchanges[0]; index++) {
        if (strcmp(tables->names + symbol->st_name, exchanges[index].name) != 0) continue;
        exchange(file->l_addr + place->r_offset, exchanges[index].function);
    }
}

bool platform_watch_calls(const void *address)
{
    Dl_info info;
    struct link_map *file = NULL;
    if (dladdr1(address, &info, (void **)&file, RTLD_DL_LINKMAP) == 0 || file == NULL) return false;
    tables tables = tables_of(file);
    if (tables.symbols == NULL || tables.names == NULL) return false;
    for (int kind = 0; kind < 2; kind++) {
        for (size_t index = 0; tables.places[kind] != NULL && index < tables.counts[kind]; index++)
            exchange_one(file, &tables, &tables.places[kind][index]);
    }
    return true;
}

unsigned platform_watched_calls(int kind) { return atomic_load(&counts[kind]); }
