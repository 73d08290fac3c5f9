/*
 * query.c - which conditions and orders of a query are served: with few capabilities, hardly any.
 */
#include "shelf.h"

#include <string.h>

static const picker_query everything = {.struct_size = sizeof everything};

picker_status query_refuse(const picker_query *query, picker_error *error)
{
    for (int key = 0; key < 4; key++) {
        bool is_reversed = query->sort[key] == (PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING);
        if (is_reversed || (query->sort[key] & ~PICKER_SORT_DESCENDING) > PICKER_SORT_BYTE_SIZE) {
            return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown sort key");
        }
    }
    /* Passing over a media type that is not known would find too much (R5.11). */
    const uint32_t known =
        PICKER_MEDIA_MASK_UNKNOWN | PICKER_MEDIA_MASK_IMAGE | PICKER_MEDIA_MASK_VIDEO | PICKER_MEDIA_MASK_AUDIO;
    if ((query->media_types & ~known) != 0) return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown media type");
    bool is_plain = query->flags == 0 && query->any_subtypes == 0 && query->no_subtypes == 0 &&
                    query->hidden == PICKER_HIDDEN_EXCLUDE &&
                    memcmp(query->sort, everything.sort, sizeof query->sort) == 0;
    if (is_plain) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "this backend filters by media type alone, in an order of its own");
}
