/*
 * ext/secrets.h - org.picker.secrets/1, a draft (R6.3): what a backend was given by a server and is to keep, such as the token of a sign-in,
 * offered by the host through picker_host.get_extension. The host keeps it where no other user of the machine can read it.
 */
#ifndef PICKER_EXT_SECRETS_H
#define PICKER_EXT_SECRETS_H

#include "../status.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_SECRETS "org.picker.secrets/1"

/* Most bytes of one secret, and most secrets of one library. */
#define PICKER_SECRET_LIMIT       16384u
#define PICKER_SECRET_COUNT_LIMIT 16u

/*
 * The functions take the host's context, and picker_open_request.library of the library that the call is about. A key is like
 * that of a setting, and apart from those.
 */
typedef struct picker_secrets_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Copies a secret into `buffer`, and its length into *length. Nothing is copied when there is not room for all of it.
     * Ownership: the buffer is the caller's. State: in open_library, a call of the library, sign_in or sign_out.
     * Thread: [call-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_TOO_LARGE (for the buffer; *length says how much room it takes),
     * PICKER_UNSUPPORTED (nothing is kept for this library: it is 0, or the host has no place),
     * PICKER_INVALID_ARGUMENT (another library than that of the call, a key), PICKER_IO.
     */
    picker_status (*read)(void *context, uint64_t library, picker_string key, uint8_t *buffer, uint64_t capacity,
                          uint64_t *length);
    /*
     * Keeps a secret in the place of one that has this key; absent: forgets it. With PICKER_OK other processes that
     * open the library find it, too.
     * Ownership: the host copies it. State: as read. Thread: [call-thread].
     * Returns: PICKER_OK, PICKER_TOO_LARGE (more than PICKER_SECRET_LIMIT bytes, PICKER_SECRET_COUNT_LIMIT secrets),
     * PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT, PICKER_NO_SPACE, PICKER_IO.
     */
    picker_status (*keep)(void *context, uint64_t library, picker_string key, picker_bytes secret);
} picker_secrets_v1;

PICKER_C_END

#endif
