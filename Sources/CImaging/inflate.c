#include "imaging_inflate.h"

#include <limits.h>
#include <zlib.h>

#pragma GCC visibility push(hidden)

ptrdiff_t imaging_inflate(const uint8_t *input, size_t count, uint8_t *output, size_t capacity)
{
    if (count > UINT_MAX || capacity > UINT_MAX) return -1;
    uLongf length = (uLongf)capacity;
    return uncompress(output, &length, input, (uLong)count) == Z_OK ? (ptrdiff_t)length : -1;
}

ptrdiff_t imaging_inflate_beginning(const uint8_t *input, size_t count, uint8_t *output, size_t capacity)
{
    if (count > UINT_MAX || capacity > UINT_MAX) return -1;
    uLongf length = (uLongf)capacity;
    int result = uncompress(output, &length, input, (uLong)count);
    // zlib says so when the output is full, and only then.
    if (result == Z_BUF_ERROR) return (ptrdiff_t)capacity;
    return result == Z_OK ? (ptrdiff_t)length : -1;
}

#pragma GCC visibility pop
