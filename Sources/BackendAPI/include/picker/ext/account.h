/*
 * ext/account.h - org.picker.account/1, a draft (R6.3): signing in and out of what a library is served by, offered through
 * picker_backend.get_extension. A sign-in is a sequence of steps that any front end can show: a terminal, a page, a window.
 */
#ifndef PICKER_EXT_ACCOUNT_H
#define PICKER_EXT_ACCOUNT_H

#include "../backend.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_ACCOUNT "org.picker.account/1"

/* Kinds of steps. */
/* Ask the person for `fields`, and go on with what they answered. */
#define PICKER_STEP_FIELDS 1u
/* Let the person open `address`, in any browser, and go on after `wait`: the next step says what came of it. */
#define PICKER_STEP_OPEN_ADDRESS 2u
/* Nothing for the person to do: go on after `wait`. */
#define PICKER_STEP_WAIT 3u
/* The person is signed in, as `account`. */
#define PICKER_STEP_DONE 4u

/* Most bytes of picker_account_step.state. */
#define PICKER_STEP_STATE_LIMIT 16384u

/* What a front end shows next. The backend's, valid during emit. */
typedef struct picker_account_step {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_STEP_* */
    uint32_t kind;
    uint32_t field_count;
    /* For the person, one line: what to do, and why the answers before were not taken. May be absent. */
    picker_string message;
    /* With PICKER_STEP_FIELDS: that many, at least 1. */
    const picker_setting_description *const *fields;
    /* With PICKER_STEP_OPEN_ADDRESS: one of https or http. */
    picker_string address;
    /* What the person is to type in there; absent: nothing. */
    picker_string code;
    /* Milliseconds after which it makes sense to go on. */
    uint64_t wait;
    /* With PICKER_STEP_DONE: whose it is, "ada@photos.example". */
    picker_string account;
    /* Comes back with the request for the next step; at most PICKER_STEP_STATE_LIMIT. Secret, like what it was made of. */
    picker_bytes state;
} picker_account_step;

/* Takes steps. */
typedef struct picker_account_step_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_account_step *step);
} picker_account_step_sink;

/* Owned by the caller, valid during the call. */
typedef struct picker_sign_in_request {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* Of the library to sign in for, as to open_library. Secrets are kept for its `library`. */
    const picker_open_request *library;
    /* Of the step that this goes on from; absent: the sign-in begins. */
    picker_bytes state;
    /* What the person answered to the fields of that step: that many keys, and as many values. */
    const picker_string *answer_keys;
    const picker_string *answer_values;
    uint64_t answer_count;
} picker_sign_in_request;

/* The functions take the backend's context. */
typedef struct picker_account_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Emits the next step of a sign-in, exactly one. Answers that a server does not take are no error: the step asks again,
     * and its message says why. With PICKER_STEP_DONE what a later open_library needs is kept with org.picker.secrets/1.
     * Ownership: the step is the backend's, valid during emit. State: after probe, whether or not the library is open.
     * Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (a state that is none of its own, an answer that was not asked for),
     * PICKER_UNSUPPORTED (nothing to sign in to with these settings, or the host keeps no secrets), and as open_library.
     */
    picker_status (*sign_in)(void *context, const picker_sign_in_request *request, const picker_account_step_sink *sink,
                             const picker_call *call, picker_error *error);
    /*
     * Ends the sign-in, where it was made and here: what was kept is forgotten also when a server cannot be told. Without a
     * sign-in it does nothing.
     * State: after probe. Thread: [worker-thread].
     * Returns: PICKER_OK, and as open_library.
     */
    picker_status (*sign_out)(void *context, const picker_open_request *library, const picker_call *call,
                              picker_error *error);
} picker_account_v1;

PICKER_C_END

#endif
