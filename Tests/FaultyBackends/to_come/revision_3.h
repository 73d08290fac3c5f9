/*
 * revision_3.h - the headers of ABI 1 as a later version of Picker may have them: all of 1, and what the rules let it add (docs/
 * abi.md, "Growing"). What is made with it is as a plugin and a host of that time would be.
 */
#ifndef REVISION_3_H
#define REVISION_3_H

#include <picker/backend_api.h>

#undef PICKER_HEADER_REVISION
#define PICKER_HEADER_REVISION 3u

/* A fact of an asset, which may be passed over. */
#define LINK_ASSET_FACES "org.picker.asset-faces/1"
typedef struct asset_faces {
    picker_link link;
    uint64_t face_count;
} asset_faces;

/* A wish in a request, which may be passed over, and one that may not. */
#define LINK_LANGUAGE    "org.picker.language/1"
#define LINK_AS_OF_A_DAY "org.picker.as-of-a-day/1"
typedef struct wish {
    picker_link link;
    uint64_t value;
} wish;

/* A condition, with its value in a link. */
#define PICKER_QUERY_HAS_FACES 0x10000u

/* A flag of assets, and one of frames. */
#define PICKER_ASSET_IS_PANORAMA_2 0x40000000u

/* A frame format that is asked for with its bit. */
#define PICKER_FORMAT_TO_COME 20u

/* A transient status, and a collection's subtype. */
#define PICKER_WAKING_UP 1042

/* A function. */
#define EXT_MEMORIES "org.picker.memories/1"
typedef struct memories_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    picker_status (*count)(void *context, uint64_t *count);
} memories_v1;

#endif
