/*
 * status.h - result codes and the error that goes with them (R10).
 */
#ifndef PICKER_STATUS_H
#define PICKER_STATUS_H

#include "base.h"

/*
 * An open set in three ranges, so that a code that a reader does not know is still understood (R10.2): below
 * PICKER_STATUS_TRANSIENT it counts as PICKER_INTERNAL, from there on as PICKER_BUSY, from PICKER_STATUS_NEEDS_PERSON on
 * as PICKER_ACCESS_DENIED. What is negative, or PICKER_STATUS_END and above, counts as PICKER_INTERNAL.
 */
typedef int32_t picker_status;

/* Done. Also returned when a sink answered PICKER_STOP. */
#define PICKER_OK 0

/* Permanent, from 1 on: the same call fails again. */
/* This backend does not offer the operation; its capability bit is off (R7). */
#define PICKER_UNSUPPORTED 1
/* An argument is out of its documented range. */
#define PICKER_INVALID_ARGUMENT 2
/* No such asset, collection or representation, or the client may not know of it. */
#define PICKER_NOT_FOUND 3
/* The media file is damaged beyond use. */
#define PICKER_CORRUPT_MEDIA 4
/* The format is known but this backend cannot decode it; the message names what would help. */
#define PICKER_UNSUPPORTED_FORMAT 5
/* A limit on pixels, bytes or records was exceeded. */
#define PICKER_TOO_LARGE 6
/* What was to be made is there already, and is not replaced. */
#define PICKER_ALREADY_EXISTS 7
/* begin_shutdown was called, or the handle's library is closed: not on this handle, but on its successor. */
#define PICKER_CLOSED 8
/* A defect of the backend. */
#define PICKER_INTERNAL 9

/* Transient: the same call may succeed later, and no one has to do anything. picker_error.retry_after says when. */
#define PICKER_STATUS_TRANSIENT 1000
/* The file changed while it was read, or is no longer the version asked for. Retry at once. */
#define PICKER_CHANGED 1000
/* Memory ran out. */
#define PICKER_OUT_OF_MEMORY 1001
/* The operating system reported an error; `system_errno` has it. */
#define PICKER_IO 1002
/* `picker_call.check` said so and the call ended early. */
#define PICKER_CANCELLED 1003
/* The deadline of the call passed. Retry with a later one. */
#define PICKER_DEADLINE 1004
/* Where the photos are cannot be reached: no network, a server or a drive that does not answer. */
#define PICKER_OFFLINE 1005
/* What would answer is there, and has too much to do or is in use. */
#define PICKER_BUSY 1006
/* More was asked in a while than is answered; `retry_after` says when to ask again. */
#define PICKER_RATE_LIMITED 1007
/* What did the work ended before it was done: a server that restarts, a connection that was cut. */
#define PICKER_STOPPED 1008
/* It is not known before more was read: the count of a fetch, until its end was seen (R9.18). */
#define PICKER_NOT_YET 1009

/* Needs a person: the same call may succeed after the user or an administrator did something; the message says what. */
#define PICKER_STATUS_NEEDS_PERSON 2000
/* The storage refuses access, until a permission changes. */
#define PICKER_ACCESS_DENIED 2000
/* No one is signed in, or the sign-in has ended. */
#define PICKER_SIGN_IN_REQUIRED 2001
/* The user has to agree to it where the photos are: to terms, or that this program may see them. */
#define PICKER_CONSENT_REQUIRED 2002
/* It needs the network, which the host, the administrator or a metered connection does not allow. */
#define PICKER_NETWORK_NOT_ALLOWED 2003
/* The storage is full. */
#define PICKER_NO_SPACE 2004
/* The user's share of the storage, or of what a service gives, is used up. */
#define PICKER_QUOTA 2005

/* The first number that is in no range. */
#define PICKER_STATUS_END 3000

/*
 * Where a function says why it failed. The caller owns the struct and the message buffer. A backend writes
 * it only when it returns something else than PICKER_OK, and only fields inside struct_size.
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
    /* out: milliseconds after which a retry makes sense; 0: nothing is said about it */
    uint64_t retry_after;
    /* Room to grow: 0 in both directions. */
    uint64_t reserved[4];
} picker_error;

#endif
