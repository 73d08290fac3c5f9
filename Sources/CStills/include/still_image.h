#ifndef STILL_IMAGE_H
#define STILL_IMAGE_H

#include <stddef.h>
#include <stdint.h>

// Where the bytes of a file come from.
typedef struct still_source {
    // Up to `count` bytes from `offset`; returns how many there are, 0 after the end, or -1.
    ptrdiff_t (*read)(void *context, uint64_t offset, void *bytes, size_t count);
    // Whether the work is not wanted any more; asked from time to time.
    int (*is_cancelled)(void *context);
    void *context;
    uint64_t byte_count;
} still_source;

// What an image is, and how its samples come: interleaved, of eight bits.
typedef struct still_info {
    uint32_t width, height;
    uint32_t orientation; // by EXIF, 1…8
    // 1 gray; 3 red, green, blue; 4 ink, of which 255 is none.
    uint32_t colors;
    int is_lab;    // L*, a*, b* in the place of red, green, blue: 0…100 as 0…255, and 0 as 128.
    int has_alpha; // One more sample after the colours.
    int is_premultiplied;
    uint32_t bits; // of a sample in the file
    // The colour profile, which belongs to the decoder; NULL when there is none.
    const uint8_t *profile;
    size_t profile_count;
} still_info;

#endif
