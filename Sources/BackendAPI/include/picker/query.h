/*
 * query.h - which assets, in which order.
 */
#ifndef PICKER_QUERY_H
#define PICKER_QUERY_H

#include "base.h"

/* Media types of an asset. */
#define PICKER_MEDIA_UNKNOWN 0u
#define PICKER_MEDIA_IMAGE   1u
#define PICKER_MEDIA_VIDEO   2u
#define PICKER_MEDIA_AUDIO   3u

/* Sets of media types: the bit 1 << type. */
#define PICKER_MEDIA_MASK_UNKNOWN 0x1u
#define PICKER_MEDIA_MASK_IMAGE   0x2u
#define PICKER_MEDIA_MASK_VIDEO   0x4u
#define PICKER_MEDIA_MASK_AUDIO   0x8u
#define PICKER_MEDIA_MASK_ANY     0xFFFFFFFFu

/* Media subtypes, a set of bits. */
#define PICKER_SUBTYPE_PANORAMA        0x1u
#define PICKER_SUBTYPE_HDR             0x2u
#define PICKER_SUBTYPE_SCREENSHOT      0x4u
#define PICKER_SUBTYPE_LIVE_PHOTO      0x8u
#define PICKER_SUBTYPE_DEPTH           0x10u
#define PICKER_SUBTYPE_BURST           0x20u
#define PICKER_SUBTYPE_RAW             0x40u
#define PICKER_SUBTYPE_STREAMED        0x10000u
#define PICKER_SUBTYPE_HIGH_FRAME_RATE 0x20000u
#define PICKER_SUBTYPE_TIMELAPSE       0x40000u

/* Hidden assets in a query. */
#define PICKER_HIDDEN_EXCLUDE 0u
#define PICKER_HIDDEN_INCLUDE 1u
#define PICKER_HIDDEN_ONLY    2u

/* Sort keys; with PICKER_SORT_DESCENDING added, from large to small. */
#define PICKER_SORT_NATURAL           0u
#define PICKER_SORT_CREATION_TIME     1u
#define PICKER_SORT_MODIFICATION_TIME 2u
#define PICKER_SORT_FILENAME          3u
#define PICKER_SORT_BYTE_SIZE         4u
#define PICKER_SORT_DESCENDING        0x80000000u

/*
 * A predicate, a sort order and a limit. All conditions must hold. Owned by the caller, valid during the call.
 *
 * A backend without PICKER_CAPABILITY_FULL_QUERY serves media_types and nothing else; a query that asks more
 * of it returns PICKER_UNSUPPORTED.
 */
typedef struct picker_query {
    uint32_t struct_size;
    /* Set of media types; PICKER_MEDIA_MASK_ANY for all. */
    uint32_t media_types;
    /* Each asset has at least one of these subtypes; 0: no condition. */
    uint32_t any_subtypes;
    /* Each asset has none of these subtypes. */
    uint32_t no_subtypes;
    /* Creation time at or after, and before; PICKER_TIME_UNKNOWN: no condition. */
    picker_time created_from;
    picker_time created_before;
    /* PICKER_HIDDEN_* */
    uint32_t hidden;
    /* 1: favourites only; 0: no condition. */
    uint32_t favorites_only;
    /*
     * Sort keys, the first decides; PICKER_SORT_NATURAL: the backend's own order, which has no direction. Descending
     * it is PICKER_INVALID_ARGUMENT.
     */
    uint32_t sort[4];
    /* At most so many assets; 0: no limit. */
    uint64_t limit;
} picker_query;

#endif
