/*
 * call.h - what accompanies each long call: cancellation, deadline, progress (R12).
 */
#ifndef PICKER_CALL_H
#define PICKER_CALL_H

#include "link.h"
#include "status.h"

PICKER_C_BEGIN

/*
 * Owned by the host; valid until the function that it was passed to returns. A backend keeps no copy of the
 * pointer.
 */
typedef struct picker_call {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    /*
     * What functions whose arguments are no struct, such as picker_library.details, may be asked besides. None of these links
     * is critical (R12.12), so that no call has to look through them.
     */
    const picker_link *next;
    /* Absolute, on the clock of picker_host.monotonic_time, in nanoseconds; 0: none. */
    uint64_t deadline;
    /* Passed back to the functions below. */
    void *context;
    /*
     * Asks whether to go on. A backend calls it between units of work that take about 10 ms each, at least every
     * 100 ms while it waits, and returns with the answer when it is not PICKER_OK.
     * State: while the call runs. Thread: [any-thread].
     * Returns: PICKER_OK, PICKER_CANCELLED or PICKER_DEADLINE.
     */
    picker_status (*check)(void *context);
    /*
     * Reports progress: `done` of `total` units of any kind, never decreasing; `total` 0: not known.
     * State: while the call runs. Thread: [call-thread].
     */
    void (*progress)(void *context, uint64_t done, uint64_t total);
} picker_call;

PICKER_C_END

#endif
