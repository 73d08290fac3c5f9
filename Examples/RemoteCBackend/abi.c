#include "shelf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void abi_take(void *own, uint32_t own_size, const void *hosts)
{
    uint32_t size;
    memcpy(&size, hosts, sizeof size);
    memcpy(own, hosts, size < own_size ? size : own_size);
}

void abi_give(void *hosts, const void *own, uint32_t own_size)
{
    uint32_t size;
    memcpy(&size, hosts, sizeof size);
    if (size > own_size) size = own_size;
    memcpy(hosts, own, size);
    memcpy(hosts, &size, sizeof size);
}

picker_string abi_text(const char *text) { return (picker_string){text, strlen(text)}; }

bool abi_equal(picker_string left, const char *right)
{
    return left.data != NULL && left.length == strlen(right) && memcmp(left.data, right, left.length) == 0;
}

char *abi_copy(picker_string text)
{
    char *copy = malloc(text.length + 1);
    if (copy == NULL) return NULL;
    if (text.length > 0) memcpy(copy, text.data, text.length);
    copy[text.length] = 0;
    return copy;
}

picker_status abi_refuse_links(const picker_link *first, picker_error *error)
{
    if (picker_links_may_be_ignored(first)) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "the request has a part that this backend does not know");
}

picker_status abi_fail(picker_error *error, picker_status status, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t length = written < 0 ? 0 : (size_t)written < sizeof message ? (size_t)written : sizeof message - 1;
    if (length > error->message_capacity) length = error->message_capacity;
    /* With a capacity of 0, `message` is NULL. */
    if (length > 0) memcpy(error->message, message, length);
    error->message_length = (uint32_t)length;
    return status;
}

picker_status abi_fail_for(picker_error *error, picker_status status, uint64_t milliseconds, const char *message)
{
    /* A host that is older than the field has no room for it. */
    if (error->struct_size >= offsetof(picker_error, retry_after) + sizeof error->retry_after) {
        error->retry_after = milliseconds;
    }
    return abi_fail(error, status, "%s", message);
}
