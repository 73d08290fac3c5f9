/*
 * entry.h - the one symbol that a plugin exports (R1).
 */
#ifndef PICKER_ENTRY_H
#define PICKER_ENTRY_H

#include "backend.h"
#include "host.h"

/* Owned by the caller, valid during the call (`host` for longer, see host.h). */
typedef struct picker_entry_request {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* Lowest and highest ABI version that the host speaks. */
    uint32_t abi_lowest;
    uint32_t abi_highest;
    const picker_host *host;
} picker_entry_request;

/*
 * Negotiates and fills *backend, at most backend->struct_size bytes (R4, R5). Does nothing else: starts no thread,
 * opens no file, calls no host function except log (R13).
 *
 * Ownership: *backend is the host's memory. Lifetime: what is filled in is valid until destroy.
 * State: first call into the plugin. Thread: [any-thread], one at a time.
 * Returns: PICKER_OK, or PICKER_UNSUPPORTED when no version is in common. After anything but PICKER_OK the host
 * ignores *backend and calls nothing.
 */
PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error);

/* The name to look up, and its type. */
#define PICKER_BACKEND_ENTRY_SYMBOL "picker_backend_entry_v1"
typedef picker_status (*picker_backend_entry_v1_function)(const picker_entry_request *request, picker_backend *backend,
                                                          picker_error *error);

#endif
