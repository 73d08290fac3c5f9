#ifndef IMAGING_LEAVE_H
#define IMAGING_LEAVE_H

#include "imaging_status.h"

#pragma GCC visibility push(hidden)

// Work that a library does in long steps without a question between them. It runs on a thread of its own, so that
// whoever waits for it can leave at once when it is cancelled; the thread goes on to the end of the step.
typedef struct imaging_leavable {
    // `left` says yes from when the caller has gone.
    void (*work)(void *context, imaging_cancel left);
    // Called once, after the work, on its thread.
    void (*release)(void *context);
    void *context;
} imaging_leavable;

// Runs `leavable` and asks `cancel` every few milliseconds, on the calling thread. Where no thread is to be had, works on
// the calling one. Returns IMAGING_OK when the work was done, IMAGING_CANCELLED when the caller left it.
imaging_code imaging_run_leavable(imaging_leavable leavable, imaging_cancel cancel, imaging_status *status);

// Runs `work` on a thread of its own and does not wait; where there is none, on the calling one.
void imaging_run_detached(void (*work)(void *context), void *context);

#pragma GCC visibility pop

#endif
