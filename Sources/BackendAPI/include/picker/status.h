/*
 * status.h - result codes and the error that goes with them (R10).
 */
#ifndef PICKER_STATUS_H
#define PICKER_STATUS_H

#include "base.h"

/* An open set: a reader treats a code that it does not know as PICKER_INTERNAL. */
typedef int32_t picker_status;

/* Done. Also returned when a sink answered PICKER_STOP. */
#define PICKER_OK 0
/* This backend does not offer the operation; its capability bit is off (R7). Not retryable. */
#define PICKER_UNSUPPORTED 1
/* An argument is out of its documented range. Not retryable. */
#define PICKER_INVALID_ARGUMENT 2
/* No such asset, collection or representation, or the client may not know of it. Not retryable. */
#define PICKER_NOT_FOUND 3
/* The storage refuses access. Retry after the permission changed. */
#define PICKER_ACCESS_DENIED 4
/* The file changed while it was read, or is no longer the version asked for. Retryable at once. */
#define PICKER_CHANGED 5
/* The media file is damaged beyond use. Not retryable. */
#define PICKER_CORRUPT_MEDIA 6
/* The format is known but this backend cannot decode it; the message names what would help. Not retryable. */
#define PICKER_UNSUPPORTED_FORMAT 7
/* A limit on pixels, bytes or records was exceeded. Not retryable with the same limits. */
#define PICKER_TOO_LARGE 8
/* Memory ran out. Retryable later. */
#define PICKER_OUT_OF_MEMORY 9
/* The operating system reported an error; `system_errno` has it. Retryable. */
#define PICKER_IO 10
/* `picker_call.check` said so and the call ended early. Retryable. */
#define PICKER_CANCELLED 11
/* The deadline of the call passed. Retryable with a later one. */
#define PICKER_DEADLINE 12
/* begin_shutdown was called, or the handle's library is closed. Not retryable on this handle. */
#define PICKER_CLOSED 13
/* A defect of the backend. Not retryable. */
#define PICKER_INTERNAL 14

/*
 * Where a function says why it failed. The caller owns the struct and the message buffer. A backend writes
 * it only when it returns something else than PICKER_OK.
 */
typedef struct picker_error {
    uint32_t struct_size;
    /* in: bytes that `message` can hold; 0 when `message` is NULL */
    uint32_t message_capacity;
    /* in: the caller's buffer, or NULL. out: one line of UTF-8, no NUL, cut at a character boundary */
    char *message;
    /* out: bytes of `message` that were written; at most message_capacity */
    uint32_t message_length;
    /* out: errno of the operating system, or 0 */
    int32_t system_errno;
} picker_error;

#endif
