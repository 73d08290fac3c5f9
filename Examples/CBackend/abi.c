#include "archives.h"

#include <errno.h>
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

picker_status abi_fail(picker_error *error, picker_status status, const char *message)
{
    size_t length = strlen(message);
    if (length > error->message_capacity) length = error->message_capacity;
    /* With a capacity of 0, `message` is NULL. */
    if (length > 0) memcpy(error->message, message, length);
    error->message_length = (uint32_t)length;
    return status;
}

picker_status abi_refuse_links(const picker_link *first, picker_error *error)
{
    if (picker_links_may_be_ignored(first)) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "the request has a part that this backend does not know");
}

picker_status abi_fail_errno(picker_error *error, int code, const char *message)
{
    error->system_errno = code;
    switch (code) {
    case ENOENT: return abi_fail(error, PICKER_NOT_FOUND, message);
    /* ELOOP: there is a symbolic link now where a file was. */
    case ELOOP:
    case ENOTDIR: return abi_fail(error, PICKER_CHANGED, message);
    case EACCES:
    case EPERM: return abi_fail(error, PICKER_ACCESS_DENIED, message);
    case ENOMEM: return abi_fail(error, PICKER_OUT_OF_MEMORY, message);
    default: return abi_fail(error, PICKER_IO, message);
    }
}

/* Bytes of the UTF-8 character that `text` begins with; 0 when it begins with none (RFC 3629). */
static size_t character_length(const char *text)
{
    const uint8_t *byte = (const uint8_t *)text;
    if (byte[0] < 0x80) return 1;
    size_t length = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
    if (byte[0] < 0xC2 || byte[0] > 0xF4) return 0;
    /* The second byte has bounds of its own: no overlong forms, no surrogates, nothing above U+10FFFF. */
    uint8_t lowest = byte[0] == 0xE0 ? 0xA0 : byte[0] == 0xF0 ? 0x90 : 0x80;
    uint8_t highest = byte[0] == 0xED ? 0x9F : byte[0] == 0xF4 ? 0x8F : 0xBF;
    if (byte[1] < lowest || byte[1] > highest) return 0;
    for (size_t index = 2; index < length; index++) {
        if ((byte[index] & 0xC0) != 0x80) return 0;
    }
    return length;
}

static bool is_utf8(const char *text)
{
    for (size_t length; *text != 0; text += length) {
        length = character_length(text);
        if (length == 0) return false;
    }
    return true;
}

char *abi_utf8(const char *path)
{
    if (is_utf8(path)) return NULL;
    char *text = malloc(strlen(path) * 3 + 1), *end = text;
    if (text == NULL) return NULL;
    while (*path != 0) {
        size_t length = character_length(path);
        bool is_character = length > 0;
        memcpy(end, is_character ? path : "\xEF\xBF\xBD", is_character ? length : 3);
        end += is_character ? length : 3;
        path += is_character ? length : 1;
    }
    *end = 0;
    return text;
}
