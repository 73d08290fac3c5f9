#ifndef IMAGING_PROFILE_BYTES_H
#define IMAGING_PROFILE_BYTES_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

// Writes a profile of lcms, or NULL, to memory of malloc, the same each time, and closes it. 0 when that fails.
size_t imaging_profile_bytes(void *profile, uint8_t **bytes);

#pragma GCC visibility pop

#endif
