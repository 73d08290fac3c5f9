#ifndef IMAGING_STATUS_H
#define IMAGING_STATUS_H

// How a call ended.
typedef enum imaging_code {
    IMAGING_OK = 0,
    IMAGING_CORRUPT,
    IMAGING_UNSUPPORTED,
    IMAGING_TOO_LARGE,
    IMAGING_OUT_OF_MEMORY,
    IMAGING_IO, // `system_error` holds errno.
    IMAGING_CANCELLED,
    IMAGING_INVALID,
} imaging_code;

// A code with the words of the function that failed. Always ends in NUL.
typedef struct imaging_status {
    imaging_code code;
    int system_error;
    char message[200];
} imaging_status;

// Asked from time to time; anything but 0 ends the call with IMAGING_CANCELLED.
typedef struct imaging_cancel {
    int (*is_cancelled)(void *context);
    void *context;
} imaging_cancel;

#pragma GCC visibility push(hidden)

// Fills in a status and returns its code.
imaging_code imaging_fail(imaging_status *status, imaging_code code, const char *message);

#pragma GCC visibility pop

#endif
