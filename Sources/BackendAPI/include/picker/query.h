/*
 * query.h - which assets, in which order.
 */
#ifndef PICKER_QUERY_H
#define PICKER_QUERY_H

#include "link.h"

/* Media types of an asset. */
#define PICKER_MEDIA_UNKNOWN 0u
#define PICKER_MEDIA_IMAGE   1u
#define PICKER_MEDIA_VIDEO   2u
#define PICKER_MEDIA_AUDIO   3u

/* Sets of media types: the bit 1 << type. 0, no bit: all types. */
#define PICKER_MEDIA_MASK_UNKNOWN 0x1u
#define PICKER_MEDIA_MASK_IMAGE   0x2u
#define PICKER_MEDIA_MASK_VIDEO   0x4u
#define PICKER_MEDIA_MASK_AUDIO   0x8u

/* Media subtypes, a set of bits. */
#define PICKER_SUBTYPE_PANORAMA   0x1u
#define PICKER_SUBTYPE_HDR        0x2u
#define PICKER_SUBTYPE_SCREENSHOT 0x4u
#define PICKER_SUBTYPE_LIVE_PHOTO 0x8u
#define PICKER_SUBTYPE_DEPTH      0x10u
#define PICKER_SUBTYPE_BURST      0x20u
#define PICKER_SUBTYPE_RAW        0x40u
#define PICKER_SUBTYPE_ANIMATED   0x80u
/* One of a burst for which another photo of it stands; always with PICKER_SUBTYPE_BURST (R9.23). */
#define PICKER_SUBTYPE_STACKED         0x100u
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

/* Flags of queries: conditions. One that is not known is PICKER_INVALID_ARGUMENT (R5.11). */
/* Favourites only. */
#define PICKER_QUERY_FAVORITES 0x1u
/* created_from is set: creation time at or after it. */
#define PICKER_QUERY_CREATED_FROM 0x2u
/* created_before is set: creation time before it. */
#define PICKER_QUERY_CREATED_BEFORE 0x4u
/* ratings is set: rated with one of them. */
#define PICKER_QUERY_RATINGS 0x8u
/* text is set: what it is called, or what was written about it, contains that. */
#define PICKER_QUERY_TEXT 0x10u
/* south, west, north and east are set: made inside of these edges. */
#define PICKER_QUERY_PLACE 0x20u
/* content_types and content_type_count are set: of one of these types. */
#define PICKER_QUERY_CONTENT_TYPES 0x40u
/* bytes_from is set: so many bytes, or more. */
#define PICKER_QUERY_BYTES_FROM 0x80u
/* bytes_below is set: less than so many bytes. */
#define PICKER_QUERY_BYTES_BELOW 0x100u

/* All ratings: the bits 1 << 0 to 1 << 5. */
#define PICKER_RATING_MASK 0x3Fu

/*
 * A predicate, a sort order and a limit. All conditions must hold; one of zeros has none. R9.16 and R9.17 say what those
 * with a flag mean exactly. Owned by the caller, valid during the call.
 *
 * media_types, limit and PICKER_SORT_NATURAL always work. Each other condition and sort key has a bit among the capabilities,
 * PICKER_CAPABILITY_QUERY_* and PICKER_CAPABILITY_SORT_*; where it is off, a query that asks for it is PICKER_UNSUPPORTED.
 */
typedef struct picker_query {
    uint32_t struct_size;
    /* PICKER_QUERY_* */
    uint32_t flags;
    const picker_link *next;
    /* Set of media types; 0: no condition. */
    uint32_t media_types;
    /* Each asset has at least one of these subtypes; 0: no condition. */
    uint32_t any_subtypes;
    /* Each asset has none of these subtypes. */
    uint32_t no_subtypes;
    /* PICKER_HIDDEN_* */
    uint32_t hidden;
    /* With PICKER_QUERY_CREATED_FROM. */
    picker_time created_from;
    /* With PICKER_QUERY_CREATED_BEFORE. */
    picker_time created_before;
    /*
     * Sort keys, the first decides; PICKER_SORT_NATURAL: the backend's own order, which has no direction. Descending
     * it is PICKER_INVALID_ARGUMENT.
     */
    uint32_t sort[4];
    /* At most so many assets; 0: no limit. */
    uint64_t limit;
    /* With PICKER_QUERY_RATINGS: the set of 1 << rating, of 0 to 5. What has no rating counts as 0. Not empty. */
    uint32_t ratings;
    uint32_t reserved;
    /* With PICKER_QUERY_TEXT: a part of the file name, the title, the caption or a keyword. Not empty. */
    picker_string text;
    /*
     * With PICKER_QUERY_PLACE: degrees of latitude, -90 to 90, and of longitude, -180 to 180, WGS 84; the edges belong to it. South
     * is not above north; west above east: across the meridian of 180 degrees.
     */
    double south;
    double west;
    double north;
    double east;
    /* With PICKER_QUERY_CONTENT_TYPES: that many, at least 1, of which picker_asset.content_type is one. */
    const picker_string *content_types;
    uint64_t content_type_count;
    /* With PICKER_QUERY_BYTES_FROM and PICKER_QUERY_BYTES_BELOW: of picker_asset.byte_size. */
    uint64_t bytes_from;
    uint64_t bytes_below;
} picker_query;

#endif
