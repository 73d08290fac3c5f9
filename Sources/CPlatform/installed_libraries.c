#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_in(const char *folder, const char *name)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

static bool is_in_searched_folder(void *program, const char *name)
{
    Dl_serinfo size;
    bool is_found = false;
    if (dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return false;
    Dl_serinfo *folders = malloc(size.dls_size);
    if (!folders) return false;
    *folders = size;
    if (dlinfo(program, RTLD_DI_SERINFO, folders) == 0) {
        for (unsigned i = 0; i < folders->dls_cnt && !is_found; i++)
            is_found = is_in(folders->dls_serpath[i].dls_name, name);
    }
    free(folders);
    return is_found;
}

#pragma GCC visibility push(hidden)

bool platform_library_is_installed(const char *name)
{
    void *program = dlopen(NULL, RTLD_NOW);
    const bool is_found = program && is_in_searched_folder(program, name);
    if (program) dlclose(program);
    if (is_found) return true;
    // The loader's cache may name other folders; it is quick to say that it knows none. What it loads stays.
    return dlopen(name, RTLD_LAZY | RTLD_LOCAL) != NULL;
}

#pragma GCC visibility pop
