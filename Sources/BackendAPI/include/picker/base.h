/*
 * base.h - conventions, export macro and the value types of the Picker backend ABI.
 *
 * The normative text is docs/abi.md; "R7" in these headers is rule 7 there. In the comments of functions:
 *
 *   [any-thread]      any thread of the host, many at once
 *   [library-thread]  one call at a time per library, on any thread
 *   [worker-thread]   a thread of the host's pool; many at once per library
 *   [call-thread]     the host's function runs on the thread of the call that it was passed to
 *
 * Paragraphs of a function's comment: what it does, "Ownership", "Lifetime", "State", "Thread", "Returns". "Thread"
 * is always there, "Returns" wherever a picker_status is returned, "State" in every table of a backend. Where
 * "Ownership" is left out, arguments stay the caller's and are valid during the call.
 * A pointer is never NULL unless its comment says "or NULL".
 */
#ifndef PICKER_BASE_H
#define PICKER_BASE_H

#include <stddef.h>
#include <stdint.h>

#if !defined(__LP64__)
#error "Picker's backend ABI is defined for LP64 alone: pointers and long of 64 bits (R16.4)"
#endif

/* Functions, and pointers to them, have C linkage: what the headers declare is between PICKER_C_BEGIN and PICKER_C_END. */
#ifdef __cplusplus
#define PICKER_EXTERN_C                       extern "C"
#define PICKER_C_BEGIN                        extern "C" {
#define PICKER_C_END                          }
#define PICKER_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define PICKER_EXTERN_C extern
#define PICKER_C_BEGIN
#define PICKER_C_END
#define PICKER_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* Marks the symbol that a plugin exports (R1). */
#define PICKER_EXPORT PICKER_EXTERN_C __attribute__((visibility("default")))

/* The version that these headers describe: that of the entry point picker_backend_entry_v1 (R4). */
#define PICKER_ABI_VERSION 1u

/*
 * Counts the headers of one version: it grows with every constant, struct and function that is added (R5.12). Each side
 * tells the other the revision that it was built with, so that it sends nothing that the other cannot know.
 */
#define PICKER_HEADER_REVISION 2u

/*
 * UTF-8 text, not NUL-terminated (R8). `data` NULL: there is no such text. `data` not NULL and `length` 0: the
 * text is empty. A frozen value type: it has no struct_size because it never changes (R5).
 */
typedef struct picker_string {
    const char *data;
    uint64_t length;
} picker_string;

/* Bytes without an encoding. `data` NULL: there are none to give. A frozen value type. */
typedef struct picker_bytes {
    const uint8_t *data;
    uint64_t length;
} picker_bytes;

/* A rectangle in pixels, origin top left. Width or height 0: no rectangle. A frozen value type. */
typedef struct picker_rect {
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
} picker_rect;

/* Milliseconds since 1970-01-01T00:00:00 UTC. Whether there is one is said by a flag beside it: 0 is a time. */
typedef int64_t picker_time;

/* What a sink answers to a record: go on, or send no more and return PICKER_OK (R9). */
typedef uint32_t picker_flow;
#define PICKER_CONTINUE 0u
#define PICKER_STOP     1u

#endif
