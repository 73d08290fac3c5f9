/*
 * server.c - what the server's answers mean: statuses of HTTP as those of the ABI (R10.1), and bodies as documents.
 *
 * Messages name the host and say what to do. What the server wrote is not repeated: it may contain the key.
 */
#include "shelf.h"

#include <stdio.h>

static picker_status refused(const library *library, const answer *answer, picker_error *error)
{
    const char *host = library->settings.host;
    char message[400];
    switch (answer->status) {
    case 401:
        return abi_fail(error, PICKER_SIGN_IN_REQUIRED, "%s does not know the key (any more); set api-key to a new one",
                        host);
    case 403: return abi_fail(error, PICKER_ACCESS_DENIED, "%s does not allow that with this key", host);
    case 404:
    case 410: return abi_fail(error, PICKER_NOT_FOUND, "%s does not have that", host);
    case 409: return abi_fail(error, PICKER_CHANGED, "the photos at %s changed; ask for the list again", host);
    case 413: return abi_fail(error, PICKER_TOO_LARGE, "%s does not give out that much", host);
    case 429:
        snprintf(message, sizeof message, "%s was asked too much and wants a pause", host);
        return abi_fail_for(error, PICKER_RATE_LIMITED, answer->retry_after == 0 ? 10000 : answer->retry_after,
                            message);
    case 507: return abi_fail(error, PICKER_NO_SPACE, "the disk of %s is full", host);
    }
    if (answer->status >= 300 && answer->status < 400) {
        return abi_fail(
            error, PICKER_UNSUPPORTED,
            "%s sends on to another address, where the key does not go; if the photos moved, name that address", host);
    }
    if (answer->status >= 500) {
        snprintf(message, sizeof message, "%s has a problem (%ld); try again later", host, answer->status);
        return abi_fail_for(error, PICKER_BUSY, answer->retry_after, message);
    }
    return abi_fail(error, PICKER_UNSUPPORTED, "%s does not understand the question (%ld); is it a photo shelf?", host,
                    answer->status);
}

picker_status server_check(const library *library, const answer *answer, picker_error *error)
{
    return answer->status >= 200 && answer->status < 300 ? PICKER_OK : refused(library, answer, error);
}

picker_status server_ask(library *library, const question *question, const picker_call *call, answer *answer,
                         picker_error *error)
{
    picker_status status = transfer(library, question, call, answer, error);
    return status == PICKER_OK ? server_check(library, answer, error) : status;
}

picker_status server_document(library *library, const char *path, const picker_call *call, json_t **document,
                              picker_error *error)
{
    question question = {.path = path, .most = MOST_JSON};
    answer answer;
    picker_status status = server_ask(library, &question, call, &answer, error);
    if (status == PICKER_OK) {
        /* It refuses what is not UTF-8, has a NUL in a text, or is nested deeper than 2048. */
        json_t *found = json_loadb((const char *)answer.bytes, answer.length, JSON_REJECT_DUPLICATES, NULL);
        if (json_is_object(found)) {
            *document = found;
        } else {
            json_decref(found);
            status = server_misspoke(library, error);
        }
    }
    answer_free(&question, &answer);
    return status;
}

picker_status server_misspoke(const library *library, picker_error *error)
{
    return abi_fail(error, PICKER_UNSUPPORTED,
                    "%s answers in another way than a photo shelf does; is the address right?", library->settings.host);
}

picker_string server_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value)) return (picker_string){NULL, 0};
    return (picker_string){json_string_value(value), json_string_length(value)};
}

bool server_number(const json_t *object, const char *key, uint64_t *number)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}
