#ifndef STILL_STATUS_H
#define STILL_STATUS_H

// How a call ended.
typedef enum still_code {
    STILL_OK = 0,
    STILL_CORRUPT,
    STILL_UNSUPPORTED,
    STILL_TOO_LARGE,
    STILL_OUT_OF_MEMORY,
    STILL_IO, // The source failed, and knows why.
    STILL_CANCELLED,
    STILL_MISSING, // The library is not installed, or cannot be loaded.
} still_code;

// A code with the words of the function that failed: one line that ends in NUL.
typedef struct still_status {
    still_code code;
    char message[200];
} still_status;

#pragma GCC visibility push(hidden)

// Fills in a status and returns its code.
still_code still_fail(still_status *status, still_code code, const char *message);

#pragma GCC visibility pop

#endif
