/*
 * link.h - how requests and records grow (R5.9).
 */
#ifndef PICKER_LINK_H
#define PICKER_LINK_H

#include "base.h"

PICKER_C_BEGIN

/* Flags of links. */
/* Without what this link says the struct means something else: who does not know its id refuses the struct. */
#define PICKER_LINK_CRITICAL 0x1u

/* Most links of one struct; a reader refuses more, which may be a ring. */
#define PICKER_LINK_LIMIT 64u

/*
 * The head of a struct that says more about the one that points to it. Requests, records and infos begin with their
 * size, flags, and `next`, the first link or NULL. Which struct has this head is in the id, as with extensions:
 * "org.picker.asset-faces/1", or a name under a domain of its author's. Version 1 defines none.
 *
 * Ownership and lifetime: as the struct that it hangs on.
 */
typedef struct picker_link {
    uint32_t struct_size;
    /* PICKER_LINK_* */
    uint32_t flags;
    picker_string id;
    /* Or NULL. */
    const struct picker_link *next;
} picker_link;

/*
 * Whether who knows none of these ids may go on: none is critical, and there are no more than PICKER_LINK_LIMIT. If not,
 * the struct is refused with PICKER_UNSUPPORTED.
 */
static inline int picker_links_may_be_ignored(const picker_link *first)
{
    uint32_t count = 0;
    for (const picker_link *link = first; link != NULL; link = link->next) {
        count++;
        if (count > PICKER_LINK_LIMIT || (link->flags & PICKER_LINK_CRITICAL) != 0) return 0;
    }
    return 1;
}

PICKER_C_END

#endif
