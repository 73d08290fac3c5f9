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
/* What has these identifiers came, went, or is another than it was. */
#define PICKER_CHANGE_INSERTED 1u
#define PICKER_CHANGE_REMOVED  2u
#define PICKER_CHANGE_UPDATED  3u
/* Nothing happened: the token says where the changes of the library are now. */
#define PICKER_CHANGE_CURRENT 4u

/* What the identifiers of a change are of. */
/* Of assets, whose content, metadata or place in a list is another. */
#define PICKER_SUBJECT_ASSETS 0u
/* Of collections, whose record, or whose assets or their order, is another. Needs PICKER_CAPABILITY_COLLECTION_CHANGES. */
#define PICKER_SUBJECT_COLLECTIONS 1u

/* Flags of changes. */
/*
 * Of collections that were updated: assets came into them, left them or changed places without being named by a change of
 * assets. What was fetched of these collections is fetched again.
 */
#define PICKER_CHANGE_MEMBERS 0x1u

/* The backend's, valid during emit. */
typedef struct picker_change {
    uint32_t struct_size;
    /* PICKER_CHANGE_MEMBERS or 0 */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_CHANGE_RELOAD … */
    uint32_t kind;
    /* PICKER_SUBJECT_* */
    uint32_t subject;
    /* What is concerned, at least one; none with PICKER_CHANGE_RELOAD and PICKER_CHANGE_CURRENT. */
    const picker_string *identifiers;
    uint64_t identifier_count;
    /*
     * The state of the library after this change; opaque, for changes_since (R12.11). Absent without
     * PICKER_CAPABILITY_CHANGE_DETAILS.
     */
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
