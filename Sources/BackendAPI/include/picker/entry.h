/*
 * entry.h - the symbol that a plugin exports: its name is the version that is spoken from there on (R1, R4).
 */
#ifndef PICKER_ENTRY_H
#define PICKER_ENTRY_H

#include "backend.h"
#include "host.h"

PICKER_C_BEGIN

/* Owned by the caller, valid during the call (`host` for longer, see host.h). */
typedef struct picker_entry_request {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    const picker_host *host;
} picker_entry_request;

/*
 * Makes a backend of version 1 and fills *backend, at most backend->struct_size bytes (R4, R5). Does nothing else: starts
 * no thread, opens no file, calls no host function except log (R13).
 *
 * Ownership: *backend is the host's memory. Lifetime: what is filled in is valid until destroy.
 * State: first call into the plugin. Thread: [any-thread], one at a time.
 * Returns: PICKER_OK, or PICKER_UNSUPPORTED when it cannot serve this host. After anything but PICKER_OK the host ignores
 * *backend and calls nothing.
 */
PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error);

/* The name to look up, and its type. A host that also speaks a later version looks for that first. */
#define PICKER_BACKEND_ENTRY_SYMBOL "picker_backend_entry_v1"
typedef picker_status (*picker_backend_entry_v1_function)(const picker_entry_request *request, picker_backend *backend,
                                                          picker_error *error);

PICKER_C_END

#endif
