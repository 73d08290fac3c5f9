#ifndef IMAGING_INFLATE_H
#define IMAGING_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

// Inflates a zlib stream into at most `capacity` bytes. Returns how many came out, or -1 when the stream is
// damaged or longer than that. Needs no memory that grows with the input.
ptrdiff_t imaging_inflate(const uint8_t *input, size_t count, uint8_t *output, size_t capacity);

// The same, of a stream that may be longer: then its first `capacity` bytes come out, and the rest is not inflated.
ptrdiff_t imaging_inflate_beginning(const uint8_t *input, size_t count, uint8_t *output, size_t capacity);

#pragma GCC visibility pop

#endif
