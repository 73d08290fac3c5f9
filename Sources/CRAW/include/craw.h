// A shim around LibRaw, which finds the previews of RAW files. LibRaw is opened when the first RAW file is read, and need
// not be there. No symbol is visible outside of the image that this is linked into.
#ifndef CRAW_H
#define CRAW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where the bytes of a file come from.
typedef struct raw_source {
    // Up to `count` bytes from `offset`; returns how many there are, 0 after the end, or -1.
    ptrdiff_t (*read)(void *context, uint64_t offset, void *bytes, size_t count);
    void *context;
    uint64_t byte_count;
} raw_source;

typedef enum raw_code {
    RAW_OK = 0,
    RAW_NO_LIBRARY, // LibRaw is not there
    RAW_UNKNOWN,    // not a RAW file that LibRaw knows
    RAW_DAMAGED,    // one that is invalid
    RAW_OUT_OF_MEMORY,
} raw_code;

typedef enum raw_preview_kind {
    RAW_PREVIEW_NONE = 0, // none, or one of a kind that is not decoded
    RAW_PREVIEW_JPEG,     // the first of its bytes may be any
    RAW_PREVIEW_RGB8,     // rows without gaps
} raw_preview_kind;

#define RAW_TEXT 128

// Texts end in NUL and are empty when absent; numbers are 0 when absent.
typedef struct raw_facts {
    uint32_t width, height; // what can be seen of the sensor, before it is turned
    uint32_t orientation;   // by EXIF, 1…8
    // The largest preview, which is in the file in one piece.
    raw_preview_kind preview;
    uint64_t preview_offset, preview_length;
    uint32_t preview_width, preview_height; // of RGB8
    char make[RAW_TEXT], model[RAW_TEXT], lens[RAW_TEXT];
    double exposure_seconds, f_number, focal_length, iso_speed;
    int year, month, day, hour, minute, second; // by the camera's clock; year 0 when absent
} raw_facts;

#pragma GCC visibility push(hidden)

// Why LibRaw cannot be used, in the words of the dynamic linker; NULL when it can. The first call opens it.
const char *raw_missing_library(void);

// The file name of the library that is opened. Opens nothing.
const char *raw_library_name(void);

// Reads what a RAW file says of itself. Reads headers only, and gives up on files that lead it around without end.
raw_code raw_read_facts(const raw_source *source, raw_facts *facts);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
