/*
 * host.h - what the host offers to a backend.
 */
#ifndef PICKER_HOST_H
#define PICKER_HOST_H

#include "status.h"

PICKER_C_BEGIN

/* Levels of picker_host.log. */
#define PICKER_LOG_DEBUG   0u
#define PICKER_LOG_INFO    1u
#define PICKER_LOG_WARNING 2u
#define PICKER_LOG_ERROR   3u

/*
 * Ownership: the host's. Lifetime: from the entry call until picker_backend.destroy returned. A backend may
 * keep the pointer for that long.
 */
typedef struct picker_host {
    uint32_t struct_size;
    /* PICKER_HEADER_REVISION of the headers that the host was built with: which constants it knows (R5.12). */
    uint32_t header_revision;
    void *context;
    /* Name and version of the host, for logs: "picker 0.1". */
    picker_string name;
    /*
     * Logs one line. No photo names above PICKER_LOG_DEBUG, except in warnings about that very file.
     * Ownership: the message stays the backend's. State: any, also during entry and probe.
     * Thread: [any-thread].
     */
    void (*log)(void *context, uint32_t level, picker_string message);
    /*
     * Nanoseconds of a clock that never goes back; the clock of picker_call.deadline.
     * State: not during entry and probe. Thread: [any-thread].
     */
    uint64_t (*monotonic_time)(void *context);
    /*
     * An extension of the host by id, or NULL when it has none of that name (R6).
     * Lifetime of the result: like the host table. State: not during entry and probe. Thread: [any-thread].
     */
    const void *(*get_extension)(void *context, picker_string id);
} picker_host;

PICKER_C_END

#endif
