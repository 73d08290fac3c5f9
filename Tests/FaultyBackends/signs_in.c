/*
 * Breaks no rule: a library that opens for who signed in, with org.picker.account/1. It asks for a name and a number, then for
 * another number in a second step; "ada", "1234" and "5678" are right. What it keeps is "token-of-ada"; the name "forgetful"
 * keeps 17 secrets, "greedy" one that is too long, and "prying" reads those of other libraries; for "silent" it does break
 * one (R19.3), and asks for two fields that are not there; and so it does for "misleading", with an address that a terminal
 * shows as another, and for the names of `odd_steps`.
 */
#include "minimal.h"

#include <stdio.h>
#include <string.h>

static const picker_host *host;

static const picker_setting_description name_field = {
    .struct_size = sizeof name_field,
    .flags = PICKER_SETTING_REQUIRED,
    .kind = PICKER_SETTING_TEXT,
    .key = {"name", 4},
    .title = {"Name", 4},
};
static const picker_setting_description pin_field = {
    .struct_size = sizeof pin_field,
    .flags = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET,
    .kind = PICKER_SETTING_TEXT,
    .key = {"pin", 3},
    .title = {"Number", 6},
};
static const picker_setting_description second_field = {
    .struct_size = sizeof second_field,
    .flags = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET,
    .kind = PICKER_SETTING_TEXT,
    .key = {"second", 6},
    .title = {"Second number", 13},
};
static const picker_setting_description *const first_fields[] = {&name_field, &pin_field};
static const picker_setting_description *const second_fields[] = {&second_field};

static const picker_secrets_v1 *secrets(void)
{
    return host->get_extension(host->context, minimal_string(PICKER_EXT_SECRETS));
}

static picker_status keep(uint64_t library, const char *key, picker_bytes secret)
{
    return secrets() == NULL ? PICKER_UNSUPPORTED
                             : secrets()->keep(host->context, library, minimal_string(key), secret);
}

static picker_bytes bytes(const char *text) { return (picker_bytes){(const uint8_t *)text, strlen(text)}; }

static picker_status emit(const picker_account_step_sink *sink, const picker_account_step *step)
{
    sink->emit(sink->context, step);
    return PICKER_OK;
}

static picker_status ask_first(const picker_account_step_sink *sink, const char *message)
{
    picker_account_step step = {
        .struct_size = sizeof step,
        .kind = PICKER_STEP_FIELDS,
        .field_count = 2,
        .message = minimal_string(message),
        .fields = first_fields,
        .state = bytes("first"),
    };
    return emit(sink, &step);
}

static picker_status ask_second(const picker_account_step_sink *sink, const char *state)
{
    picker_account_step step = {
        .struct_size = sizeof step,
        .kind = PICKER_STEP_FIELDS,
        .field_count = 1,
        .fields = second_fields,
        .state = bytes(state),
    };
    return emit(sink, &step);
}

static picker_status ask_nothing(const picker_account_step_sink *sink)
{
    picker_account_step step = {
        .struct_size = sizeof step,
        .kind = PICKER_STEP_FIELDS,
        .field_count = 2,
        .state = bytes("first"),
    };
    return emit(sink, &step);
}

static picker_status mislead(const picker_account_step_sink *sink)
{
    picker_account_step step = {
        .struct_size = sizeof step,
        .kind = PICKER_STEP_OPEN_ADDRESS,
        .address = minimal_string("https://minimal.example/\xE2\x80\xAEgro.elpmaxe"),
        .state = bytes("first"),
    };
    return emit(sink, &step);
}

/*
 * Steps that a host must refuse (R19.2, R19.3): none, two, one of a later kind, one with too long a state, one that leads to a
 * file; and for "patient" one that says to wait for ever, in two lines. Returns whether the name is one of theirs.
 */
static int odd_steps(const picker_account_step_sink *sink, picker_string name)
{
    static const uint8_t long_state[PICKER_STEP_STATE_LIMIT + 1];
    picker_account_step step = {.struct_size = sizeof step, .kind = PICKER_STEP_WAIT, .state = bytes("first")};
    int count = 1;
    if (minimal_equal(name, "mute")) {
        count = 0;
    } else if (minimal_equal(name, "twofold")) {
        count = 2;
    } else if (minimal_equal(name, "novel")) {
        step.kind = 99;
    } else if (minimal_equal(name, "verbose")) {
        step.state = (picker_bytes){long_state, sizeof long_state};
    } else if (minimal_equal(name, "elsewhere")) {
        step.kind = PICKER_STEP_OPEN_ADDRESS;
        step.address = minimal_string("file:///etc/passwd");
    } else if (minimal_equal(name, "patient")) {
        step.wait = UINT64_MAX;
        step.message = minimal_string("Wait\nhere");
    } else {
        return 0;
    }
    while (count-- > 0)
        sink->emit(sink->context, &step);
    return 1;
}

