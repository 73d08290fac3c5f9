#define _GNU_SOURCE
#include "imaging_source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

ssize_t imaging_source_read(const imaging_source *source, size_t offset, uint8_t *buffer, size_t count)
{
    if (offset >= source->count) return 0;
    if (count > source->count - offset) count = source->count - offset;
    if (source->bytes) {
        memcpy(buffer, source->bytes + offset, count);
        return (ssize_t)count;
    }
    for (;;) {
        ssize_t got = pread(source->descriptor, buffer, count, (off_t)offset);
        if (got >= 0 || errno != EINTR) return got;
    }
}

#pragma GCC visibility pop
