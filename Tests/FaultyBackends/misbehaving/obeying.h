/* A backend whose faults are files in its data folder: they come and go while it runs. */
#ifndef OBEYING_H
#define OBEYING_H

#include "../minimal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char data[4096];
static char root[4096];

static const char *path_of(const char *name)
{
    static _Thread_local char path[4200];
    snprintf(path, sizeof path, "%s/%s", data, name);
    return path;
}

static int is_there(const char *name) { return access(path_of(name), F_OK) == 0; }

static inline void touch(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
}

static inline void rest(void)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    nanosleep(&moment, NULL);
}

static void copy_path(char *to, picker_bytes path)
{
    uint64_t length = path.length < sizeof data ? path.length : sizeof data - 1;
    memcpy(to, path.data, length);
    to[length] = 0;
}

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    if (request->data_directory.data == NULL) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "no data folder");
    copy_path(data, request->data_directory);
    copy_path(root, request->location);
    return PICKER_OK;
}

#endif