static picker_string answer(const picker_sign_in_request *request, const char *key)
{
    for (uint64_t index = 0; index < request->answer_count; index++) {
        if (minimal_equal(request->answer_keys[index], key)) return request->answer_values[index];
    }
    return (picker_string){NULL, 0};
}

/* What a host must not let a plugin do. */
static picker_status misuse(uint64_t library, picker_string name, picker_error *error)
{
    static const uint8_t many[PICKER_SECRET_LIMIT + 1] = {1};
    picker_status status = PICKER_OK;
    char key[20];
    if (minimal_equal(name, "greedy")) status = keep(library, "token", (picker_bytes){many, sizeof many});
    for (int index = 0; minimal_equal(name, "forgetful") && index <= 16 && status == PICKER_OK; index++) {
        snprintf(key, sizeof key, "token-%d", index);
        status = keep(library, key, bytes("x"));
    }
    for (uint64_t other = 0; minimal_equal(name, "prying") && other < 100 && status == PICKER_OK; other++) {
        uint8_t found[100];
        uint64_t length = 0;
        picker_status read =
            secrets()->read(host->context, other, minimal_string("token"), found, sizeof found, &length);
        if (other != library && read == PICKER_OK) return minimal_fail(error, PICKER_INTERNAL, "it was let in");
    }
    return status;
}

static picker_status sign_in(void *context, const picker_sign_in_request *request, const picker_account_step_sink *sink,
                             const picker_call *call, picker_error *error)
{
    (void)context;
    picker_status status = call->check(call->context);
    if (status != PICKER_OK) return minimal_fail(error, status, "ended early");
    if (!picker_links_may_be_ignored(request->next) || !picker_links_may_be_ignored(request->library->next)) {
        return minimal_fail(error, PICKER_UNSUPPORTED, "the request has a part that is not known");
    }
    picker_string state = {(const char *)request->state.data, request->state.length};
    if (state.data == NULL) return ask_first(sink, "Say who you are");
    if (minimal_equal(state, "first")) {
        picker_string name = answer(request, "name");
        if (minimal_equal(name, "silent")) return ask_nothing(sink);
        if (minimal_equal(name, "misleading")) return mislead(sink);
        if (odd_steps(sink, name)) return PICKER_OK;
        status = misuse(request->library->library, name, error);
        if (status != PICKER_OK) return minimal_fail(error, status, "the host keeps no more");
        int is_right = minimal_equal(name, "ada") && minimal_equal(answer(request, "pin"), "1234");
        return is_right ? ask_second(sink, "second") : ask_first(sink, "That is not the number of this name");
    }
    if (!minimal_equal(state, "second")) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "no such state");
    if (!minimal_equal(answer(request, "second"), "5678")) return ask_second(sink, "second");
    status = keep(request->library->library, "token", bytes("token-of-ada"));
    if (status != PICKER_OK) return minimal_fail(error, status, "the host does not keep it");
    picker_account_step done = {
        .struct_size = sizeof done,
        .kind = PICKER_STEP_DONE,
        .account = minimal_string("ada@minimal.example"),
    };
    return emit(sink, &done);
}

static picker_status sign_out(void *context, const picker_open_request *library, const picker_call *call,
                              picker_error *error)
{
    (void)context, (void)call;
    if (!picker_links_may_be_ignored(library->next)) {
        return minimal_fail(error, PICKER_UNSUPPORTED, "the request has a part that is not known");
    }
    picker_status status = keep(library->library, "token", (picker_bytes){NULL, 0});
    return status == PICKER_OK ? PICKER_OK : minimal_fail(error, status, "the host does not forget it");
}

static const picker_account_v1 account = {.struct_size = sizeof account, .sign_in = sign_in, .sign_out = sign_out};

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    return minimal_equal(id, PICKER_EXT_ACCOUNT) ? &account : NULL;
}

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    uint8_t token[100];
    uint64_t length = 0;
    picker_status status = secrets() == NULL ? PICKER_NOT_FOUND
                                             : secrets()->read(host->context, request->library, minimal_string("token"),
                                                               token, sizeof token, &length);
    picker_string text = {(const char *)token, length};
    if (status == PICKER_OK && minimal_equal(text, "token-of-ada")) return PICKER_OK;
    return minimal_fail(error, PICKER_SIGN_IN_REQUIRED, "no one is signed in");
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    host = request->host;
    picker_status status = minimal_entry(request, backend, error);
    backend->get_extension = get_extension;
    return status;
}
