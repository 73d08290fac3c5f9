/*
 * bytes.c - the bytes of a photo as they are, by range: what comes goes straight into the host's memory.
 */
#include "shelf.h"

#include <inttypes.h>
#include <stdio.h>

/* Nothing is to be read: what is left to find out is whether the photo is there, and which version of it. */
static picker_status look(library *library, const picker_read_request *request, const picker_call *call,
                          uint64_t *length, picker_error *error)
{
    json_t *document = NULL;
    photo photo;
    picker_status status = photo_ask(library, request->local_identifier, call, &document, &photo, error);
    if (status != PICKER_OK) return status;
    json_decref(document);
    if (request->version_token != 0 && request->version_token != photo.version) {
        return abi_fail(error, PICKER_CHANGED, "another version than asked for");
    }
    *length = 0;
    return PICKER_OK;
}

/* What came must be what was asked for: bytes of another place would make a file that never was. */
static picker_status check(const library *library, const picker_read_request *request, const answer *answer,
                           uint64_t *length, picker_error *error)
{
    /* The file ends before the first byte that was asked for. */
    if (answer->status == 416) {
        *length = 0;
        return PICKER_OK;
    }
    picker_status status = server_check(library, answer, error);
    if (status != PICKER_OK) return status;
    bool is_part = answer->status == 206 && answer->has_range && answer->first == request->offset;
    uint64_t left = is_part ? answer->whole - answer->first : 0;
    if (!is_part || answer->length != (left < request->capacity ? left : request->capacity)) {
        return server_misspoke(library, error);
    }
    *length = answer->length;
    return PICKER_OK;
}

/* Less than the capacity may only come at the end, so what was cut off is an error: PICKER_STOPPED. */
static picker_status read_part(library *library, const picker_read_request *request, const char *identifier,
                               const picker_call *call, uint64_t *length, picker_error *error)
{
    char range[50], path[150];
    uint64_t last = INT64_MAX, most = request->capacity - 1;
    if (most < last - request->offset) last = request->offset + most;
    snprintf(range, sizeof range, "%" PRIu64 "-%" PRIu64, request->offset, last);
    int end = snprintf(path, sizeof path, "/photos/%s/file", identifier + 1);
    if (request->version_token != 0) {
        snprintf(path + end, sizeof path - (size_t)end, "?version=%" PRIu64, request->version_token);
    }
    question question = {.path = path, .range = range, .most = request->capacity, .into = request->buffer};
    answer answer;
    picker_status status = transfer(library, &question, call, &answer, error);
    if (status == PICKER_OK) status = check(library, request, &answer, length, error);
    if (status == PICKER_CHANGED) facts_forget(library->facts, identifier);
    answer_free(&question, &answer);
    return status;
}

picker_status bytes_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                         picker_error *error)
{
    picker_read_request asked = {0};
    char identifier[IDENTIFIER_SIZE];
    abi_take(&asked, sizeof asked, request);
    picker_status status = library_check(context, call, error);
    if (status == PICKER_OK) status = abi_refuse_links(asked.next, error);
    if (status != PICKER_OK) return status;
    if (identifier_read(IDENTIFIER_PHOTO, asked.local_identifier, identifier) == NULL) {
        return abi_fail(error, PICKER_NOT_FOUND, "no such photo");
    }
    if ((asked.flags & PICKER_REQUEST_ALLOW_NETWORK) == 0) {
        return abi_fail(error, PICKER_NETWORK_NOT_ALLOWED, "the photo is on the server; allow the network");
    }
    if (asked.representation != 0) return abi_fail(error, PICKER_NOT_FOUND, "no such representation");
    /* Numbers of libcurl have a sign; no file is as large as the largest of them. */
    if (asked.capacity == 0 || asked.offset >= INT64_MAX) return look(context, &asked, call, length, error);
    return read_part(context, &asked, identifier, call, length, error);
}
