/*
 * identifier.c - identifiers need only be stable for server and photo: they are the server's, with a letter before them, so
 * that no album can have the identifier of the camera roll (R8.4).
 */
#include "shelf.h"

#include <string.h>

static bool is_url_safe(picker_string text)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (uint64_t index = 0; index < text.length; index++) {
        if (text.data[index] == 0 || strchr(alphabet, text.data[index]) == NULL) return false;
    }
    return true;
}

bool identifier_make(char kind, picker_string id, char identifier[IDENTIFIER_SIZE])
{
    if (id.data == NULL || id.length == 0 || id.length > IDENTIFIER_SIZE - 2 || !is_url_safe(id)) return false;
    identifier[0] = kind;
    memcpy(identifier + 1, id.data, id.length);
    identifier[id.length + 1] = 0;
    return true;
}

const char *identifier_read(char kind, picker_string text, char identifier[IDENTIFIER_SIZE])
{
    if (text.data == NULL || text.length == 0 || text.data[0] != kind) return NULL;
    picker_string id = {text.data + 1, text.length - 1};
    return identifier_make(kind, id, identifier) ? identifier + 1 : NULL;
}
