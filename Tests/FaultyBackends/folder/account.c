#include "folder.h"

#include <string.h>

/* Those who know the number are let in; without a fault no one does. */

static const picker_setting_description number_field = {
    .struct_size = sizeof number_field,
    .flags = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET,
    .kind = PICKER_SETTING_TEXT,
    .key = {"number", 6},
    .title = {"Number", 6},
};
static const picker_setting_description *const fields[] = {&number_field};
static const char state[] = "folder/1";

static picker_status emit(const picker_account_step_sink *sink, uint32_t kind, picker_string message)
{
    picker_account_step step = {
        .struct_size = sizeof step,
        .kind = kind,
        .field_count = kind == PICKER_STEP_FIELDS,
        .message = message,
        .fields = fields,
        .address = folder_string("file:///etc/passwd"),
        .state = {(const uint8_t *)state, sizeof state - 1},
    };
    if (folder_has("ext-account-short-step")) step.struct_size = offsetof(picker_account_step, state);
    sink->emit(sink->context, &step);
    return PICKER_OK;
}

static picker_status refuse_links_of(const picker_open_request *library, picker_error *error)
{
    if (folder_has("ext-account-ignores-links-of-libraries")) return PICKER_OK;
    return folder_refuse_links(library->next, error);
}

static picker_status sign_in(void *context, const picker_sign_in_request *request, const picker_account_step_sink *sink,
                             const picker_call *call, picker_error *error)
{
    (void)context;
    picker_status status = folder_has("ext-account-ignores-cancel") ? PICKER_OK : call->check(call->context);
    if (status != PICKER_OK) return folder_fail(error, status, "ended early");
    if (!folder_has("ext-account-ignores-links")) status = folder_refuse_links(request->next, error);
    if (status == PICKER_OK) status = refuse_links_of(request->library, error);
    if (status != PICKER_OK) return status;
    if (request->state.data == NULL) {
        if (folder_has("ext-account-opens-files")) return emit(sink, PICKER_STEP_OPEN_ADDRESS, folder_string("Look"));
        if (folder_has("ext-account-two-steps")) emit(sink, PICKER_STEP_WAIT, folder_string("Wait"));
        return emit(sink, PICKER_STEP_FIELDS, folder_string("Say the number"));
    }
    bool is_own =
        request->state.length == sizeof state - 1 && memcmp(request->state.data, state, sizeof state - 1) == 0;
    if (!is_own && !folder_has("ext-account-any-state")) {
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "no state of a sign-in here");
    }
    if (folder_has("ext-account-lets-all-in")) return emit(sink, PICKER_STEP_DONE, folder_string(""));
    if (folder_has("ext-account-repeats-secrets") && request->answer_count > 0) {
        return emit(sink, PICKER_STEP_FIELDS, request->answer_values[0]);
    }
    if (folder_has("ext-account-wrong-is-error")) return folder_fail(error, PICKER_ACCESS_DENIED, "not the number");
    if (folder_has("ext-account-answers-twice")) emit(sink, PICKER_STEP_WAIT, folder_string("Wait"));
    return emit(sink, PICKER_STEP_FIELDS, folder_string("That is not the number"));
}

static picker_status sign_out(void *context, const picker_open_request *library, const picker_call *call,
                              picker_error *error)
{
    (void)context;
    picker_status status = call->check(call->context);
    if (folder_has("ext-account-signs-out-anyway")) status = PICKER_OK;
    if (status != PICKER_OK) return folder_fail(error, status, "ended early");
    status = refuse_links_of(library, error);
    if (status != PICKER_OK) return status;
    if (folder_has("ext-account-nothing-is-error")) return folder_fail(error, PICKER_NOT_FOUND, "no one is signed in");
    return PICKER_OK;
}

const picker_account_v1 folder_account = {
    .struct_size = sizeof folder_account,
    .sign_in = sign_in,
    .sign_out = sign_out,
};
