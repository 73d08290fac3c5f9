#ifndef PICKER_STATUS_H
#define PICKER_STATUS_H

// How a call ended.
typedef enum picker_code {
    PICKER_OK = 0,
    PICKER_CORRUPT,
    PICKER_UNSUPPORTED,
    PICKER_TOO_LARGE,
    PICKER_OUT_OF_MEMORY,
    PICKER_IO, // `system_error` holds errno.
    PICKER_CANCELLED,
    PICKER_INVALID,
} picker_code;

// A code with the words of whoever failed. Always ends in NUL.
typedef struct picker_status {
    picker_code code;
    int system_error;
    char message[200];
} picker_status;

// Asked from time to time; anything but 0 ends the call with PICKER_CANCELLED.
typedef struct picker_cancel {
    int (*is_cancelled)(void *context);
    void *context;
} picker_cancel;

#pragma GCC visibility push(hidden)

// Fills in a status and returns its code.
picker_code picker_fail(picker_status *status, picker_code code, const char *message);

#pragma GCC visibility pop

#endif
