/*
 * lies.h - which lie a worker tells, and the files in memory that its lies need.
 */
#ifndef HOSTILE_LIES_H
#define HOSTILE_LIES_H

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *lie = "";
static int tells(const char *name) { return strcmp(lie, name) == 0; }

/* A file in memory of so many bytes, of which none was ever written; sealed unless that is the lie. */
static int empty_file(uint64_t size)
{
    if (tells("frame-on-disk")) {
        char path[] = "/tmp/picker-hostile-XXXXXX";
        int file = mkstemp(path);
        unlink(path);
        if (file >= 0 && ftruncate(file, (off_t)size) != 0) abort();
        return file;
    }
    int file = memfd_create("lie", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) abort();
    if (!tells("frame-unsealed")) fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    return file;
}

/* As empty_file, with all bytes written. */
static int full_file(uint64_t size)
{
    int file = memfd_create(tells("frame-with-many-files") ? "surplus" : "frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) abort();
    uint8_t row[4096] = {1};
    for (uint64_t done = 0; done < size; done += sizeof row) {
        size_t count = size - done < sizeof row ? (size_t)(size - done) : sizeof row;
        if (pwrite(file, row, count, (off_t)done) != (ssize_t)count) abort();
    }
    fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    return file;
}

#endif
