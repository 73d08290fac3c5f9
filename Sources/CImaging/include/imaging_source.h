#ifndef IMAGING_SOURCE_H
#define IMAGING_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Bytes of an image: in memory when `bytes` is set, else in the file `descriptor`. Borrowed for one call or for
// the life of the decoder that it is given to.
typedef struct imaging_source {
    const uint8_t *bytes;
    int descriptor;
    size_t count;
} imaging_source;

#pragma GCC visibility push(hidden)

// Reads up to `count` bytes at `offset`. Returns how many there were (0 at the end), or -1 with errno set.
ssize_t imaging_source_read(const imaging_source *source, size_t offset, uint8_t *buffer, size_t count);

#pragma GCC visibility pop

#endif
