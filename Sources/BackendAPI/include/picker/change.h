/*
 * change.h - how a library reports that it changed.
 */
#ifndef PICKER_CHANGE_H
#define PICKER_CHANGE_H

#include "link.h"

PICKER_C_BEGIN

/* Kinds of changes. */
/* Anything may have changed: fetch again. The only kind of a backend without PICKER_CAPABILITY_CHANGE_DETAILS. */
#define PICKER_CHANGE_RELOAD 0u
/* Assets with these identifiers came, went, or have other content or metadata. */
#define PICKER_CHANGE_INSERTED 1u
#define PICKER_CHANGE_REMOVED  2u
#define PICKER_CHANGE_UPDATED  3u

/* The backend's, valid during emit. */
typedef struct picker_change {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_CHANGE_* */
    uint32_t kind;
    uint32_t reserved;
    /* Assets concerned; none with PICKER_CHANGE_RELOAD. */
    const picker_string *identifiers;
    uint64_t identifier_count;
    /* The state of the library after this change; opaque, for changes_since. Absent without that capability. */
    picker_bytes token;
} picker_change;

/* Takes changes. */
typedef struct picker_change_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_change *change);
} picker_change_sink;

PICKER_C_END

#endif
