#ifndef IMAGING_ABANDON_H
#define IMAGING_ABANDON_H

#include <stddef.h>

#include "imaging_status.h"

#pragma GCC visibility push(hidden)

// Work that a library does in long steps without a question between them. It runs on a thread of its own, so that
// callers that are cancelled can abandon it at once; the thread goes on to the end of the step.
typedef struct imaging_abandonable {
    // `abandoned` says yes after the caller has returned.
    void (*work)(void *context, imaging_cancel abandoned);
    // Called once, after the work, on its thread.
    void (*release)(void *context);
    void *context;
    // What the work holds until its end, in bytes, and what it may hold together with all abandoned work that has not ended.
    size_t memory_bytes, memory_limit;
} imaging_abandonable;

// Runs `job` and asks `cancel` every few milliseconds, on the calling thread. Where no thread can be started, works
// on the calling one. Begins when so much abandoned work has ended that there is memory for this. Returns IMAGING_OK when the work
// was done, IMAGING_CANCELLED when it was abandoned or did not begin.
imaging_code imaging_run_abandonable(imaging_abandonable job, imaging_cancel cancel, imaging_status *status);

// Runs `work` on a thread of its own and does not wait; where none can be started, on the calling one.
void imaging_run_detached(void (*work)(void *context), void *context);

#pragma GCC visibility pop

#endif
